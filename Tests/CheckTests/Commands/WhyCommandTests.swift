import ConfigDI
import Testing

@testable import configdi_check

@Suite struct WhyCommandTests {
  /// The short way to Target would need both values of 'fast'.
  private func why(_ key: String, long: String) -> String {
    let manifest = """
      configdi: 1
      parameters: { fast: { type: bool, env: FAST } }
      roots: [Start]
      services:
        Start: { factory: start, dependencies: [First, Long] }
        First: { select: fast, cases: { true: Middle, false: Leaf } }
        Middle: { factory: middle, dependencies: [Second] }
        Second: { select: fast, cases: { true: Leaf, false: Target } }
        Long: { factory: long, dependencies: [Longer] }
        Longer: { factory: longer, dependencies: [\(long)] }
        Leaf: leaf
        Target: target
      """
    return Recorder.run("why", "app.yaml", key, files: InMemoryFiles(["app.yaml": manifest])).output
  }

  @Test("a path needs one value of each parameter")
  func oneValue() {
    let output = why("Target", long: "Second")
    #expect(output.contains("reached through Start -> Long -> Longer -> Second -> Target\n"), "\(output)")
    #expect(why("Second", long: "Leaf").contains("reached through Start -> First -> Middle -> Second\n"))
  }

  @Test("a key that two values at once would reach is not reachable")
  func twoValues() {
    let output = why("Target", long: "Leaf")
    #expect(output.contains("not reachable from any root"), "\(output)")
    #expect(output.contains("Second  app.yaml:8:55  case false\n"), "\(output)")
  }

  @Test(
    "the errors beside an answer are colored as --color says",
    arguments: [["why", "app.yaml", "A"], ["plan", "app.yaml"], ["graph", "app.yaml"], ["env", "app.yaml"]])
  func colors(command: [String]) {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\nservices: { A: { factory: a, scop: weak } }\n"])
    func errors(_ color: String) -> String {
      let recorder = Recorder()
      #expect(runProgram(command + ["--color", color], console: recorder.console(files: files)) == .findings)
      return recorder.error
    }
    #expect(errors("always").contains("\u{1B}["), "\(errors("always"))")
    #expect(errors("never").contains("'scop' is not a key of a service [DI004]") && !errors("never").contains("\u{1B}"))
  }

  @Test("the errors beside an answer have colors where standard error is a terminal", arguments: [false, true])
  func colorsOfRedirectedErrors(isErrorTerminal: Bool) {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\nservices: { A: { factory: a, scop: weak } }\n"])
    for command in ["plan", "env"] {
      let recorder = Recorder()
      let console = recorder.console(
        files: files, isTerminal: !isErrorTerminal, isErrorTerminal: isErrorTerminal)
      #expect(runProgram([command, "app.yaml"], console: console) == .findings)
      #expect(recorder.error.contains("\u{1B}[") == isErrorTerminal, "\(recorder.error)")
    }
  }
}
