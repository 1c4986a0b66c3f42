import ConfigDI
import Testing

@testable import configdi_check

/// What of a text with secrets is shown, and what is not.
@Suite struct SecretExcerptTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [{ "name": "hook", "provides": "App.Hook", "settings": { "type": "S", "fields": [
      { "name": "token", "type": "string", "secret": true, "optional": true },
      { "name": "keys", "type": "list", "of": { "type": "string", "secret": true }, "optional": true },
      { "name": "size", "type": "int", "optional": true }] } }] }
    """

  private func output(_ text: String, _ command: String = "check", _ more: String...) -> String {
    let recorder = Recorder()
    let files = InMemoryFiles(["app.yaml": "configdi: 1\n" + text, "configdi.catalog.json": Self.catalog])
    _ = runProgram([command, "app.yaml"] + more, console: recorder.console(files: files))
    return recorder.output
  }

  @Test("a reference in a secret setting is shown, and so is a mistake in it") func aReferenceIsShown() {
    let text = output(
      """
      parameters: { hook.token: { env: T, secret: true } }
      services:
        Hook: { factory: hook, settings: { token: "${hook.tokn}" } }
      """)
    #expect(text.contains("no parameter is named 'hook.tokn'") || text.contains("hook.tokn"), "\(text)")
    #expect(text.contains("4 |   Hook: { factory: hook, settings: { token: \"${hook.tokn}\" } }\n"), "\(text)")
    #expect(text.contains("  |                                              ^^^^^^^^^^^^\n"), "\(text)")
    #expect(text.contains("did you mean 'hook.token'?"), "\(text)")
  }

  @Test("what is nested deeper than any manifest is hidden, in a time that does not grow with the depth for each value")
  func deepNesting() {
    let text = String(repeating: "[", count: 20_000) + String(repeating: "a1,", count: 20_000)
    let file = SourceFile.unread("app.yaml", Array(text.utf8))
    #expect(!file.shown(20_000..<text.utf8.count).contains("a1"))
  }

  @Test("carets stand below the whole of a hidden text") func caretsStandBelowIt() {
    let text = output("services:\n  Hook: { factory: hook, settings: { token: 12345678, size: x } }\n")
    #expect(text.contains("3 |   Hook: { factory: hook, settings: { token: ***, size: x } }\n"), "\(text)")
    #expect(text.contains("  |                                             ^^^\n"), "\(text)")
    #expect(text.contains("expected text, found <secret token>"), "\(text)")
  }

  @Test("a value in place of a list of secrets is hidden", arguments: ["true", "1.5", "'x y'"])
  func aValueForAList(value: String) {
    let text = output("services:\n  Hook: { factory: hook, settings: { keys: \(value) } }\n")
    #expect(text.contains("expected a list, found <secret keys>") && !text.contains(value), "\(text)")
  }

  @Test("brackets, keys and quotes of secrets are shown") func bracketsAreShown() {
    let text = output(
      "services:\n  Hook: { factory: hook, settings: { keys: [one, \"two\", \"a${b}c\"], token: 'x y' }, zzz: 1 }\n")
    #expect(text.contains("{ keys: [***, \"***\", \"***${b}***\"], token: '***' }, zzz: 1 }"), "\(text)")
  }

  @Test("a message has the value alone left out") func aMessageIsKept() {
    let text = output("parameters: { pin: { value: 0777, secret: true, exposed: true } }\n")
    #expect(text.contains("'***' is the number *** here, but the number *** in YAML 1.1"), "\(text)")
  }

  @Test(
    "a secret is hidden though the file that declares it, or the one that changes it, is not YAML",
    arguments: [
      (app: "dev: { parameters: { db.url: { valeu: \"HUNTER2\" } } }", lib: "A: { factory: a, settings: { p: 1 }"),
      ("dev: { parameters: { db.url: { value: { a: HUNTER2 } } } }", "A: {"),
      ("dev: { parameters: { db.url: “HUNTER2” } }", "A: {"),
      ("dev: { parameters: { db.url: { value: $HUNTER2 } } }", "A: {"),
      ("dev: @{ parameters: { db.url: { value: { a: \"HUNTER2\" } } } }", "A: a"),
      ("dev: { parameters: { db.url: \"HUNTER2 } }", "A: a"), ("dev:\n    parameters:\n      db.url: @HUNTER2", "A: a"),
    ])
  func filesThatAreNotYAML(app: String, lib: String) {
    let recorder = Recorder()
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nimports: [lib.yaml]\nstages:\n  \(app)\n",
      "lib.yaml": "configdi: 1\nparameters:\n  db.url: { env: DB_URL, secret: true }\nservices:\n  \(lib)\n",
    ])
    for format in ["text", "json", "sarif"] {
      _ = runProgram(["check", "app.yaml", "--format", format], console: recorder.console(files: files))
    }
    #expect(recorder.output.contains("DI001"))
    let shown = recorder.output.split(separator: "\n").filter { $0.contains("HUNTER2") }
    #expect(shown.isEmpty, "\(shown)")
  }

  @Test("what a file that is not YAML declares itself is shown") func ownParametersAreShown() {
    let text = output("imports: []\nparameters:\n  size: @12\n  url: \"http://example\"\n")
    #expect(text.contains("4 |   size: @12\n"), "\(text)")
  }

  @Test("a text that is not YAML has its secrets alone hidden") func textThatIsNotYAML() throws {
    let lines = """
      parameters:
        db.password: { value: one, env: ONE }
        open: { value: two }
        other: { secret: true, default: three }
        list:
          secret: true
          value:
            - four
            - "fi ve"
      services:
        TokenStore: tokenFactory
        Hook: { factory: hook, settings: { token: "${x}six", size: 7 }, dependencies: { token: TokenStore } }
      roots: [
      """
    let catalog = try Catalog(json: Self.catalog)
    let file = SourceFile.unread("app.yaml", Array(lines.utf8), catalog)
    let shown = lines.replacing("value: one", with: "value: ***").replacing("three", with: "***")
      .replacing("four", with: "***").replacing("fi ve", with: "***").replacing("}six", with: "}***")
    #expect(file.shown(0..<file.bytes.count) == shown)
  }

  @Test("what a fix changes beside a secret is shown") func aFixIsShown() {
    let text = output(
      "services:\n  Hook:\n    factory: hook\n    settings:\n      token: PLANTED\n  Hook/b: hok\n", "fix", "--dry-run")
    #expect(text.contains("-  Hook/b: hok\n+  Hook/b: hook\n"), "\(text)")
    #expect(text.contains("       token: ***\n"), "\(text)")
  }
}
