import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct CheckCommandTests {
  private let clean = "configdi: 1\nservices:\n  Clock: systemClock\n"
  private let broken = "configdi: 1\nservices:\n  Api: { factory: api, dependencies: { clock: Clok } }\n  Clock: c\n"
  private let unused = "configdi: 1\nparameters: { size: 3 }\nservices:\n  Clock: systemClock\n"

  private func check(
    _ files: [String: String], _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) -> (code: ExitCode, output: String, error: String) {
    let recorder = Recorder()
    let console = recorder.console(files: InMemoryFiles(files), input: input, environment: environment)
    let code = runProgram(["check"] + arguments, console: console)
    return (code, recorder.output, recorder.error)
  }

  @Test("no output has a control character of a manifest")
  func controlCharacters() {
    let text = """
      configdi: 1
      parameters: { p: { env: P, exposed: true, default: "\\e[2m" } }
      services: { A: { factory: "a\\e[1m", dependencies: ["\\e[31mQ"] }, "B\\e[0m": { alias: A } }
      """
    let files = InMemoryFiles(["app.yaml": text, "other.yaml": "configdi: 1\nservices: { A: a }\n"])
    for arguments in [
      ["check", "--format", "github"], ["graph"], ["graph", "--format", "mermaid"], ["env"],
      ["env", "--format", "kubernetes"], ["diff", "other.yaml"], ["diff", "other.yaml", "--format", "markdown"],
    ] {
      let recorder = Recorder()
      _ = runProgram([arguments[0], "app.yaml"] + arguments.dropFirst(), console: recorder.console(files: files))
      #expect(!recorder.output.isEmpty && !recorder.output.contains("\u{1B}"), "\(arguments): \(recorder.output)")
    }
  }

  @Test("a sound manifest prints only the summary") func aCleanManifestPrintsItsSummaryAlone() {
    let result = check(["app.yaml": clean], "app.yaml", "--select", "DI201")
    #expect(result.code == .success)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("1 manifest, 1 stage, 1 service: partially checked. "))
    #expect(
      result.error.contains(" rules skipped: no catalog\nwarning: factory names, settings and"))
    #expect(
      result.error.hasSuffix("to write a catalog: swift package configdi-catalog --output configdi.catalog.json\n"))
  }

  @Test("a suppression in an unread section is not called unused", arguments: ["Services", "services: {}\nservices"])
  func suppressionInUnreadSection(section: String) {
    let text = "configdi: 1\nNAME:\n  # configdi:ignore DI409 -- until the next release\n  A: { factory: a }\n"
    #expect(check(["app.yaml": text.replacing("NAME", with: "services")], "app.yaml").output.contains("[DI008]"))
    #expect(!check(["app.yaml": text.replacing("NAME", with: section)], "app.yaml").output.contains("[DI008]"))
  }

  @Test("a configuration that says 'catalog: none' ends the warning") func noCatalogMayBeMeant() throws {
    let files = [".configdi-check.yml": "catalog: none", "app.yaml": clean]
    #expect(check(files, "app.yaml", "--select", "DI201").error == "1 manifest, 1 stage, 1 service: no findings\n")
    let both = files.merging(["sub/app.yaml": clean, "sub/.configdi-check.yml": "fail-on: error"]) { $1 }
    let error = check(both, "app.yaml", "sub/app.yaml", "--select", "DI201").error
    #expect(
      error.contains("to write a catalog: swift package configdi-catalog --output sub/configdi.catalog.json\n"))
    for format in [Format.sarif, .github] {
      #expect(!check(files, "app.yaml", "--format", format.name).output.contains("without a catalog"))
    }
    let required = check(files, "app.yaml", "--require-catalog")
    #expect(required.code == .failure)
    #expect(required.error.contains("app.yaml has no catalog, since .configdi-check.yml:1:10 says 'none': "))
  }

  @Test("only manifests need a catalog, not their parts or other files") func partsNeedNoCatalog() {
    let app = "configdi: 1\nimports: [parts/p.yaml]\noverlays: [overlays/o.yaml]\nservices: { A: a }\n"
    let files = [
      "config/app.yaml": app, "config/parts/p.yaml": "configdi: 1\nservices: { B: a }\n",
      "config/overlays/o.yaml": "configdi: 1\nkind: overlay\nservices: { A: b }\n",
      "config/deploy/job.yml": "image: registry/configdi-check:1\n",
      "config/configdi.catalog.json":
        #"{ "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "A" }, { "name": "b", "provides": "A" }] }"#,
    ]
    let result = check(files, "config", "--require-catalog", "--select", "DI201")
    #expect(result.code == .success && result.error.hasPrefix("1 manifest, 1 stage, 2 services: "), "\(result.error)")
    let other = check(
      files.merging(["config/other/app.yaml": clean]) { $1 }, "config", "--require-catalog", "--select", "DI201")
    #expect(other.code == .failure)
    #expect(other.error.contains("config/other/app.yaml has no catalog: pass one with --catalog, or create "))
  }

  @Test("without a catalog the formats say so") func formatsTellOfAMissingCatalog() throws {
    let github = check(["app.yaml": clean], "app.yaml", "--format", "github").output
    #expect(github.hasPrefix("::warning title=no catalog::factory names"))
    let sarif = try JSON(reading: Array(check(["app.yaml": clean], "app.yaml", "--format", "sarif").output.utf8))
    let run = sarif["runs"]?.elements?.first
    let invocation = run?["invocations"]?.elements?.first
    let notification = invocation?["toolExecutionNotifications"]?.elements?.first
    #expect(invocation?["executionSuccessful"] != nil)
    #expect(notification?["level"]?.string == "warning")
    #expect(notification?["message"]?["text"]?.string?.contains("configdi.catalog.json") == true)
    let colored = check(["app.yaml": clean], "app.yaml", "--color", "always").error
    #expect(colored.contains("\u{1B}[1;33mwarning: factory names, settings and types were not checked"))
  }

  @Test("findings go to standard output and fail the run") func findingsAreOnStandardOutputAndFail() {
    let result = check(["app.yaml": broken], "app.yaml", "--quiet")
    #expect(result.code == .findings)
    #expect(result.error.isEmpty)
    #expect(result.output.hasPrefix("app.yaml:3:47: error: "))
  }

  @Test("the format never changes the exit code", arguments: Format.all.map(\.name)) func theFormatNeverChangesTheCode(
    format: String
  ) {
    #expect(check(["app.yaml": broken], "app.yaml", "--format", format).code == .findings)
    #expect(check(["app.yaml": unused], "app.yaml", "--format", format).code == .success)
  }

  @Test(
    "--fail-on decides the exit code",
    arguments: [
      ("error", ExitCode.success), ("warning", .findings), ("note", .findings), ("never", .success),
    ]) func theThresholdDecides(failOn: String, code: ExitCode)
  {
    #expect(check(["app.yaml": unused], "app.yaml", "--fail-on", failOn).code == code)
    #expect(check(["app.yaml": unused, ".configdi-check.yml": "fail-on: \(failOn)"], "app.yaml").code == code)
  }

  @Test("a project can be checked from another folder") func aProjectIsCheckedFromElsewhere() {
    var files = ["here.yaml": broken, "project/config/app.yaml": clean, "project/Tests/bad.yaml": broken]
    #expect(check(files, "--project", "project", "--quiet").output.hasPrefix("project/Tests/bad.yaml:3:47: error: "))
    files["project/.configdi-check.yml"] = "paths: [config]"
    #expect(check(files, "--project", "project").code == .success)
  }

  @Test(
    "a root or module that is not a folder is reported", arguments: [("--root", ""), ("--module", "sdk=")])
  func whatIsNoFolderIsNamed(option: String, name: String) {
    let missing = check(["app.yaml": clean], "app.yaml", option, name + "nope")
    #expect(missing.code == .failure)
    #expect(missing.error.contains("no such file or folder: /nope"))
    let file = check(["app.yaml": clean], "app.yaml", option, name + "app.yaml")
    #expect(file.code == .failure)
    #expect(file.error.contains("\(option) names app.yaml, which is not a folder"))
    #expect(check(["app.yaml": clean], "app.yaml", option, name + ".").code == .success)
  }

  @Test("a value from --set is parsed like one in the manifest") func aTextThatSetGivesIsReadAsOneOfTheManifest() {
    let files = [
      "app.yaml": "configdi: 1\nparameters: { a: { exposed: true, value: x }, n: { exposed: true, value: 1 } }\n"
    ]
    let open = check(files, "app.yaml", "--set", "a=${n", "--format", "concise", "--quiet")
    #expect(open.code == .findings)
    #expect(open.output.contains("error: '${' is not closed [DI504]"))
    let empty = check(files, "app.yaml", "--set", "n=", "--format", "concise", "--quiet")
    #expect(empty.output.contains("found empty text [DI506]"))
  }

  @Test func theFlagWinsOverTheConfiguration() {
    let files = ["app.yaml": unused, ".configdi-check.yml": "fail-on: warning"]
    #expect(check(files, "app.yaml", "--fail-on", "never").code == .success)
  }

  @Test("a configuration file ignores rules and changes severities") func aConfigurationIgnoresAndRegrades() {
    let files = ["app.yaml": unused, ".configdi-check.yml": "severity: { unused-parameter: error }"]
    #expect(check(files, "app.yaml").code == .findings)
    let ignoring = ["app.yaml": unused, ".configdi-check.yml": "ignore: [DI502]"]
    #expect(check(ignoring, "app.yaml", "--quiet").output.isEmpty)
    #expect(!check(ignoring, "app.yaml", "--select", "DI5").output.isEmpty)
  }

  @Test("an invalid configuration is reported at its line") func aBadConfigurationIsSaidAtItsPlace() {
    let result = check(["app.yaml": clean, ".configdi-check.yml": "fail-no: x"], "app.yaml")
    #expect(result.code == .failure)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix(".configdi-check.yml:1:1: error: 'fail-no' is not a setting"))
  }

  @Test("a configuration file names the paths") func aConfigurationNamesThePaths() {
    let files = ["a/app.yaml": broken, "b/app.yaml": broken, ".configdi-check.yml": "paths: [b]"]
    #expect(check(files, "--format", "concise", "--quiet").output.hasPrefix("b/app.yaml:3:47"))
  }

  @Test("the entries of a folder are the manifests that no other imports")
  func aFoldersEntriesAreThoseThatNoOtherImports() {
    let result = check(
      [
        "a.yaml": "configdi: 1\nimports: [part.yaml]", "part.yaml": broken,
        "z.yml": "configdi: 1\nimports: [part.yaml]",
        "overlay.yaml": "configdi: 1\nkind: overlay", "other.yaml": "name: configdi\n", "notes.txt": "configdi: 1",
        ".hidden/app.yaml": broken, ".build/app.yaml": broken, "sub/deep/app.yaml": "configdi: 1",
        "broken.yaml": "configdi: [", "alsoBroken.yaml": "x: [configdi",
      ], ".", "--format", "json")
    #expect(result.error.hasPrefix("4 manifests, 3 stages, "), "\(result.error)")
    #expect(result.output.contains("\"manifests\": [\"a.yaml\", \"z.yml\"]"))
    #expect(result.output.contains("\"path\": \"broken.yaml\""))
    #expect(!result.output.contains("alsoBroken"))
  }

  @Test("a finding of a shared overlay is one finding under different stage names")
  func aFindingOfASharedOverlayIsOneWhateverTheStagesAreCalled() {
    func app(_ stages: String) -> String { "configdi: 1\nstages: { \(stages) }\nservices: { A: f }\n" }
    let files = [
      "a.yaml": app("dev: { overlays: [o.yaml] }, x: {}"), "b.yaml": app("prod: { overlays: [o.yaml] }, y: {}"),
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { A: { dependencies: [Nope] } }\n",
    ]
    let result = check(files, ".", "--root", ".", "--format", "json")
    #expect(result.output.components(separatedBy: "\"DI201\"").count == 2, "\(result.output)")
    #expect(result.output.contains(#""stages": ["dev", "prod"]"#), "\(result.output)")
    #expect(result.output.contains(#""manifests": ["a.yaml", "b.yaml"]"#), "\(result.output)")
  }

  @Test("the first of manifests that import each other is the entry")
  func ofManifestsThatImportEachOtherTheFirstIsTheEntry() {
    let files = ["a.yaml": "configdi: 1\nimports: [b.yaml]", "b.yaml": "configdi: 1\nimports: [a.yaml]"]
    let result = check(files)
    #expect(result.error.hasPrefix("1 manifest"))
    #expect(result.output.hasPrefix("b.yaml:2:11: error: import cycle"))
  }

  @Test("a path given twice is checked once") func whatIsNamedTwiceIsCheckedOnce() {
    #expect(check(["app.yaml": clean], "app.yaml", "./app.yaml", ".").error.hasPrefix("1 manifest"))
    let shared = ["a.yaml": broken, "b.yaml": "configdi: 1\nimports: [a.yaml]"]
    let found = check(shared, "./a.yaml", "b.yaml", "--format", "json").output
    #expect(found.contains(#""manifests": ["./a.yaml", "b.yaml"]"#), "\(found)")
  }

  @Test(
    "an operation that fails has exit code 2",
    arguments: [
      (["nosuch.yaml"], "error: no such file or folder: /nosuch.yaml (working directory: /)\n"),
      (["ap.yaml"], "error: no such file or folder: /ap.yaml (working directory: /); did you mean 'app.yaml'?\n"),
      (["chek"], "error: no such file or folder: /chek (working directory: /); did you mean the subcommand 'check'?\n"),
      (["empty"], "error: no manifest in empty: "),
      (["parts"], "error: no manifest in parts: "),
      (["overlay.yaml"], "error: overlay.yaml is an overlay, which cannot be checked on its own: "),
      (["app.yaml", "--baseline", "none.json"], "error: no such file or folder: /none.json (working directory: /)\n"),
      (["app.yaml", "--catalog", "none.json"], "error: no such file or folder: /none.json (working directory: /)\n"),
      (["app.yaml", "--env-file", ".env"], "error: no such file or folder: /.env (working directory: /)\n"),
      (["app.yaml", "--baseline", "parts"], "error: cannot read the baseline parts: "),
    ]) func whatCannotBeDoneIsCodeTwo(arguments: [String], message: String)
  {
    let files = [
      "app.yaml": clean, "empty/readme.txt": "", "overlay.yaml": "configdi: 1\nkind: overlay",
      "parts/test.yaml": "configdi: 1\nkind: overlay",
    ]
    let recorder = Recorder()
    let code = runProgram(["check"] + arguments, console: recorder.console(files: InMemoryFiles(files)))
    #expect(code == .failure)
    #expect(recorder.output.isEmpty)
    #expect(recorder.error.hasPrefix(message), "\(recorder.error)")
  }

  @Test("a finding in a shared file that only one manifest has names that manifest")
  func sharedFiles() {
    let files = [
      "a.yaml": "configdi: 1\nimports: [lib.yaml]\nservices: { A: { factory: a, settings: { s: \"${size}\" } } }\n",
      "b.yaml": "configdi: 1\nimports: [lib.yaml]\nservices: { B: b }\n",
      "lib.yaml": "configdi: 1\nparameters: { size: 3 }\n",
    ]
    let unused = check(files, "--quiet").output
    #expect(
      unused.contains("[DI502]") && unused.contains("= note: reported only for b.yaml, not for the other"), "\(unused)")
    #expect(!check(files, "b.yaml", "--quiet").output.contains("reported only"))

    let overlaid = [
      "a.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { Extra: e }\n",
      "b.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { B: b }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { Extra: { eager: true } }\n",
    ]
    let found = check(overlaid, "--quiet").output
    #expect(found.contains("[DI108]") && found.contains("= note: reported only for b.yaml"), "\(found)")
  }

  @Test("flags of one letter may be written together") func flagsTogether() {
    let files = ["app.yaml": "configdi: 1\nservices: { A: a }\n"]
    #expect(check(files, "app.yaml", "-qv").code == check(files, "app.yaml", "-q", "-v").code)
    #expect(check(files, "app.yaml", "-qx").code == .usage)
    #expect(check(files, "app.yaml", "-qh").output.hasPrefix("OVERVIEW: Check manifests."))
    #expect(check(files, "app.yaml", "--report", "json=").error.contains("'--report json=' names no file"))
  }

  @Test("a key of another stage is not called a misspelling", arguments: ["why", "plan"])
  func keyOfAnotherStage(command: String) {
    let manifest = """
      configdi: 1
      defaultStage: dev
      stages: { dev: { services: { Xylophone: { remove: true } } }, prod: {} }
      services: { Telephone: t, Xylophone: x }
      """
    let result = Recorder.run(command, "app.yaml", "Xylophone", files: InMemoryFiles(["app.yaml": manifest]))
    #expect(result.code == .failure)
    #expect(
      result.error.contains("stage 'dev' has no service 'Xylophone'; it is in prod: --stage prod"), "\(result.error)")
  }

  @Test("a comment suppresses a finding for every manifest that reports it")
  func aCommentSuppressesForAllManifestsThatNeedIt() {
    let shared = "configdi: 1\nparameters:\n  size: 3 # configdi:ignore DI502 -- one of two programs needs it\n"
    let files = [
      "a.yaml":
        "configdi: 1\nimports: [shared.yaml]\nservices: { A: { factory: a, settings: { size: \"${size}\" } } }",
      "b.yaml": "configdi: 1\nimports: [shared.yaml]\nservices: { X: x }", "shared.yaml": shared,
    ]
    #expect(check(files, "--quiet").output.isEmpty)
    #expect(check(files, "a.yaml", "--quiet").output.contains("[DI008]"))
    #expect(check(files, "a.yaml", "--quiet", "--ignore", "DI502").output.isEmpty)
  }

  @Test("--stdin-name names standard input") func standardInputHasTheNameItIsGiven() {
    let result = check([:], "-", "--stdin-filename", "sub/app.yaml", "--quiet", input: broken)
    #expect(result.code == .findings)
    #expect(result.output.hasPrefix("sub/app.yaml:3:47: error: "))
    #expect(check([:], "-", "--quiet", input: broken).output.hasPrefix("<stdin>:3:47: error: "))
  }

  @Test func inputBeyondTheLimitIsRefused() {
    #expect(check([:], "-", "--limit", "file-bytes=10", input: broken).code == .failure)
  }

  @Test("a stage that no manifest has is reported without a location")
  func aStageThatNoManifestHasIsAFindingWithoutAPlace() {
    let files = [
      "a.yaml": "configdi: 1\nstages: { qa: {}, production: {} }",
      "m/b.yaml": "configdi: 1\nstages: { production: {}, test: {} }",
    ]
    let result = check(files, "--stage", "production", "--stage", "tset", "--quiet")
    #expect(result.code == .findings)
    #expect(
      result.output == """
        error: there is no stage 'tset' [DI105]
          = note: stages of the manifests: qa, production, test
          = help: did you mean 'test'?

        """)
    #expect(check(files, "--stage", "test").code == .success)
  }

  @Test("GitHub commands follow the text output") func onGitHubCommandsFollowTheText() {
    let environment = ["GITHUB_ACTIONS": "true"]
    let output = check(["app.yaml": broken], "app.yaml", environment: environment).output
    #expect(output.hasPrefix("app.yaml:3:47: error: "))
    #expect(output.contains("\n::error file=app.yaml,line=3,"))
    let json = check(["app.yaml": broken], "app.yaml", "--format", "concise", environment: environment).output
    #expect(!json.contains("::error"))
  }

  @Test("on GitHub, no line of the text is a command because a file's name begins like one")
  func namesLikeCommands() {
    let name = "::stop-commands::t.yaml"
    let output = check([name: broken], name, environment: ["GITHUB_ACTIONS": "true"]).output
    #expect(output.hasPrefix("./\(name):3:47: error: "))
    #expect(check([name: broken], name).output.hasPrefix("\(name):3:47: error: "))
  }

  @Test("an overlay on standard input is refused like one that is named")
  func overlayOnStandardInput() {
    let result = Recorder.run("check", "-", input: "configdi: 1\nkind: overlay\n")
    #expect(result.code == .failure)
    #expect(result.error.hasPrefix("error: <stdin> is an overlay, which cannot be checked on its own: "))
  }

  @Test("a command that shows a manifest with errors ends like check", arguments: [["plan"], ["why", "A"], ["env"]])
  func codeOfAnswers(command: [String]) {
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nservices: { A: { factory: a, scoep: transient } }\nroots: [A]\n"
    ])
    let arguments = [command[0], "app.yaml"] + command.dropFirst()
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console(files: files)) == .findings)
    #expect(!recorder.output.isEmpty && recorder.error.contains("DI004"))
  }

  @Test(
    "the color setting follows the documented order",
    arguments: [
      (["--color", "always"], [:], false, true), (["--color", "never"], ["FORCE_COLOR": "1"], true, false),
      ([], ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false), ([], ["NO_COLOR": ""], true, true),
      ([], ["FORCE_COLOR": "1"], false, true), ([], ["TERM": "dumb"], true, false), ([], [:], false, false),
    ]) func colourIsDecidedInOrder(
      flags: [String], environment: [String: String], isTerminal: Bool, isColoured: Bool
    )
  {
    let recorder = Recorder()
    let files = InMemoryFiles(["app.yaml": broken])
    let console = recorder.console(files: files, environment: environment, isTerminal: isTerminal)
    _ = runProgram(["app.yaml", "--quiet"] + flags, console: console)
    #expect(recorder.output.contains("\u{1B}[") == isColoured)
    #expect(console.showsProgress == (isTerminal && environment["TERM"] != "dumb"))
  }

  @Test("--verbose lists the files that were read") func verboseTellsWhatWasRead() {
    let error = check(["app.yaml": "configdi: 1\nimports: [b.yaml]", "b.yaml": clean], "app.yaml", "--verbose").error
    #expect(error.contains("\nread app.yaml\nread b.yaml\nrules skipped: DI"))
  }

  @Test func anUnknownReportFormatIsAUsageError() {
    let result = check(["app.yaml": clean], "app.yaml", "--report", "sarfi=x")
    #expect(result.code == .usage)
    #expect(result.error.hasPrefix("Error: Unknown format 'sarfi' in '--report sarfi=x'. Did you mean 'sarif'?\n"))
  }
}
