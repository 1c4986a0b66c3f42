import ConfigDI
import Foundation
import Testing

@testable import configdi_check

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The formats of services, each in a committed transcript that other programs' validators have accepted.
@Suite struct ServiceFormatTests {
  static let report: Report = {
    let awkward = Findings.file(
      "services:\n  \"na:me, 50% <&>\": 名前\n  クラス: 👩‍👩‍👧‍👦 x\n", path: "sub dir/a,b%:c<&>\"é😀.yaml")
    var odd = Diagnostic(
      Findings.mild, "odd [name] in \\ 100% 'a:b,c' <&> 名前 😀\u{1}", at: Findings.place("x", in: awkward),
      related: [.init("first, here", at: Findings.place("名前", in: awkward))], help: ["say \"it\""],
      fixes: [.init(replacing: Findings.place("x", in: awkward), with: "y\n", safe: true)], symbol: "services.クラス")
    odd.stages = ["production"]
    let twice = Diagnostic(Findings.mild, "odd again", at: Findings.place("x", in: awkward), symbol: "services.クラス")
    let wide = Diagnostic(
      Findings.rule, "many lines", at: Findings.place("\"na:me, 50% <&>\": 名前\n  クラス", in: awkward))
    let nowhere = Diagnostic(Findings.rule, "unknown stage 'x,y:z%'", at: nil)
    var report = Report(diagnostics: [nowhere, odd, twice, wide, Findings.cycle])
    report.rules = []
    report.files = ["clean & tidy.yaml", awkward.path, "config/app.yaml", "config/network.yaml"].sorted()
    return report
  }()

  @Test("renders the recorded output", arguments: ["github", "gitlab", "sarif", "junit", "rdjson"]) func rendersAs(
    name: String
  ) throws {
    let format = try #require(Format.named(name))
    try expectTranscript(format.render(Self.report, Style()), "formats/\(name).txt")
  }

  @Test(arguments: Format.all.map(\.name)) func anEmptyReportIsWellFormed(name: String) throws {
    let format = try #require(Format.named(name))
    let text = format.render(Report(diagnostics: []), Style())
    switch name {
    case "text", "concise", "github": #expect(text.isEmpty)
    case "junit": #expect(XMLParser(data: Data(text.utf8)).parse())
    default: #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
  }

  @Test("a SARIF edit deletes the end of its last line") func aSARIFEditDeletesWholeLines() {
    let file = Findings.file("services:\n  A: a\n  A: a\n")
    let place = Findings.place("  A: a\n", in: file)
    let finding = Diagnostic(
      Findings.rule, "bad", at: place, fixes: [.init(replacing: place, with: "", safe: true)])
    let lines = Format.sarif.render(Report(diagnostics: [finding]), Style()).split(separator: "\n")
    let regions = lines.filter { $0.contains("\"endLine\"") }.map { $0.filter(\.isNumber) }
    #expect(regions == ["2127", "2131"], "start line and column, end line and column")
  }

  @Test("GitLab fingerprints are unique") func gitLabsFingerprintsAreUnique() throws {
    let text = Format.gitlab.render(Self.report, Style())
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(Set(entries.compactMap { $0["fingerprint"] as? String }).count == Self.report.diagnostics.count)
  }

  @Test("GitHub lists errors first") func gitHubShowsErrorsFirst() {
    let names = Format.github.render(Self.report, Style()).split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(names == ["::error", "::error", "::error", "::warning", "::warning"])
  }

  @Test("findings below --fail-on pass in JUnit") func whatDoesNotFailTheRunPassesInJUnit() {
    var report = Self.report
    #expect(Format.junit.render(report, Style()).contains("tests=\"7\" failures=\"3\""))
    report.failOn = .warning
    #expect(Format.junit.render(report, Style()).contains("tests=\"7\" failures=\"5\""))
    report.failOn = .never
    #expect(Format.junit.render(report, Style()).contains("tests=\"7\" failures=\"0\""))
  }

  @Test("a remedy with a single edit is a suggestion of reviewdog") func oneSuggestion() {
    let file = Findings.file("a: (b) c\n")
    let other = Findings.file("z\n", path: "other.yaml")
    func fix(_ old: String, _ new: String, in file: SourceFile) -> Diagnostic.Fix {
      .init(replacing: Findings.place(old, in: file), with: new)
    }
    func suggestions(_ fixes: [Diagnostic.Fix]) -> String {
      let finding = Diagnostic(
        Findings.rule, "brackets", at: Findings.place("b", in: file), help: ["write [b]"], fixes: fixes)
      return Format.rdjson.render(Report(diagnostics: [finding]), Style())
    }
    let one = suggestions([fix("(b)", "[b]", in: file)])
    #expect(one.contains("\"text\": \"[b]\""), "\(one)")
    #expect(!suggestions([fix(")", "]", in: file), fix("(", "[", in: file)]).contains("suggestions"))
    #expect(!suggestions([fix("z", "y", in: other)]).contains("suggestions"))
  }
}
