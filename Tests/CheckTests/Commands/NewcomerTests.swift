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

  @Test(arguments: [
    ("lint", "configdi-check check PATH"), ("validate", "configdi-check check PATH"),
    ("completion", "--generate-completion-script bash"),
  ]) func aWordOfAnotherToolIsAnswered(word: String, answer: String) {
    let result = run(word, "app.yaml")
    #expect(result.code == .failure)
    #expect(result.error.contains(answer))
  }

  @Test func versionIsNoPath() {
    #expect(run("version").output == Version.current + "\n")
  }

  @Test func statisticsCountEachRule() {
    #expect(run("app.yaml", "--statistics").output.hasSuffix("2  DI201  missing-service\n"))
  }

  @Test func planShowsOneKeyAndSuggestsAnother() {
    let clean = ["app.yaml": Self.manifest.replacing("Clok, Databse", with: "Clock, Database")]
    let files = InMemoryFiles(clean)
    let one = Recorder.run("plan", "app.yaml", "Clock", files: files)
    #expect(one.output.contains("Clock = systemClock"))
    #expect(!one.output.contains("Database ="))
    #expect(Recorder.run("plan", "app.yaml", "Clokc", files: files).error.contains("did you mean 'Clock'?"))
  }

  @Test func aMisspeltStageIsAnsweredWithTheNearest() {
    let result = run("app.yaml", "-s", "prod")
    #expect(result.output.contains("there is no stage 'prod'"))
    #expect(result.output.contains("did you mean 'production'?"))
  }

  @Test func completionsHaveTheNamesOfTheManifest() {
    #expect(run("--offer", "stages", "--", "check", "app.yaml", "--stage").output == "development\nproduction\n")
    #expect(run("--offer", "keys", "--", "graph", "app.yaml", "--focus").output == "Orders\nClock\nDatabase\n")
    #expect(run("--offer", "keys", "--", "why", "none.yaml").code == .success)
  }

  @Test func aConfigurationIsCalledByItsOwnName() {
    let result = run(others: [".configdi-check.yaml": "catlog: x\nfail-on: warnings\nignore: [DI999]\n"])
    #expect(result.code == .failure)
    let text = result.output + result.error
    #expect(text.contains("'catlog' is not a setting of .configdi-check.yaml"))
    #expect(text.contains("did you mean 'warning'?"), "all mistakes are told at once")
    #expect(text.contains("no rule is called 'DI999'"))
  }
}
