import ConfigDI
import Testing

@testable import configdi_check

/// The calls of a package's sources, compared with its manifests: as the command line shows it.
@Suite struct AskedForTests {
  private static let package = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [.package(path: "../Other")],
      targets: [
        .executableTarget(name: "App", dependencies: [.target(name: "Core"), .product(name: "ConfigDI", package: "c")]),
        .target(name: "Core", path: "Libraries/Core", exclude: ["Old"]),
        .testTarget(name: "AppTests"),
      ])
    """
  private static let manifest = """
    configdi: 1
    stages:
      development: { services: { Debug: { new: true, factory: debug } } }
      production: {}
    scopes: { request: {} }
    services:
      Greeter: greeter
      Database/main: postgres
    parameters:
      phone: { value: "+44 ${hidden}", exposed: true }
      hidden: { value: x }

    """

  private static func call(_ line: String) -> String {
    "import ConfigDI\nfunc run(_ container: Container) async throws {\n  \(line)\n}\n"
  }

  private static func files(_ swift: [String: String], _ others: [String: String] = [:]) -> InMemoryFiles {
    let files = ["/.git/config": "", "/Package.swift": package, "/config/app.yaml": manifest]
    return InMemoryFiles(files.merging(swift) { $1 }.merging(others) { $1 })
  }

  static func check(
    _ line: String, _ arguments: String..., others: [String: String] = [:]
  ) -> (
    code: ExitCode, output: String, error: String
  ) {
    let recorder = Recorder()
    let console = recorder.console(files: files(["/Sources/App/main.swift": call(line)], others))
    let code = runProgram(["check", "config/app.yaml", "--format", "concise"] + arguments, console: console)
    return (code, recorder.output, recorder.error)
  }

  @Test(
    "a missing name is reported at its Swift line",
    arguments: [
      ("try container.resolve(Summary.self)", "3:25", "service 'Summary'"),
      ("try container.resolve((any Database).self)", "3:25", "service 'Database'"),
      ("try container.resolve(Greeter.self, named: \"x\")", "3:25", "service 'Greeter/x'"),
      ("try container.resolve(Debug.self)", "3:25", "service 'Debug'"),
      ("_ = try container.openScope(\"visit\")", "3:31", "scope 'visit'"),
      ("_ = try Container(manifest: m, stage: \"test\", registry: r)", "3:41", "stage 'test'"),
      ("_ = try container.overlay(.set(\"name\", to: 1))", "3:34", "parameter 'name'"),
      ("_ = [Provided(1, for: Key<Int>(\"number\"))]", "3:25", "service 'number'"),
      ("_ = try container.configuration[\"fone\", as: String.self]", "3:35", "exposed parameter 'fone'"),
      ("_ = try container.configuration[\"hidden\", as: String.self]", "3:35", "exposed parameter 'hidden'"),
    ])
  func aMissingNameIsReported(line: String, place: String, what: String) {
    let result = Self.check(line)
    #expect(result.code == .findings)
    #expect(result.output == "Sources/App/main.swift:\(place): error: 'config/app.yaml' has no \(what) [DI211]\n")
    #expect(Self.check(line, "--no-sources").code == .success)
    #expect(Self.check(line, "--sources", "config").code == .success)
  }

  @Test(
    "what is there is fine",
    arguments: [
      "try container.resolve((any Greeter).self)", "try container.resolve(App.Greeter.self)",
      "try container.resolve(Database.self, named: \"main\")", "_ = try container.openScope(\"request\")",
      "_ = try Container(manifest: m, stage: \"production\", registry: r)",
      "_ = try container.configuration[\"phone\", as: String.self]",
      "#if DEBUG\n  try container.resolve(Debug.self)\n  #endif",
    ])
  func whatIsThereIsFine(line: String) {
    let result = Self.check(line)
    #expect(result.output == "")
    #expect(result.error.contains("3 services, 1 call: partially checked"))
  }

  @Test("the note and the help name the kind of thing that is missing") func theNoteNamesTheKind() {
    func text(_ line: String) -> String { Self.check(line, "--format", "text").output }
    #expect(
      text("_ = try Container(manifest: m, stage: \"test\", registry: r)").contains(
        "note: declared stages: development, production"))
    #expect(text("_ = try container.openScope(\"visit\")").contains("note: declared scopes: request"))
    #expect(
      text("_ = try container.configuration[\"hidden\", as: String.self]").contains(
        "help: add exposed: true to the parameter 'hidden'"))
  }

  @Test("a call in a condition is reported where no stage has what it names")
  func conditions() {
    #expect(Self.check("#if DEBUG\n  try container.resolve(Summary.self)\n  #endif").code == .findings)
  }

  @Test("only the sources of the package's targets are read")
  func onlyTargets() {
    let bad = Self.call("try container.resolve(Summary.self)")
    func codes(_ path: String, _ arguments: String...) -> ExitCode {
      runProgram(["check", "config/app.yaml"] + arguments, console: Recorder().console(files: Self.files([path: bad])))
    }
    for path in ["/Sources/App/Deep/A.swift", "/Libraries/Core/A.swift"] { #expect(codes(path) == .findings) }
    for path in [
      "/Tests/AppTests/A.swift", "/Libraries/Core/Old/A.swift", "/Sources/Core/A.swift", "/.build/A.swift",
      "/Sources/App/.hidden/A.swift", "/Sources/App/Package.swift", "/Sources/Other/A.swift",
    ] {
      #expect(codes(path) == .success, "\(path)")
    }
    let whole = "let p = Package(targets: [.target(name: \"App\", path: \".\", exclude: [\"Old/\"])])"
    for path in ["/Old/A.swift", "/Tests/A.swift"] {
      #expect(Self.check("", others: ["/Package.swift": whole, path: bad]).code == .success, "\(path)")
    }
    #expect(codes("/Tests/AppTests/A.swift", "--sources", "Tests") == .findings)
    #expect(codes("/Tests/AppTests/A.swift", "--sources", "Sources", "--sources", "Tests/AppTests/") != .success)
  }

  @Test("a folder that is not there ends the run")
  func noFolder() {
    for (name, message) in [
      ("Sorces", "no such file or folder: /Sorces"),
      ("Package.swift", "--sources names Package.swift, which is not a folder"),
    ] {
      let result = Self.check("", "--sources", name)
      #expect(result.code == .failure && result.error.contains(message), "\(result.error)")
    }
  }

  @Test("the configuration file names other sources, or none")
  func configuration() {
    let line = "try container.resolve(Summary.self)"
    func code(_ text: String) -> ExitCode { Self.check(line, others: ["/.configdi-check.yml": text]).code }
    #expect(code("fail-on: error\n") == .findings)
    #expect(code("sources: []\n") == .success)
    #expect(code("sources: config\n") == .success)
    #expect(code("sources: [Sources]\n") == .findings)
    #expect(code("sources: [Sorces]\n") == .failure)
    #expect(code("sources: [Sources/App/main.swift]\n") == .failure)
    #expect(code("sources: [../out]\n") == .failure)
    let outside = Self.check(line, "--sources", "Sources", others: ["/.configdi-check.yml": "sources: [Sorces]\n"])
    #expect(outside.code == .findings)
  }

  @Test("another manifest of the package may have it; one of its tests does not count")
  func severalManifests() {
    let line = "try container.resolve(Summary.self)"
    let other = "configdi: 1\nservices: { Summary: short }\n"
    #expect(Self.check(line, others: ["/tools/tool.yaml": other]).code == .success)
    #expect(Self.check(line, others: ["/Tests/tool.yaml": other]).code == .findings)
    let both = Self.check(line, "tools/tool.yaml", others: ["/tools/tool.yaml": "configdi: 1\nservices: { A: a }\n"])
    #expect(both.output.contains("none of the 2 manifests has a service 'Summary'"))
    let exposed = Self.check(
      "_ = try container.configuration[\"fone\", as: String.self]", "tools/tool.yaml",
      others: ["/tools/tool.yaml": other])
    #expect(exposed.output.contains("none of the 2 manifests has an exposed parameter 'fone'"))
    // The one that the call names counts.
    let stage = "_ = try Container(manifest: \"config/app.yaml\", stage: \"test\", registry: r)"
    let tool = ["/tools/tool.yaml": "configdi: 1\nstages: { test: {} }\nservices: { A: a }\n"]
    #expect(Self.check(stage, "tools/tool.yaml", others: tool).code == .findings)
    #expect(
      Self.check(stage.replacing("\"config/app.yaml\"", with: "m"), "tools/tool.yaml", others: tool).code == .success)
    // A manifest that is not in the package may have any stage.
    #expect(Self.check(stage.replacing("config", with: "/etc/app")).output == "")
  }

  @Test("an overlay that no manifest uses may be applied when the program runs")
  func overlays() {
    let overlay = "configdi: 1\nkind: overlay\nservices: { Extra: { new: true, factory: extra } }\n"
    func output(_ line: String, _ path: String) -> String { Self.check(line, others: [path: overlay]).output }
    #expect(output("try container.resolve(Extra.self)", "/config/extra.yaml") == "")
    #expect(output("try container.resolve(Summary.self)", "/config/extra.yaml").contains("'Summary'"))
    #expect(output("try container.resolve(Extra.self)", "/Tests/extra.yaml").contains("'Extra'"))
    let used = Self.check(
      "try container.resolve(Extra.self)",
      others: [
        "/config/extra.yaml": overlay,
        "/config/app.yaml": Self.manifest.replacing("production: {}", with: "production: { overlays: [extra.yaml] }"),
      ])
    #expect(used.output.contains("DI211"))
  }

  @Test("a manifest that cannot be read may have anything")
  func broken() {
    let broken = Self.check(
      "try container.resolve(Summary.self)", others: ["/config/app.yaml": "configdi: 1\nimports: [a.yaml]\n"])
    #expect(broken.output.contains("DI101") && !broken.output.contains("DI211"))
    let other = ["/config/other.yaml": "configdi: 1\nservices: { A: [ }\n"]
    #expect(Self.check("try container.resolve(Summary.self)", others: other).output == "")
  }

  @Test("a misspelled section may have the names of its own kind only")
  func misspelledSections() {
    let manifest = ["/config/app.yaml": "configdi: 1\nscops: { request: {} }\nservices: { A: a }\n"]
    let service = Self.check("try container.resolve(Summary.self)", others: manifest).output
    #expect(service.contains("DI004") && service.contains("DI211"), "\(service)")
    let scope = Self.check("try container.openScope(\"request\")", others: manifest).output
    #expect(scope.contains("DI004") && !scope.contains("DI211"), "\(scope)")
  }

  @Test("a service that only a call asks for is used")
  func usage() {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "greeter", "provides": "App.Greeter", "dependencies": [{ "key": "App.Clock" }] },
        { "name": "clock", "provides": "App.Clock" }, { "name": "summary", "provides": "App.Summary" }
      ] }
      """
    let manifest = "configdi: 1\nroots: [Summary]\nservices: { Summary: summary, Greeter: greeter, Clock: clock }\n"
    let others = ["/config/app.yaml": manifest, "/config/configdi.catalog.json": catalog]
    #expect(Self.check("try container.resolve(Greeter.self)", others: others).output == "")
    let replaced = Self.check("try container.overlay(Greeter.self, returning: g)", others: others)
    #expect(replaced.output.split(separator: "\n").count { $0.contains("DI207") } == 2)
  }

  @Test("comments suppress, and say when they suppress nothing")
  func suppressions() {
    let line = "try container.resolve(Summary.self) // configdi:ignore DI211 -- soon"
    #expect(Self.check(line).output == "")
    #expect(
      Self.check("// configdi:ignore DI211 -- soon\n  // more\n  try container.resolve(Summary.self)").output == "")
    let unused = Self.check("// configdi:ignore DI211 -- soon\n  try container.resolve(Greeter.self)").output
    #expect(
      unused.contains(
        "Sources/App/main.swift:3:3: warning: this suppression has no effect: there is no DI211 finding on the next line"
      ))
    let malformed = Self.check("try container.resolve(Summary.self) // configdi:ignore DI211", "--format", "text")
      .output
    #expect(malformed.contains("write it as '// configdi:ignore DI211 -- reason'"))
    #expect(Self.check("let s = \"// configdi:ignore DI211\"").output == "")
  }

  @Test("every format has the Swift place, and a baseline takes it up")
  func formats() throws {
    let line = "try container.resolve(Debug.self)"
    for format in ["json", "sarif", "github", "gitlab", "junit", "rdjson"] {
      #expect(Self.check(line, "--format", format).output.contains("Sources/App/main.swift"), "\(format)")
    }
    let json = try JSON(reading: Array(Self.check(line, "--format", "json").output.utf8))
    #expect(json["diagnostics"]?.elements?.first?["stages"]?.elements?.map(\.string) == ["production"])
    #expect(json["summary", "calls"]?.int == 1)
    let baseline = """
      { "configdiBaseline": 1, "findings": [
        { "rule": "DI211", "path": "Sources/App/main.swift", "symbol": "calls.resolve.Debug" }
      ] }
      """
    #expect(Self.check(line, "--baseline", "base.json", others: ["/base.json": baseline]).output == "")
    #expect(Self.check(line, "--stage", "development").output == "")
  }

  @Test("calls that are passed over are counted, and listed when asked")
  func skipped() {
    let result = Self.check("try container.resolve(type)", "--verbose")
    #expect(result.error.contains("partially checked. 1 call skipped: computed name"))
    #expect(result.error.contains("(computed name): Sources/App/main.swift:3:"))
    let package = "let p = Package(targets: [.target(name: \"Core\", path: root + \"/Core\"), .target(name: \"App\")])"
    let computed = Self.check("", "--verbose", others: ["/Package.swift": package])
    #expect(computed.error.contains("(computed name): Package.swift:1:"))
  }

  @Test("why and graph tell who asks")
  func reports() throws {
    let swift = ["/Sources/App/main.swift": Self.call("try container.resolve(Greeter.self)")]
    func output(_ arguments: String...) -> String {
      let recorder = Recorder()
      _ = runProgram(arguments, console: recorder.console(files: Self.files(swift)))
      return recorder.output
    }
    #expect(
      output("why", "config/app.yaml", "Greeter", "-s", "production").contains(
        "asked for at Sources/App/main.swift:3:25"))
    for format in ["json", "dot", "html"] {
      #expect(
        output("graph", "config/app.yaml", "-s", "production", "--format", format).contains("Sources/App/main.swift"))
    }
  }

  @Test("a new source is checked as it is typed, and one that was emptied when it is filled again")
  func editedSources() {
    let main = Self.call("try container.resolve(Greter.self)")
    let session = LanguageSession([
      "Package.swift": Self.package, "app.yaml": Self.manifest, "Sources/App/main.swift": main,
    ])
    func codes(_ path: String) -> [String?] { session.diagnostics(path).map { $0["code"]?.string } }
    session.open("Sources/App/New.swift", Self.call(""))
    #expect(codes("Sources/App/New.swift") == [])
    session.change("Sources/App/New.swift", [["text": .string(main)]])
    #expect(codes("Sources/App/New.swift") == ["DI211"])
    session.open("Sources/App/main.swift", main)
    session.change("Sources/App/main.swift", [["text": ""]])
    #expect(codes("Sources/App/main.swift") == [])
    session.change("Sources/App/main.swift", [["text": .string(main)]])
    #expect(codes("Sources/App/main.swift") == ["DI211"])
    session.open("Tests/AppTests/A.swift", main)
    #expect(session.waitingJobs.isEmpty && codes("Tests/AppTests/A.swift") == [])
  }

  @Test("a source that is opened during the first check is checked with its unsaved text")
  func unsavedSource() {
    let session = LanguageSession([
      "Package.swift": Self.package, "app.yaml": Self.manifest, "Sources/App/main.swift": "import ConfigDI\n",
    ])
    session.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [], "removed": [["uri": .string(session.uri("")), "name": "work"]]]])
    session.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [["uri": .string(session.uri("")), "name": "work"]], "removed": []]])
    session.open("Sources/App/main.swift", Self.call("try container.resolve(Greter.self)"))
    #expect(session.diagnostics("Sources/App/main.swift").count == 1)
  }

  @Test(
    "a quick fix edits the name itself, and nothing else that reads like it",
    arguments: [
      ("try container.resolve(Key<any Greter>(\"Greter\"))", "try container.resolve(Key<any Greter>(\"Greeter\"))"),
      ("try container.resolve((/* Greter */ Greter).self)", "try container.resolve((/* Greter */ Greeter).self)"),
      ("try container.resolve(Databse.self, named: \"main\")", "try container.resolve(Database.self, named: \"main\")"),
      (
        "try container.resolve(Database.self, named: \"mian\")", "try container.resolve(Database.self, named: \"main\")"
      ),
      ("_ = try container.openScope( \"requst\")", "_ = try container.openScope( \"request\")"),
    ])
  func quickFix(line: String, expected: String) throws {
    let edited = try Self.applied("did you mean", line)
    #expect(edited["Sources/App/main.swift"] == Self.call(expected))
  }

  @Test("a quick fix exposes a parameter") func exposing() throws {
    let edited = try Self.applied("write exposed: true", "_ = try container.configuration[\"hidden\", as: String.self]")
    #expect(edited["app.yaml"] == Self.manifest.replacing("{ value: x }", with: "{ exposed: true, value: x }"))
  }

  /// The texts after the first action whose title begins so, on the first finding in the line.
  private static func applied(_ title: String, _ line: String) throws -> [String: String] {
    let texts = ["Package.swift": package, "app.yaml": manifest, "Sources/App/main.swift": call(line)]
    let session = LanguageSession(texts)
    let finding = try #require(session.diagnostics("Sources/App/main.swift").first)
    let actions = try session.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(session.uri("Sources/App/main.swift"))], "range": finding["range"] ?? .null,
        "context": ["diagnostics": []],
      ])
    let action = try #require(actions.elements?.first { $0["title"]?.string?.hasPrefix(title) ?? false })
    return session.apply(try #require(action["edit"]), to: texts)
  }

  @Test(
    "the help suggests what the next run accepts",
    arguments: [
      ("try container.resolve(Un.self)", "add 'Un: { factory: un, scope: transient }' under 'services'"),
      ("try container.resolve(Key<Int>(\"audit: db\"))", "add '\"audit: db\": …' under 'services'"),
      ("_ = try container.openScope(\"job: x\")", "declare it: scopes: { \"job: x\": {} }"),
    ])
  func acceptedHelp(line: String, help: String) {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "un", "provides": "App.Un", "shareable": false },
        { "name": "greeter", "provides": "App.Greeter" }, { "name": "postgres", "provides": "App.Database" },
        { "name": "debug", "provides": "App.Debug" }] }
      """
    let output = Self.check(line, "--format", "text", "--catalog", "c.json", others: ["/c.json": catalog]).output
    #expect(output.contains("= help: \(help)"), "\(output)")
  }

  @Test("the language server shows it in the Swift file")
  func languageServer() throws {
    let session = LanguageSession([
      "Package.swift": Self.package, "app.yaml": Self.manifest,
      "Sources/App/main.swift": Self.call("try container.resolve(Greter.self)"),
    ])
    let finding = try #require(session.diagnostics("Sources/App/main.swift").first)
    #expect(finding["code"]?.string == "DI211")
    #expect(finding["range", "start", "line"]?.int == 2)
  }

  @Test("what a misspelt call means is not unused") func misspeltCalls() {
    let manifest = "configdi: 1\nroots: [Other]\nservices: { Other: other, Clock: clock }\n"
    let result = Self.check("try container.resolve((any Clok).self)", others: ["/config/app.yaml": manifest])
    #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
    #expect(result.output.contains("DI211"))
  }
}
