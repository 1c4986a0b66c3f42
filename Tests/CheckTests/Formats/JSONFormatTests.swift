import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct JSONFormatTests {
  @Test("the output has the documented shape") func hasTheDocumentedShape() throws {
    var finding = Findings.cycle
    finding.stages = ["production"]
    let fixed = Diagnostic(
      Findings.mild, "odd", at: nil,
      fixes: [.init(replacing: Findings.place("a", in: Findings.file("a\n")), with: "b", safe: true)])
    var report = Report(diagnostics: [finding, fixed])
    report.skippedRules = ["DI401"]
    report.manifests = 1
    try expectTranscript(Format.json.render(report, Style()), "formats/json.json")
  }

  @Test("a finding in an argument has no location") func aPlaceInAnArgumentIsNone() throws {
    let argument = SourceFile(path: "--set a", bytes: Array("x".utf8), isArgument: true)
    let report = Report(diagnostics: [Diagnostic(Findings.rule, "bad", at: argument.beginning)])
    let parsed = try JSONSerialization.jsonObject(with: Data(Format.json.render(report, Style()).utf8))
    let finding = try #require(((parsed as? [String: Any])?["diagnostics"] as? [[String: Any]])?.first)
    #expect(finding["location"] == nil)
    #expect(finding["stages"] is NSNull)
  }

  @Test("every Unicode scalar survives") func everyScalarSurvives() throws {
    var scalars = String.UnicodeScalarView()
    for value in (0 as UInt32)...0x2FFF { if let scalar = Unicode.Scalar(value) { scalars.append(scalar) } }
    scalars.append(contentsOf: "😀\u{10FFFF}".unicodeScalars)
    let text = JSON.array([.string(String(scalars))]).text
    let back = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
    #expect(back.first.map { Array($0.unicodeScalars) } == Array(scalars))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{2028}" || $0 == "\u{7F}" })
  }
}
