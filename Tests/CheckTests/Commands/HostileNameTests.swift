import ConfigDI
import Testing

@testable import configdi_check

/// File names with control characters, such as those of a pull request's author.
@Suite struct HostileNameTests {
  private static let folder = "a\n::error::b\u{1B}[31m"
  private static let path = folder + "/app.yaml"

  private static let files = [
    path: "configdi: 1\nservices: { A: { factory: a, scope: weak } }\nroots: [A]\n",
    folder + "/typo.yaml": "configdi: 1\nservices: { A: { factory: a, sope: weak } }\n",
    folder + "/values.env": "UNREAD=1\n",
    "catalog.json":
      #"{ "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.A", "reference": true }] }"#,
  ]

  @Test(
    "a file name cannot add lines or colors to the output",
    arguments: [
      ["check", path], ["check", "--verbose", folder], ["why", path, "A"], ["plan", path], ["env", path],
      ["env", path, "--compare", folder + "/values.env"], ["fix", "--dry-run", folder + "/typo.yaml"],
      ["keys", path, "--catalog", "catalog.json"],
      ["wiring", path, "--catalog", "catalog.json"], ["env", path, path], ["graph", path],
    ])
  func names(arguments: [String]) {
    let recorder = Recorder()
    let code = runProgram(arguments, console: recorder.console(files: InMemoryFiles(Self.files)))
    #expect(code != .failure)
    let text = recorder.output + recorder.error
    #expect(!text.isEmpty && !text.contains("\u{1B}") && !text.contains("\n::error"), "\(text)")
  }

  @Test("a folder's name cannot add lines to what init, diff and compile print") func namesOnDisk() throws {
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { A: a }\nroots: [A]\n", "catalog.json": Self.files["catalog.json"] ?? "",
    ])
    let git = "git -c user.name=a -c user.email=a@b"
    let setup = "name=$(printf 'a\\n::error::b') && \(git) init -q && \(git) add -A && \(git) commit -qm one"
    let commands = [
      "$CHECK init \"$name\"", "$CHECK diff --base HEAD \"$name/app.yaml\"",
      "cp app.yaml \"$name.yaml\" && $CHECK compile \"$name.yaml\" --catalog catalog.json --swift App",
    ]
    let result = try folder.shell("exec 2>&1; \(([setup] + commands).joined(separator: " && "))")
    #expect(result.code == 0 && result.output.contains("wrote a␊::error::b/app.yaml\n"), "\(result.output)")
    #expect(result.output.contains("then run: configdi-check 'a␊::error::b/app.yaml'\n"), "\(result.output)")
    #expect(result.output.contains("a␊::error::b/app.yaml does not exist in revision"), "\(result.output)")
    #expect(result.output.contains("/// The manifest a␊::error::b.yaml, "), "\(result.output)")
    #expect(!result.output.contains("\n::error"), "\(result.output)")
  }
}
