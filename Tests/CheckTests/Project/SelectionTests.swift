import ConfigDI
import Testing

@testable import configdi_check

@Suite struct SelectionTests {
  private func selection(_ words: String...) throws -> Selection {
    guard case .run(let arguments) = try CommandLineParser(width: 80).parse(words) else { throw Failure("no run") }
    return try Selection(arguments)
  }

  @Test("without flags the configuration decides") func withoutFlagsTheConfigurationDecides() throws {
    let selection = try selection()
    #expect(selection.includes(.unusedService, ignoring: []))
    #expect(!selection.includes(.unusedService, ignoring: [.unusedService]))
  }

  @Test("a code's prefix selects all rules that start with it") func beginningsStandForAllThatBeginSo() throws {
    let selection = try selection("--select", "DI2", "--ignore", "unused-service")
    #expect(selection.includes(.dependencyCycle, ignoring: []))
    #expect(!selection.includes(.unusedService, ignoring: []))
    #expect(!selection.includes(.captiveDependency, ignoring: []))
  }

  @Test func flagsWinOverTheConfiguration() throws {
    #expect(try selection("--select", "DI207").includes(.unusedService, ignoring: [.unusedService]))
  }

  @Test func theFlagReplacesTheListOfTheConfiguration() throws {
    let configuration = ".configdi-check.yml"
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nservices: { A: { factory: a, dependencies: [Nope] }, B: yes }\n",
      configuration: "ignore: [DI201]\nseverity: { DI003: off }",
    ])
    #expect(Recorder.run("check", "app.yaml", "--quiet", files: files).output.isEmpty)
    let output = Recorder.run("check", "app.yaml", "--quiet", "--format", "concise", "--ignore", "DI204", files: files)
      .output
    #expect(output.contains("[DI201]") && !output.contains("[DI003]"))
  }

  /// A rule that is off by default is on if it is named, in whatever case.
  @Test("names are case-insensitive", arguments: ["unused-factory", "UNUSED-FACTORY", "di702", "DI702"])
  func namesHaveNoCase(name: String) throws {
    let rule = try #require(RuleBook.rules(matching: name).first)
    #expect(rule.isOptIn)
    #expect(try selection("--select", name).includes(rule, ignoring: []))
  }

  @Test func anUnknownCodeIsAUsageError() {
    let result = Recorder.run("check", "--ignore", "unused-servic")
    #expect(result.code == .usage)
    #expect(result.error.hasPrefix("Error: Unknown rule 'unused-servic'. Did you mean 'unused-service'?"))
  }
}
