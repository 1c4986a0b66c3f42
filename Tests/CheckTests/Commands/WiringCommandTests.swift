import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// `plan`, `why`, `env` and `diff`: what they say of one small manifest.
@Suite struct WiringCommandTests {
  private static let manifest = """
    configdi: 1
    defaultStage: test
    stages: { test: {}, production: { services: { Clock: utcClock } } }
    parameters:
      db.url: { env: DB_URL, default: local, secret: true }
      db.key: { value: first key, secret: true }
    roots: [Orders]
    services:
      Orders: { factory: sqlOrders, dependencies: { db: Database, clock: Clock } }
      Database: { factory: postgres, settings: { url: "${db.url}", key: "${db.key}" } }
      Clock: systemClock

    """

  private func run(_ arguments: String..., changed: (String, String)? = nil) -> (output: String, error: String) {
    let new = changed.map { Self.manifest.replacing($0.0, with: $0.1) } ?? Self.manifest
    let files = InMemoryFiles(["app.yaml": Self.manifest, "new.yaml": new])
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console(files: files)) == .success)
    return (recorder.output, recorder.error)
  }

  @Test("plan lists services in the order in which they are made") func planNamesServicesInTheOrderOfTheirMaking()
    throws
  {
    let output = run("plan", "app.yaml").output
    let places = try ["\nDatabase =", "\nClock =", "\nOrders ="].map { try #require(output.range(of: $0)?.lowerBound) }
    #expect(places == places.sorted())
    #expect(output.contains("clock: Clock  app.yaml:9:70"))
  }

  @Test("a collection that only the factory asks for is listed") func aCollectionThatOnlyTheFactoryAsksForIsNamed()
    throws
  {
    let manifest = """
      configdi: 1
      collections: { checks: { of: Check } }
      services: { Check/a: { factory: c, collect: checks }, Report: r }
      """
    let catalog = #"""
      { "configdiCatalog": 1, "factories": [{ "name": "c", "provides": "App.Check" },
        { "name": "r", "provides": "App.Report", "dependencies": [{ "key": "App.Check", "kind": "all" }] }] }
      """#
    let files = InMemoryFiles(["app.yaml": manifest, "catalog.json": catalog])
    let result = Recorder.run("plan", "app.yaml", "--catalog", "catalog.json", "--format", "json", files: files)
    #expect(result.output.contains(#""key": "checks", "kind": "all""#), "\(result.output)\(result.error)")
  }

  @Test("code from a manifest that does not parse ends like its check", arguments: ["check", "keys", "wiring"])
  func codeOfBrokenManifests(command: String) {
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nservices: [\n", "catalog.json": #"{ "configdiCatalog": 1, "factories": [] }"#,
    ])
    let result = Recorder.run(command, "app.yaml", "--catalog", "catalog.json", files: files)
    #expect(result.code == .findings, "\(result.error)")
  }

  @Test(
    "errors in the catalog are reported, and nothing is written from it",
    arguments: [["plan"], ["graph"], ["why", "X"], ["wiring"]]) func errorsInTheCatalog(command: [String])
  {
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nroots: [X]\nservices: { X: a }\n",
      "configdi.catalog.json":
        #"{ "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.X", "asinc": true }] }"#,
    ])
    let recorder = Recorder()
    let code = runProgram([command[0], "app.yaml"] + command.dropFirst(), console: recorder.console(files: files))
    #expect(code == .findings)
    #expect(recorder.error.contains("error: 'asinc' is not a key"), "\(recorder.error)")
    #expect(recorder.output.isEmpty == (command == ["wiring"]))
  }

  @Test("errors in the new manifest make diff fail, errors in the old one do not") func errorsInOneManifest() {
    let files = InMemoryFiles([
      "app.yaml": Self.manifest,
      "bad.yaml": Self.manifest.replacing("Clock: systemClock", with: "Clock: { factory: systemClock, scoep: graph }"),
    ])
    for (arguments, expected) in [
      (["app.yaml", "bad.yaml"], ExitCode.findings), (["bad.yaml", "app.yaml"], .success),
      (["bad.yaml", "bad.yaml", "--exit-code"], .findings),
    ] {
      let recorder = Recorder()
      let code = runProgram(["diff"] + arguments, console: recorder.console(files: files))
      #expect(code == expected && recorder.error.contains("[DI004]"), "\(arguments): \(recorder.error)")
    }
  }

  /// A few lines may stand for millions of values or dependencies, and a plan has each of them.
  @Test("a plan that is too large is refused") func aPlanThatWouldBeTooGreatIsRefused() {
    let tens = (1...6).map { "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ", "))]" }
    let values = "services: { A: { factory: a, settings: { a0: &a0 x, \(tens.joined(separator: ", ")) } } }"
    let members = (0..<3600).map {
      "  M\($0): { factory: m, collect: all }\n  U\($0): { factory: u, dependencies: [{ all: all }] }"
    }
    let users = "collections: { all: { of: M } }\nservices:\n\(members.joined(separator: "\n"))"
    for (text, reason) in [
      (values, "the plan prints every value that aliases repeat"),
      (users, "each user of a collection depends on all its members"),
    ] {
      let result = Recorder.run("plan", "app.yaml", files: InMemoryFiles(["app.yaml": "configdi: 1\n\(text)\n"]))
      #expect(result.code == .failure)
      #expect((result.output + result.error).contains(reason), "\(result.error)")
      #expect((result.output + result.error).contains("more than 5000000 units of work"), "\(result.error)")
      #expect((result.output + result.error).contains("--limit work=N"), "\(result.error)")
    }
  }

  @Test(arguments: ["text", "json"]) func planShowsNoSecret(format: String) {
    let output = run("plan", "app.yaml", "--format", format).output
    #expect(output.contains("db.key"))
    #expect(!output.contains("first key"))
  }

  @Test("why prints the path from a root") func whyTellsThePathFromARoot() {
    let output = run("why", "app.yaml", "Clock").output
    #expect(output.contains("reached through Orders -> Clock"))
    #expect(output.contains("app.yaml:9:70"))
  }

  @Test("env marks required and secret parameters") func envTellsWhatIsRequiredAndWhatIsSecret() {
    let output = run("env", "app.yaml").output
    #expect(output.contains("DB_URL"))
    #expect(output.contains("secret"))
    #expect(output.contains("used by Database"))
    #expect(!output.contains("first key"))
  }

  @Test("env lists the users of a parameter over all stages") func envTellsWhoUsesItInAnyStage() {
    let change = ("Clock: utcClock", "Clock: { factory: utcClock, settings: { zone: \"${db.url}\" } }")
    #expect(run("env", "new.yaml", changed: change).output.contains("used by Database, Clock\n"))
  }

  @Test("a replaced service is located at its replacement") func aReplacedServiceComesFromItsReplacement() {
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\noverlays: [o.yaml]\nroots: [A, B]\nservices: { A: f, B: f }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { A: g, B: { description: the same } }\n",
    ])
    func run(_ command: String...) -> String {
      let recorder = Recorder()
      #expect(runProgram(command, console: recorder.console(files: files)) == .success)
      return recorder.output
    }
    #expect(run("plan", "app.yaml").contains("A = g (singleton)  o.yaml:3:16, replaces app.yaml:4:16"))
    for output in [
      run("plan", "app.yaml", "A", "--format", "json"), run("graph", "app.yaml", "--focus", "A", "--format", "json"),
      run("why", "app.yaml", "A", "--format", "json"),
    ] {
      #expect(output.contains(#""path": "o.yaml", "line": 3, "column": 13"#), "\(output)")
    }
    // A patch is no replacement.
    #expect(run("why", "app.yaml", "B", "--format", "json").contains(#""path": "app.yaml", "line": 4"#))
  }

  /// `graph` composes one stage, and the others may have the service.
  @Test("the graph of one stage has no findings of the others") func theGraphOfOneStageDoesNotJudgeTheOthers() {
    func output(_ text: String) -> String {
      let files = InMemoryFiles(["app.yaml": text])
      return Recorder.run("graph", "app.yaml", "--stage", "dev", "--format", "json", files: files).output
    }
    let prod = ", prod: { services: { Metrics: { new: true, factory: m } } }"
    let text = """
      configdi: 1
      stages: { dev: {}\(prod) }
      services: { A: { factory: f, dependencies: { metrics: { optional: Metrics } } } }
      """
    #expect(!output(text).contains("DI201"))
    #expect(output(text.replacing(prod, with: "")).contains("DI201"))
  }

  @Test("--focus takes the key as the file spells it") func theGraphsFocusMayBeSpeltAsTheFileSpellsIt() {
    let catalog = #"{ "configdiCatalog": 1, "factories": [{ "name": "clk", "provides": "App.Clock" }] }"#
    let text = """
      configdi: 1
      collections: { clocks: { of: Clock } }
      services: { App.Clock: { factory: clk, collect: clocks } }
      """
    let files = InMemoryFiles(["app.yaml": text, "configdi.catalog.json": catalog])
    let expected = [
      ("App.Clock", ExitCode.success), ("Clock", .success), ("clocks", .success), ("App.Watch", .failure),
    ]
    for (focus, code) in expected {
      for format in ["dot", "html"] {
        let result = Recorder.run("graph", "app.yaml", "--format", format, "--focus", focus, files: files)
        #expect(result.code == code, "\(focus) \(result.error)")
      }
    }
  }

  @Test("diff reports that nothing changed") func diffSaysThatNothingChanged() {
    #expect(run("diff", "app.yaml", "new.yaml").output == "no changes in the wiring\n")
  }

  @Test("diff reports each change and its stages") func diffSaysWhatChangedAndInWhichStages() {
    #expect(
      run("diff", "app.yaml", "new.yaml", changed: ("Clock: systemClock", "Clock: fixedClock")).output
        == "test: Clock: systemClock → fixedClock (new.yaml:11)\n")
  }

  @Test(
    "diff reports that a secret changed, not its values",
    arguments: [("first key", "another one"), ("default: local", "default: there")])
  func diffSaysThatASecretChangedAndNotToWhat(change: (String, String)) {
    for format in ["text", "json"] {
      let output = run("diff", "app.yaml", "new.yaml", "--format", format, changed: change).output
      #expect(output.contains("db."))
      #expect(!output.contains("first key") && !output.contains("another one"))
      #expect(!output.contains("local") && !output.contains("there"))
    }
    #expect(run("diff", "app.yaml", "new.yaml", changed: change).output.contains(", with a different value (new.yaml:"))
  }

  /// What the catalog calls secret is secret in the manifest's own text, too.
  @Test(arguments: [
    ["plan", "app.yaml"], ["plan", "app.yaml", "--format", "json"], ["diff", "app.yaml", "new.yaml"],
    ["diff", "app.yaml", "new.yaml", "--format", "json"], ["diff", "app.yaml", "new.yaml", "--format", "html"],
    ["graph", "app.yaml", "--format", "html"],
  ])
  func secretSettingsAreNotShown(arguments: [String]) {
    let manifest = "configdi: 1\nservices: { Mailer: { factory: smtp, settings: { host: h, token: abc123 } } }\n"
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "smtp", "provides": "Mailer", "settings": { "type": "S",
        "fields": [{ "name": "host", "type": "string" }, { "name": "token", "type": "string", "secret": true }] } }] }
      """
    let files = InMemoryFiles([
      "app.yaml": manifest, "new.yaml": manifest.replacing("abc123", with: "abc456"), "configdi.catalog.json": catalog,
    ])
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console(files: files)) == .success)
    #expect(recorder.output.contains("Mailer"))
    #expect(!recorder.output.contains("abc"))
  }

  /// A setting that the catalog knows is no misspelling of another one.
  @Test("a setting next to a secret one is shown") func settingsBesideASecretOneAreShown() {
    let manifest = "configdi: 1\nservices: { A: { factory: f, settings: { t: abc, u: plain, tt: misspelt } } }\n"
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "f", "provides": "A", "settings": { "type": "S", "fields": [
        { "name": "t", "type": "string", "secret": true }, { "name": "u", "type": "int" } ] } }] }
      """
    let files = InMemoryFiles([
      "app.yaml": manifest, "new.yaml": manifest.replacing("plain", with: "other"), "configdi.catalog.json": catalog,
    ])
    let difference = Recorder.run("diff", "app.yaml", "new.yaml", files: files).output
    #expect(difference.contains("u: plain") && difference.contains("tt: <secret t>"))
    let findings = Recorder.run("check", "app.yaml", "--quiet", files: files).output
    #expect(findings.contains("setting 'u' of factory 'f': expected a whole number, found 'plain'"))
    #expect(!findings.contains("abc") && !findings.contains("misspelt"))
  }

  @Test("the HTML diff has both manifests and the changes") func diffAsAPageHasBothManifestsAndWhatChanged() {
    let page = run(
      "diff", "app.yaml", "new.yaml", "--format", "html", changed: ("Clock: systemClock", "Clock: fixedClock")
    ).output
    #expect(page.contains("<!doctype html>"))
    #expect(page.contains(#""before":{"name":"app.yaml""#))
    #expect(page.contains("Clock: systemClock → fixedClock (new.yaml:11)"))
  }

  @Test("the graph page has the modules of the catalog") func theGraphPageKnowsTheModulesOfACatalog() {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "smtp", "provides": "Mailing.Mailer" }] }
      """
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nservices: { Mailer: smtp }\n", "configdi.catalog.json": catalog,
    ])
    let recorder = Recorder()
    #expect(runProgram(["graph", "app.yaml", "--format", "html"], console: recorder.console(files: files)) == .success)
    #expect(recorder.output.contains(#""factory":"smtp","module":"Mailing""#))
  }

  @Test("everything is new in a manifest that the revision does not have")
  func diffWithARevisionThatHasNoSuchFile() throws {
    let folder = try Folder(["app.yaml": Self.manifest])
    let git = "git -c user.name=a -c user.email=a@b"
    let result = try folder.shell(
      "\(git) init -q && \(git) commit -q --allow-empty -m one && $CHECK diff --base HEAD app.yaml")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("note: app.yaml does not exist in revision 'HEAD', so everything in it is new\n"))
    #expect(result.output.contains(": added, "), "\(result.output)")
    #expect(try folder.shell("$CHECK diff --base HEAD app.yaml --format html 2>&1 | grep -c '<html'").code == 0)
    let misspelled = try folder.shell("$CHECK diff --base HEAD ap.yaml")
    #expect(misspelled.code == 2 && misspelled.output.contains("no such file or folder"), "\(misspelled.output)")
    let named = try folder.shell("$CHECK diff HEAD:app.yaml app.yaml")
    #expect(named.code == 2)
    #expect(named.output == "error: app.yaml does not exist in revision 'HEAD'\n")
  }

  @Test("mistakes in a revision are reported with the revision") func mistakesOfARevision() throws {
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { A: a\n"])
    let git = "git -c user.name=a -c user.email=a@b"
    _ = try folder.shell("\(git) init -q && \(git) add -A && \(git) commit -q -m one")
    try folder.write("configdi: 1\nservices: { A: a }\n", to: "app.yaml")
    let result = try folder.shell("$CHECK diff --base HEAD app.yaml")
    #expect(result.code == 2)
    #expect(result.output.hasPrefix("in revision 'HEAD':\napp.yaml:"), "\(result.output)")
    #expect(result.output.hasSuffix("error: app.yaml cannot be composed in revision 'HEAD'\n"), "\(result.output)")
  }

  @Test("a maker is refused as an unsupported form, and not as a service out of reach") func makers() {
    let manifest = """
      configdi: 1
      roots: [Reader]
      services: { Reader: reader, Page: page }
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "page", "provides": "App.Page", "argument": "Swift.Int" },
        { "name": "reader", "provides": "App.Reader",
          "dependencies": [{ "key": "App.Page", "kind": "maker", "argument": "Swift.Int" }] }] }
      """
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .failure && output.isEmpty)
    #expect(
      error.hasSuffix(
        """
        error: this stage cannot be wired without a container:
          Reader: its dependency 'Page' has the unsupported form maker
          Page: it takes an argument that each call passes

        """), "\(error)")
  }

  @Test("an unsupported form is the reason also for an initializer of a phase") func formsInPhases() {
    let manifest = """
      configdi: 1
      roots: [Page]
      services: { Page: page }
      lifecycle: { launch: [warm] }
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "page", "provides": "App.Page", "async": true },
        { "name": "warm", "role": "initializer",
          "dependencies": [{ "key": "App.Page", "kind": "lazy", "async": true }] }] }
      """
    let (code, _, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .failure)
    let reason = "  phase launch: 'warm': its dependency 'Page' has the unsupported form asyncLazy\n"
    #expect(error.hasSuffix("error: this stage cannot be wired without a container:\n\(reason)"), "\(error)")
  }
}
