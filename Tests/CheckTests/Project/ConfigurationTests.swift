import ConfigDI
import Testing

@testable import configdi_check

@Suite struct ConfigurationTests {
  private func finder(_ files: [String: String]) -> ConfigurationFinder {
    ConfigurationFinder(Recorder().console(files: InMemoryFiles(files)))
  }

  @Test func theNearestOneUpwardHolds() {
    var finder = finder([
      ".configdi-check.yml": "fail-on: note", "a/.configdi-check.yml": "fail-on: never", "a/b/app.yaml": "",
      "c/app.yaml": "",
    ])
    #expect(finder.configuration(forFileAt: "a/b/app.yaml").failOn == .never)
    #expect(finder.configuration(forFileAt: "c/app.yaml").failOn == .note)
    #expect(finder.files == ["a/.configdi-check.yml", ".configdi-check.yml"])
  }

  @Test func everySettingIsRead() {
    var finder = finder([
      "sub/.configdi-check.yml": """
      catalog: build/catalog.json
      paths: [config, other.yaml]
      root: ..
      fail-on: warning
      ignore: [DI207, dependency-cycle]
      severity: { DI301: note, unused-service: error }
      """
    ])
    let found = finder.configuration(in: "sub")
    #expect(finder.findings.findings.isEmpty)
    #expect(found.catalog == "sub/build/catalog.json")
    #expect(found.paths == ["sub/config", "sub/other.yaml"])
    #expect(found.root == "sub/..")
    #expect(found.failOn == .warning)
    #expect(found.ignore.map(\.code) == ["DI207", "DI202"])
    #expect(found.severity == ["DI301": .note, "DI207": .error])
  }

  @Test(arguments: [
    (
      "fail_on: note", "1:1: error: 'fail_on' is not a setting of .configdi-check.yml [DI004]",
      "did you mean 'fail-on'?"
    ),
    (
      "ignore: [unused-servic]", "1:10: error: no rule is called 'unused-servic' [DI005]",
      "did you mean 'unused-service'?"
    ),
    ("severity: { DI207: fatal }", "1:20: error: expected error, warning or note, found the text 'fatal' [DI005]", nil),
    ("fail-on: 3", "1:10: error: expected error, warning, note or never, found the whole number 3 [DI005]", nil),
    ("paths: [[a]]", "1:9: error: expected a path, found a list [DI005]", nil),
    ("- a", "1:1: error: expected a mapping of settings, found a list [DI005]", nil),
  ]) func mistakesHaveAPlace(text: String, message: String, help: String?) throws {
    var finder = finder([".configdi-check.yml": text])
    _ = finder.configuration(in: "")
    let finding = try #require(finder.findings.findings.first)
    #expect(finding.firstLine() == ".configdi-check.yml:\(message)")
    if let help { #expect(finding.help == [help]) }
  }

  @Test func theStricterThresholdIsKnown() {
    #expect(FailOn.note.isStricter(than: .error))
    #expect(FailOn.error.isStricter(than: .never))
    #expect(!FailOn.error.isStricter(than: .warning))
  }
}
