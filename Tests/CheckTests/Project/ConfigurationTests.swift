import ConfigDI
import Testing

@testable import configdi_check

@Suite struct ConfigurationTests {
  private func finder(_ files: [String: String]) -> ConfigurationFinder {
    ConfigurationFinder(Recorder().console(files: InMemoryFiles(files)), bound: nil)
  }

  @Test("the nearest configuration upward is used") func theNearestOneUpwardHolds() {
    var finder = finder([
      ".configdi-check.yml": "fail-on: note", "a/.configdi-check.yml": "fail-on: never", "a/b/app.yaml": "",
      "c/app.yaml": "",
    ])
    #expect(finder.configuration(in: "a/b").failOn == .never)
    #expect(finder.configuration(in: "c").failOn == .note)
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
      severity: { DI301: note, unused-service: error, DI003: off }
      baseline: known.json
      """
    ])
    let found = finder.configuration(in: "sub")
    #expect(finder.findings.findings.isEmpty)
    #expect(found.catalog == "sub/build/catalog.json")
    #expect(found.paths == ["sub/config", "sub/other.yaml"])
    #expect(found.root == "sub/..")
    #expect(found.failOn == .warning)
    #expect(found.ignore.map(\.code) == ["DI207", "DI202"])
    #expect(found.off.map(\.code) == ["DI003"])
    #expect(found.baseline == "sub/known.json")
    #expect(found.severity == ["DI301": .note, "DI207": .error])
  }

  @Test(arguments: [
    (
      "fail_on: note", "1:1: error: 'fail_on' is not a setting of .configdi-check.yml [DI004]",
      "did you mean 'fail-on'?"
    ),
    (
      "ignore: [unused-servic]", "1:10: error: unknown rule 'unused-servic' [DI005]",
      "did you mean 'unused-service'?"
    ),
    (
      "severity: { DI207: fatal }", "1:20: error: expected error, warning, note or off, found the text 'fatal' [DI005]",
      nil
    ),
    ("fail-on: 3", "1:10: error: expected error, warning, note or never, found the whole number 3 [DI005]", nil),
    (
      "severity: { DI211: off, asked-for-missing: error }",
      "1:25: error: 'asked-for-missing' is already in this mapping, as 'DI211' [DI002]", "remove one of the two"
    ),
    (
      "severity: { DI2: off, DI207: note, di2: error }",
      "1:36: error: 'di2' is already in this mapping, as 'DI2' [DI002]",
      nil
    ),
    ("paths: [[a]]", "1:9: error: expected a path, found a list [DI005]", nil),
    ("- catalog: a", "1:1: error: expected a mapping of settings, found a list [DI005]", nil),
    (
      "TOKEN=abc",
      "1:1: error: '.configdi-check.yml' is not a configuration file: none of its lines starts with a setting [DI005]",
      nil
    ),
    (
      "catalog: ../a.json",
      "1:10: error: '../a.json' is outside the folder '/sub', which only the command line can widen [DI103]", nil
    ),
    (
      "paths: [a, /]", "1:12: error: '/' is outside the folder '/sub', which only the command line can widen [DI103]",
      nil
    ),
    (
      "baseline: ../b",
      "1:11: error: '../b' is outside the folder '/sub', which only the command line can widen [DI103]", nil
    ),
  ]) func mistakesHaveAPlace(text: String, message: String, help: String?) throws {
    var finder = finder(["sub/.configdi-check.yml": text])
    _ = finder.configuration(in: "sub")
    let finding = try #require(finder.findings.findings.first)
    #expect(
      finding.firstLine()
        == "sub/.configdi-check.yml:\(message)".replacing(
          "'.configdi-check.yml' is no", with: "'sub/.configdi-check.yml' is no"))
    if let help { #expect(finding.help == [help]) }
  }

  @Test(
    "of two names for a rule's severity, the more specific decides",
    arguments: [
      ("DI2: off, DI211: error", Severity.error), ("DI211: error, DI2: off", .error),
      ("asked-for-missing: note, DI2: error", .note), ("DI: note, DI21: warning, DI2: off", .warning),
      ("DI2: error, di211: off", nil), ("DI2: off", nil),
    ] as [(String, Severity?)])
  func specificSeverities(text: String, severity: Severity?) {
    var finder = finder([".configdi-check.yml": "severity: { \(text) }"])
    let found = finder.configuration(in: "")
    #expect(finder.findings.findings.isEmpty)
    #expect(found.severity["DI211"] == severity)
    #expect(found.off.contains { $0.code == "DI211" } == (severity == nil))
  }

  @Test("both file names work, but not together") func bothNamesWorkAndNotTogether() {
    let manifest = "configdi: 1\nservices: { A: { factory: f, dependencies: [B] } }\n"
    let name = ".configdi-check.yaml"
    #expect(
      Recorder.run("app.yaml", files: InMemoryFiles(["app.yaml": manifest, name: "ignore: DI201"])).code == .success)
    let both = Recorder.run(
      "app.yaml", files: InMemoryFiles(["app.yaml": manifest, name: "", ".configdi-check.yml": ""]))
    #expect(both.code == .failure)
    #expect(both.error.contains("two configuration files in the same folder"))
  }

  @Test("every mistake is reported at once") func everyMistakeIsToldAtOnce() {
    let text = "catlog: x\nfail-on: 3\nseverity: { DI207: loud, DI999: error }\n"
    let result = Recorder.run(
      "app.yaml", files: InMemoryFiles(["app.yaml": "configdi: 1\n", ".configdi-check.yml": text]))
    #expect(result.code == .failure)
    for place in ["1:1", "2:10", "3:20", "3:26"] {
      #expect(result.error.contains(".configdi-check.yml:\(place): error:"), "\(place)")
    }
  }

  @Test("a mistake comes before the answer that no manifest was found") func mistakesWithoutManifests() {
    for text in ["pths: [config]\n", "paths: [empty]\nfail-on: 3\n"] {
      let result = Recorder.run("check", files: InMemoryFiles([".configdi-check.yml": text, "empty/a.txt": ""]))
      #expect(result.code == .failure)
      #expect(result.error.hasPrefix(".configdi-check.yml:"), "\(result.error)")
      #expect(!result.error.contains("no manifest"), "\(result.error)")
    }
  }

  @Test("a missing path is reported at its line") func whatIsNotThereIsToldAtItsLine() {
    let text = "catalog: nope.json\npaths: [app.yaml, gone]\nbaseline: base.json\nroot: app.yaml\nfail-on: 3\n"
    func check(_ arguments: String..., configuration: String = text) -> String {
      let files = InMemoryFiles([
        "app.yaml": "configdi: 1\n", ".configdi-check.yml": configuration, "other.json": #"{ "configdiCatalog": 1 }"#,
        "known.json": #"{ "configdiBaseline": 1, "findings": [] }"#, "dir/a.swift": "",
      ])
      let recorder = Recorder()
      return "\(runProgram(arguments, console: recorder.console(files: files)).rawValue) \(recorder.error)"
    }
    let found = check()
    #expect(found.hasPrefix("2 "))
    for line in [
      "1:10: error: no such file or folder: 'nope.json' [DI009]",
      "2:19: error: no such file or folder: 'gone' [DI009]",
      "3:11: error: no such file or folder: 'base.json' [DI009]",
      "4:7: error: 'app.yaml' is not a folder [DI005]", "5:10: error: expected error, warning, note or never",
    ] {
      #expect(found.contains(".configdi-check.yml:\(line)"), "\(line)\n\(found)")
    }
    // What a flag replaces need not be there, nor what the run does not use.
    let rest = "catalog: nope.json\npaths: [gone]\nbaseline: base.json\n"
    #expect(
      check("app.yaml", "--catalog", "other.json", "--baseline", "known.json", configuration: rest).hasPrefix("0 "))
    #expect(check("fix", "app.yaml", configuration: "paths: [gone]\n").hasPrefix("0 "))
    #expect(check("fix", "app.yaml", configuration: "baseline: gone\n").contains("1:11: error: no such file or folder"))
    #expect(check("app.yaml", configuration: "root: .\n").hasPrefix("0 "))
    #expect(check("app.yaml", configuration: "root: gone\n").contains("1:7: error: 'gone' is not a folder"))
    // A path of the wrong kind is a mistake too.
    let kinds = check(
      "app.yaml", configuration: "catalog: dir\nsources: [dir, other.json]\nbaseline: dir\nfail-on: 3\n")
    #expect(kinds.hasPrefix("2 "))
    for line in [
      "1:10: error: 'dir' is a folder, not a file [DI005]", "2:16: error: 'other.json' is not a folder [DI005]",
      "3:11: error: 'dir' is a folder, not a file [DI005]", "4:10: error: expected error, warning, note or never",
    ] {
      #expect(kinds.contains(".configdi-check.yml:\(line)"), "\(line)\n\(kinds)")
    }
    let exchanged = check("app.yaml", configuration: "catalog: known.json\nbaseline: app.yaml\n")
    #expect(exchanged.hasPrefix("2 "))
    for line in [
      "1:10: error: 'known.json' is not a catalog: \"configdiCatalog\": 1 is missing [DI005]",
      "2:11: error: 'app.yaml' is not a baseline: \"configdiBaseline\": 1 is missing [DI005]",
    ] {
      #expect(exchanged.contains(".configdi-check.yml:\(line)"), "\(line)\n\(exchanged)")
    }
    #expect(check("app.yaml", "--no-sources", configuration: "sources: other.json\n").hasPrefix("0 "))
  }

  @Test("the configured root narrows and never widens the bound") func theRootNarrowsAndNeverWidens() {
    let files = [
      "r/.git/HEAD": "", "r/a/app.yaml": "configdi: 1\nroot: /\nimports: [../b/part.yaml]\n",
      "r/b/part.yaml": "configdi: 1\nservices: { A: f }\n", "o/out.yaml": "configdi: 1\nservices: { A: f }\n",
      "r/out.yaml": "configdi: 1\nroot: /\nimports: [../o/out.yaml]\n",
    ]
    func check(_ path: String, root: String) -> String {
      var files = files
      files["r/.configdi-check.yml"] = "root: \(root)\n"
      return Recorder.run(path, "--root", "/r", "--format", "concise", files: InMemoryFiles(files)).output
    }
    #expect(check("r/a/app.yaml", root: ".").isEmpty)
    #expect(check("r/a/app.yaml", root: "a").contains("is outside the root folder 'r/a'"))
    #expect(check("r/out.yaml", root: "/").contains("[DI103]"))
  }

  @Test("each manifest is judged by its own configuration") func eachManifestHasItsOwn() {
    let unneeded = "# configdi:ignore-file DI204 -- old\n"
    let missing = "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n"
    let catalog =
      #"{ "configdiCatalog": 1, "factories": [{ "name": "f", "provides": "A" }, { "name": "g", "provides": "G" }] }"#
    func check(_ own: String, _ text: String = missing, catalog: String? = nil) -> (code: ExitCode, output: String) {
      var files = [
        "a/app.yaml": "configdi: 1\nservices: { A: f }\n", "a/.configdi-check.yml": "catalog: none\n",
        "b/app.yaml": text, "b/.configdi-check.yml": own,
      ]
      files["b/configdi.catalog.json"] = catalog
      let result = Recorder.run("check", "a", "b", "--format", "concise", files: InMemoryFiles(files))
      return (result.code, result.output)
    }
    let sound = "configdi: 1\nservices: { A: f }\n"
    #expect(
      check("catalog: none", unneeded + sound).output.contains("b/app.yaml:1:1: warning: this suppression has no"))
    #expect(check("ignore: DI008", unneeded + sound).output.isEmpty)
    #expect(check("severity: { DI008: error }", unneeded + sound).code == .findings)
    #expect(check("fail-on: error", sound, catalog: catalog).output.isEmpty)
    #expect(check("severity: { DI702: error }", sound, catalog: catalog).output.contains("error: "))
    #expect(check("fail-on: error").code == .findings)
    #expect(check("fail-on: never").code == .success)
    #expect(check("fail-on: note", unneeded + sound).code == .findings)
  }

  @Test("a finding in a shared file is reported once, with the highest severity") func severitiesOfASharedFile() {
    let manifest = "configdi: 1\nroot: ..\nimports: [../lib.yaml]\n"
    let result = Recorder.run(
      "check", "a", "b", "--root", ".", "--format", "concise",
      files: InMemoryFiles([
        "a/app.yaml": manifest, "a/.configdi-check.yml": "severity: { DI201: note }\n", "b/app.yaml": manifest,
        "lib.yaml": "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n",
      ]))
    #expect(result.output.hasPrefix("lib.yaml:2:45: error: "), "\(result.output)")
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test("messages name the configuration file that was found") func theFoundFileIsNamed() {
    let files = InMemoryFiles([
      "a/app.yaml": "configdi: 1\nimports: [../lib.yaml]\nroot: ..\n", "a/.configdi-check.yaml": "root: .\n",
      "lib.yaml": "configdi: 1\n",
    ])
    let result = Recorder.run("check", "a", "--root", ".", files: files)
    #expect(result.output.contains("help: move the file into it, or widen 'root' in a/.configdi-check.yaml"))
    #expect(result.error.contains("set 'catalog: none' in a/.configdi-check.yaml)"), "\(result.error)")
  }

  @Test("thresholds are ordered by strictness") func theStricterThresholdIsKnown() {
    #expect(FailOn.allCases == [.never, .error, .warning, .note])
  }
}
