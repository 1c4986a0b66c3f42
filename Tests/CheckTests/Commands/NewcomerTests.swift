import ConfigDI
import Testing

@testable import configdi_check

/// What people type who come from other tools, or who want to see one thing alone.
@Suite struct NewcomerTests {
  private static let manifest = """
    configdi: 1
    stages: { development: {}, production: {} }
    defaultStage: development
    services:
      Orders: { factory: sqlOrders, dependencies: [Clok, Databse] }
      Clock: systemClock
      Database: postgres

    """

  private func run(
    _ arguments: String..., others: [String: String] = [:]
  ) -> (
    code: ExitCode, output: String, error: String
  ) {
    let recorder = Recorder()
    let files = InMemoryFiles(others.merging(["app.yaml": Self.manifest]) { first, _ in first })
    return (runProgram(arguments, console: recorder.console(files: files)), recorder.output, recorder.error)
  }

  @Test(
    "words of other tools have an answer",
    arguments: [
      ("lint", "configdi-check check PATH"), ("validate", "configdi-check check PATH"),
      ("completion", "--generate-completion-script bash"), ("rules", "configdi-check explain"),
      ("generate", "configdi-check keys PATH"),
    ]) func aWordOfAnotherToolIsAnswered(word: String, answer: String)
  {
    let result = run(word, "app.yaml")
    #expect(result.code == .failure)
    #expect(result.error.contains(answer))
  }

  @Test("`version` is a command, not a path") func versionIsNoPath() {
    #expect(run("version").output == Version.current + "\n")
  }

  @Test("--statistics counts the findings of each rule") func statisticsCountEachRule() {
    #expect(run("app.yaml", "--statistics").output.hasSuffix("2  DI201  missing-service\n"))
  }

  @Test("plan shows one key and suggests the closest for an unknown one") func planShowsOneKeyAndSuggestsAnother() {
    let clean = ["app.yaml": Self.manifest.replacing("Clok, Databse", with: "Clock, Database")]
    let files = InMemoryFiles(clean)
    let one = Recorder.run("plan", "app.yaml", "Clock", files: files)
    #expect(one.output.contains("Clock = systemClock"))
    #expect(!one.output.contains("Database ="))
    #expect(Recorder.run("plan", "app.yaml", "Clokc", files: files).error.contains("did you mean 'Clock'?"))
  }

  @Test("a misspelled stage suggests the closest name") func aMisspeltStageIsAnsweredWithTheNearest() {
    let result = run("app.yaml", "-s", "prod")
    #expect(result.output.contains("there is no stage 'prod'"))
    #expect(result.output.contains("did you mean 'production'?"))
  }

  @Test(
    "a misspelled stage has one finding and one exit code",
    arguments: [
      ["check", "app.yaml"], ["plan", "app.yaml"], ["why", "app.yaml", "Clock"], ["graph", "app.yaml"],
      ["graph", "app.yaml", "--format", "html"], ["env", "app.yaml"], ["diff", "app.yaml", "app.yaml"],
      ["compile", "app.yaml", "--catalog", "catalog.json", "--output", "app.bin"],
    ]) func aMisspeltStageHasOneFindingAndOneExitCode(arguments: [String])
  {
    let recorder = Recorder()
    let files = InMemoryFiles([
      "app.yaml": Self.manifest.replacing("Clok, Databse", with: "Clock, Database"),
      "catalog.json": #"{ "configdiCatalog": 1, "factories": [] }"#,
    ])
    let code = runProgram(arguments + ["--stage", "prodution"], console: recorder.console(files: files))
    #expect(code == .findings)
    let text = recorder.output + recorder.error
    #expect(text.contains("error: there is no stage 'prodution' [DI105]"), "\(text)")
    #expect(text.contains("stages of the manifest: development, production"))
    #expect(text.contains("did you mean 'production'?"))
    #expect(!text.contains("cannot be composed"))
  }

  @Test(
    "a stage that an unread import may declare is not reported",
    arguments: [
      ["check", "app.yaml"], ["check", "app.yaml", "plain.yaml"], ["check", "plain.yaml", "broken.yaml"],
      ["plan", "app.yaml"], ["env", "app.yaml"],
    ]) func aStageThatAnUnreadImportMayDeclare(arguments: [String])
  {
    let recorder = Recorder()
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nimports: [stages.yaml]\nstages: { dev: {} }\nservices: { A: f }\n",
      "stages.yaml": "configdi: 1\nstages: { prod: {\n",
      "broken.yaml": "configdi: 1\nstages: { prod: {\n",
      "plain.yaml": "configdi: 1\nservices: { A: f }\n",
    ])
    let code = runProgram(arguments + ["--stage", "prod"], console: recorder.console(files: files))
    #expect(code == (arguments[0] == "check" ? .findings : .failure))
    let text = recorder.output + recorder.error
    #expect(text.contains("[DI001]") && !text.contains("DI105") && !text.contains("reads no variables"), "\(text)")
  }

  @Test("an unknown stage that is given twice is reported once") func aRepeatedStage() {
    let result = run("app.yaml", "-s", "qa", "-s", "qa")
    #expect(result.output.ranges(of: "there is no stage 'qa'").count == 1, "\(result.output)")
  }

  @Test("a missing path is reported with the folder that was searched")
  func aMissingPathIsNamedWithTheFolderThatWasSearched() {
    let missing = run("ap.yaml")
    #expect(missing.code == .failure)
    #expect(
      missing.error == """
        error: no such file or folder: /ap.yaml (working directory: /); did you mean 'app.yaml'?

        """)
  }

  @Test("the last line names at most five rules") func theLastLineNamesAtMostFiveRules() {
    let broken = """
      configdi: 1
      stages: { development: {} }
      parameters: { p: { type: nonsense }, unused: { value: 1 } }
      services:
        A: { factory: a, dependencies: [Gone], scope: nowhere, colour: red }
        B: { alias: C }
        C: { alias: B }
        D: { factory: d, dependencies: [D] }
        E: { factory: e, settings: { x: "${missing}" } }

      """
    let last = run("app.yaml", others: ["app.yaml": broken]).error.split(separator: "\n").first {
      $0.hasPrefix("to learn more")
    }
    let words = (last ?? "").matches(of: /DI\d{3}/).count
    #expect(words == 5, "\(last ?? "no such line")")
    #expect(last?.contains(", and ") == true)
  }

  @Test func explainWithoutACodeListsEveryRule() throws {
    let text = run("explain").output
    for rule in Rule.all { #expect(text.contains("\n\(rule.code)  ") || text.hasPrefix(rule.code)) }
    #expect(text.split(separator: "\n").count == Rule.all.count)
    #expect(run("explain", "--format", "markdown").output.hasPrefix("# Rules\n"))
    #expect(run("explain", "DI202", "--format", "json").output.contains("\"dependency-cycle\""))
    #expect(!run("explain", "DI202", "--format", "json").output.contains("DI203"))
  }

  @Test("a limit is set by a flag or the configuration file") func aLimitIsSetByAFlagOrTheConfiguration() {
    #expect(run("app.yaml", "--limit", "stages=1").output.contains("[DI007]"))
    let configured = [".configdi-check.yml": "limits: { stages: 1 }\n"]
    #expect(run("app.yaml", others: configured).output.contains("[DI007]"))
    #expect(!run("app.yaml", "--limit", "stages=2", others: configured).output.contains("[DI007]"))
    let mistaken = run(others: [".configdi-check.yml": "limits: { staged: 1, nodes: few }\n"])
    #expect(mistaken.code == .failure)
    #expect(mistaken.error.contains("unknown limit 'staged'"))
    #expect(mistaken.error.contains("did you mean 'stages'?"))
    #expect(mistaken.error.contains("expected a positive whole number"))
  }

  @Test("completions offer the names of the manifest") func completionsHaveTheNamesOfTheManifest() {
    func offers(_ words: String...) -> String {
      let recorder = Recorder()
      let files = InMemoryFiles(["app.yaml": Self.manifest])
      #expect(runProgram(["--offer", "--"] + words, console: recorder.console(files: files)) == .success)
      return recorder.output
    }
    #expect(offers("check", "app.yaml", "--stage", "p") == "development\nproduction\n")
    #expect(offers("check", "app.yaml", "--stage", "=") == "development\nproduction\n")
    #expect(offers("check", "app.yaml", "--stage=p") == "--stage=development\n--stage=production\n")
    #expect(offers("graph", "app.yaml", "--focus", "") == "Orders\nClock\nDatabase\n")
    #expect(offers("why", "-s", "production", "app.yaml", "") == "Orders\nClock\nDatabase\n")
    #expect(offers("why", "") == ":files\n")
    #expect(offers("check", "--select", "DI201,DI20").contains("DI201,DI202\n"))
    #expect(offers("ex").contains("explain\tExplain a rule, "))
    #expect(offers("check", "--quiet", "--").contains("--verbose\tAlso list the files read and the rules skipped.\n"))
    #expect(!offers("check", "--quiet", "--").contains("--quiet"))
  }

  @Test("a configuration file is recognized by either of its names") func aConfigurationIsCalledByItsOwnName() {
    let result = run(others: [".configdi-check.yaml": "catlog: x\nfail-on: warnings\nignore: [DI999]\n"])
    #expect(result.code == .failure)
    let text = result.output + result.error
    #expect(text.contains("'catlog' is not a setting of .configdi-check.yaml"))
    #expect(text.contains("did you mean 'warning'?"), "all mistakes are told at once")
    #expect(text.contains("unknown rule 'DI999'"))
  }

  @Test(
    "a command that takes one manifest names those that it found",
    arguments: [
      ["plan", "."], ["keys", ".", "--output", "-"], ["compile", ".", "--catalog", "c.json", "--output", "a.configdi"],
    ]) func severalManifestsWhereOneIsExpected(arguments: [String])
  {
    let recorder = Recorder()
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\n", "other.yaml": "configdi: 1\n",
      "c.json": #"{ "configdiCatalog": 1, "factories": [] }"#,
    ])
    #expect(runProgram(arguments, console: recorder.console(files: files)) == .failure)
    #expect(recorder.error.contains("expected one manifest, but found 2 manifests: app.yaml, other.yaml"))
  }
}
