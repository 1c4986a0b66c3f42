import ConfigDI
import Testing

@testable import configdi_check

@Suite struct GenerateCommandTests {
  private static let files = InMemoryFiles([
    "/app.yaml": """
    configdi: 1
    defaultStage: test
    stages: { test: {} }
    scopes: { request: {} }
    parameters: { support.phone: { value: "1", exposed: true }, hidden: 2 }
    roots: [Sessions, { key: Orders, scope: request }, reporting.db, Screen, Report]
    services:
      Sessions: oauth
      Orders: { factory: sql, scope: request }
      Orders/archive: { factory: sql, scope: request }
      reporting.db: sqlite
      Screen: start
      Report: report
      Clock: system
    lifecycle: { wake: [] }
    """,
    "/catalog.json": """
    { "configdiCatalog": 1, "keys": [{ "name": "reporting.db", "type": "App.Database" }], "factories": [
      { "name": "oauth", "provides": "AuthSDK.Sessions", "file": "App/A.swift" },
      { "name": "sql", "provides": "App.Orders", "file": "App/A.swift" },
      { "name": "sqlite", "provides": "App.Database", "file": "App/A.swift" },
      { "name": "start", "provides": "App.Screen", "isolation": "main", "file": "App/A.swift" },
      { "name": "report", "provides": "App.Report", "concrete": true, "file": "App/A.swift" },
      { "name": "system", "provides": "App.Clock", "file": "App/A.swift" }] }
    """,
  ])

  private static func generate(_ options: String...) -> (code: ExitCode, output: String, error: String) {
    let recorder = Recorder()
    let arguments = ["keys", "/app.yaml", "--catalog", "/catalog.json"] + options
    let code = runProgram(arguments, console: recorder.console(files: files))
    return (code, recorder.output, recorder.error)
  }

  @Test(
    arguments: [
      "import AuthSDK\nimport ConfigDIRuntime\n",
      "  var sessions: any AuthSDK.Sessions {\n    get throws { try resolve((any AuthSDK.Sessions).self) }",
      "  var orders: any Orders {", "  func orders(_ variant: Wiring.OrdersVariant) throws -> any Orders {",
      "    case archive\n", "try resolve(Key<any Database>(\"reporting.db\"))", "  @MainActor var screen: any Screen {",
      "try main.resolve((any Screen).self)", "  var report: Report {",
      "    static let supportPhone = \"support.phone\"\n", "    static let wake = Phase(\"wake\")\n",
      "    static let request = \"request\"\n", "    static let test = \"test\"\n",
      "    let report: Handle<Report>\n", "      report = try container.handle(for: Report.self)\n",
    ])
  func theFileHas(text: String) {
    let (code, output, error) = Self.generate()
    #expect(code == .success, "\(error)")
    #expect(output.contains(text), "\(output)")
  }

  @Test("only requested keys are written") func onlyWhatIsAskedForIsIn() {
    #expect(!Self.generate().output.contains("Clock"))
    #expect(!Self.generate().output.contains("hidden"))
    #expect(Self.generate("--key", "Clock").output.contains("var clock: any Clock {"))
    let (code, _, error) = Self.generate("--key", "Clok")
    #expect(code == .failure)
    #expect(error.contains("no service has the key 'Clok'") && error.contains("Clock"))
  }

  /// The written file has to compile: two constants are never the same, and a type is never taken for one of `Wiring`.
  @Test("colliding names are written in full") func namesThatWouldBeTheSameAreWrittenInFull() throws {
    let manifest = """
      configdi: 1
      stages: { pre-prod: {}, preProd: {}, on-site: {} }
      parameters: { db.pool: { value: 1, exposed: true }, dbPool: { value: 1, exposed: true } }
      roots: [Stages, App.Report, Main/a-b, Main/aB, Main/on-site]
      services: { Stages: st, Report: report, Main/a-b: m, Main/aB: m, Main/on-site: m }
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "st", "provides": "App.Stages", "file": "App/A.swift" },
        { "name": "report", "provides": "App.Report", "file": "App/A.swift" },
        { "name": "m", "provides": "App.Main", "file": "App/A.swift" }] }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    for text in [
      "static let `pre-prod` = \"pre-prod\"\n", "static let preProd = \"preProd\"\n",
      "static let onSite = \"on-site\"\n", "static let `db.pool` = \"db.pool\"\n", "static let dbPool = \"dbPool\"\n",
      "case `a-b`\n", "case aB\n", "case onSite = \"on-site\"\n", "let stages: Handle<any App.Stages>\n",
      "let report: Handle<any Report>\n",
    ] {
      #expect(output.contains(text), "\(output)")
    }
    #expect(!output.contains("import App"))
  }

  @Test("--check fails until the file is written") func theCheckFailsUntilTheFileIsWritten() throws {
    let folder = try Folder()
    let output = folder.path("Wiring.swift")
    #expect(Self.generate("--check", "--output", output).code == .findings)
    #expect(Self.generate("--output", output).code == .success)
    #expect(Self.generate("--check", "--output", output).code == .success)
  }

  @Test func aCatalogIsNeeded() {
    #expect(Recorder.run("keys", "/app.yaml", files: Self.files).code == .failure)
  }

  @Test("compositions, words of Swift and names that collide are written so that they compile")
  func unusualNamesCompile() {
    let manifest = """
      configdi: 1
      stages: { type: {}, Type: {} }
      roots: [Close & Svc, class, StoreInt, Store<Int>, Foo/allCases]
      services: { Close & Svc: both, class: cls, StoreInt: si, Store<Int>: store, Foo/allCases: foo }
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "both", "provides": "App.Close & App.Svc", "concrete": true, "file": "App/A.swift" },
        { "name": "cls", "provides": "App.class", "file": "App/A.swift" },
        { "name": "si", "provides": "App.StoreInt", "file": "App/A.swift" },
        { "name": "foo", "provides": "App.Foo", "file": "App/A.swift" },
        { "name": "store", "provides": "App.Store<Swift.Int>", "file": "App/A.swift" }] }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    for text in [
      "var closeSvc: any Close & Svc {", "try resolve((any Close & Svc).self)", "var `class`: any `class` {",
      "let closeSvc: Handle<any Close & Svc>\n", "var storeInt: any Store<Swift.Int> {",
      "var storeInt2: any StoreInt {",
      "static let type = \"type\"\n", "static let type2 = \"Type\"\n", "case allCases2 = \"allCases\"\n",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("what the file's own names or the module's types would hide is written in full")
  func hiddenNamesAreWrittenInFull() {
    let catalog = """
      { "configdiCatalog": 1, "keys": [{ "name": "self", "type": "App.Me" }], "factories": [
        { "name": "box", "provides": "App.Container", "file": "App/A.swift" },
        { "name": "key", "provides": "App.Key", "file": "App/A.swift" },
        { "name": "wiring", "provides": "App.Wiring", "file": "App/A.swift" },
        { "name": "me", "provides": "App.Me", "file": "App/A.swift" }] }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": """
        configdi: 1
        roots: [Container, Key/a, Wiring, self]
        services: { Container: box, Key/a: key, Wiring: wiring, self: me }
        """, "/catalog.json": catalog,
      ]))
    #expect(code == .success, "\(error)")
    for text in [
      "extension ConfigDIRuntime.Container {\n", "enum WiringNames {\n", "(_ variant: WiringNames.KeyVariant)",
      "init(_ container: ConfigDIRuntime.Container) throws {\n", "      self.container = try container.handle(for: ",
      "      self.`self` = try container.handle(for: ConfigDIRuntime.Key<any Me>(\"self\"))\n",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("a wiring's functions, phases and scopes have names of their own") func namesInAWiring() {
    let factories = ["Clock", "ClockMade", "URL"].map {
      "{ \"name\": \"\($0)\", \"provides\": \"App.\($0)\", \"file\": \"App/A.swift\" }"
    }
    let (code, output, error) = Self.wiring(
      """
      scopes: { a-b: {}, a.b: {} }
      roots: [Clock, ClockMade, URL, { key: Clock/x, scope: a-b }, { key: Clock/y, scope: a.b }]
      services:
        Clock: Clock
        ClockMade: ClockMade
        URL: URL
        Clock/x: { factory: Clock, scope: a-b }
        Clock/y: { factory: Clock, scope: a.b }
      lifecycle: { start: [], clock: [], launch: [] }

      """, factories.joined(separator: ", "))
    #expect(code == .success, "\(error)")
    for text in [
      "func clock() throws", "func clockMade_", "func url_", "func runStart() async throws",
      "func runClock() async throws",
      "class ABScope", "class AB2Scope",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("accessors wait for services that no other call makes, and handles hold what every stage has")
  func accessorsWaitAndHandlesHoldWhatEveryStageHas() {
    let manifest = """
      configdi: 1
      defaultStage: dev
      stages:
        dev: {}
        prod: { services: { Opt: { new: true, factory: o } }, roots: [Tx, Outer, Mail, Mail/fast, Kept, Opt] }
      roots: [Tx, Outer, Mail, Mail/fast, Kept]
      services:
        Tx: { factory: tx, scope: transient }
        Outer: { factory: outer, scope: transient }
        Mail: mail
        Mail/fast: { factory: slow, scope: transient }
        Kept: kept
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "tx", "provides": "App.Tx", "async": true, "file": "App/F.swift" },
        { "name": "outer", "provides": "App.Outer", "file": "App/F.swift",
          "dependencies": [{ "key": "App.Tx", "label": "tx" }] },
        { "name": "mail", "provides": "App.Mail", "file": "App/F.swift" },
        { "name": "slow", "provides": "App.Mail", "async": true, "file": "App/F.swift" },
        { "name": "kept", "provides": "App.Kept", "async": true, "file": "App/F.swift" },
        { "name": "o", "provides": "App.Opt", "file": "App/F.swift" }] }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    for text in [
      "get async throws { try await resolveAsync((any Tx).self) }",
      "get async throws { try await resolveAsync((any Outer).self) }", "get throws { try resolve((any Mail).self) }",
      "func mail(_ variant: Wiring.MailVariant) async throws -> any Mail {\n"
        + "    try await resolveAsync((any Mail).self, named: variant.rawValue)\n",
      "get throws { try resolve((any Kept).self) }", "get throws { try resolve((any Opt).self) }",
      "struct Handles: Sendable {\n    let kept: Handle<any Kept>\n    let mail: Handle<any Mail>\n\n",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
    #expect(error.contains("note: Opt has no handle: not every stage has its service\n"), "\(error)")
  }

  @Test("a variant's scope is not the plain key's") func variantsHaveTheirOwnScope() {
    let manifest = """
      configdi: 1
      scopes: { request: {} }
      roots: [Orders, { key: Orders/archive, scope: request }]
      services: { Orders: sql, Orders/archive: { factory: sql, scope: request } }
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "sql", "provides": "App.Orders", "file": "App/A.swift" }] }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    #expect(output.contains("  /// The service of the key `Orders`.\n"), "\(output)")
    #expect(output.contains("    let orders: Handle<any Orders>\n"), "\(output)")
  }

  @Test("--check ignores the folder and the line endings")
  func whatIsCompared() throws {
    let place = try Folder()
    func run(_ folder: String, _ options: String...) -> (code: ExitCode, output: String) {
      var files = ["\(folder)/app.yaml": "configdi: 1\nroots: [Clock]\nservices: { Clock: system }\n"]
      files["/catalog.json"] = """
        { "configdiCatalog": 1, "factories": [{ "name": "system", "provides": "App.Clock", "file": "App/A.swift" }] }
        """
      let recorder = Recorder()
      let arguments = ["keys", "\(folder)/app.yaml", "--catalog", "/catalog.json"] + options
      return (runProgram(arguments, console: recorder.console(files: InMemoryFiles(files))), recorder.output)
    }
    let output = place.path("Wiring.swift")
    #expect(run("/one", "--check", "--output", output).output.contains("note: the file does not exist"))
    let text = run("/one").output
    #expect(text.hasPrefix("// Written by `configdi-check keys` from app.yaml."), "\(text)")
    for old in [text, text.replacing("\n", with: "\r\n")] {
      try place.write(old, to: "Wiring.swift")
      #expect(run("/two/three", "--check", "--output", output).code == .success)
    }
    try place.write(text.replacing("any Clock", with: "any Clok"), to: "Wiring.swift")
    let changed = run("/one", "--check", "--output", output)
    #expect(changed.code == .findings)
    #expect(changed.output.contains("the keys are out of date"), "\(changed.output)")
  }

  private static func wiring(_ manifest: String, _ factories: String) -> (code: ExitCode, output: String, error: String)
  {
    Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": "configdi: 1\n\(manifest)",
        "/catalog.json": "{ \"configdiCatalog\": 1, \"factories\": [\(factories)] }",
      ]))
  }

  @Test("a wiring spells compositions and Foundation's values, and refuses types that Swift cannot spell")
  func typesInAWiring() {
    let (code, output, error) = Self.wiring(
      "roots: [Clock & Plugin]\nservices: { Clock & Plugin: both, FoundationEssentials.Date: { provided: true } }\n",
      """
      { "name": "both", "provides": "App.Clock & App.Plugin", "concrete": true, "file": "App/A.swift",
        "dependencies": [{ "key": "FoundationEssentials.Date", "label": "date" }] }
      """)
    #expect(code == .success, "\(error)")
    for text in [
      "private var clockPluginMade: (any Clock & Plugin)?\n", "import Foundation\n", "let date: Foundation.Date\n",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
    let repository = "App.Repo<Item == Swift.Int, Key == Swift.String>"
    let refused = Self.wiring(
      "roots: [\"\(repository)\"]\nservices: { \"\(repository)\": repo }\n",
      "{ \"name\": \"repo\", \"provides\": \"\(repository)\", \"file\": \"App/A.swift\" }")
    #expect(refused.code == .failure && refused.output.isEmpty)
    #expect(refused.error.contains("  \(repository): this type cannot be written in Swift\n"), "\(refused.error)")
  }

  @Test("a wiring keeps instances that are not Sendable") func instancesThatAreNotSendable() {
    let output = Self.wiring(
      "roots: [Screen]\nservices: { Screen: start }\n",
      "{ \"name\": \"start\", \"provides\": \"App.Screen\", \"isolation\": \"main\", \"file\": \"App/A.swift\" }"
    ).output
    #expect(output.contains("func add<Instance>(_ instance: Instance, isMain: Bool = false) -> Instance {"))
    #expect(!output.contains("any Sendable"), "\(output)")
  }

  @Test("a wiring does not name the manifest's folder") func placesInAWiring() {
    let output = Self.wiring(
      "roots: [Clock]\nservices: { Clock: { factory: c, settings: { a: 1 } } }\n",
      #"{ "name": "c", "provides": "App.Clock", "file": "A.swift", "settings": { "type": "S", "opaque": true } }"#
    ).output
    #expect(output.contains("The settings of `Clock` (app.yaml:3:"), "\(output)")
  }

  @Test("a manifest with errors is refused") func aManifestWithErrorsIsRefused() {
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": "configdi: 1\nroots: [Clock]\nservices: { Clock: away }\n",
        "/catalog.json":
          "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"c\", \"provides\": \"App.Clock\" }] }",
      ]))
    #expect(code == .findings)
    #expect(output.isEmpty)
    #expect(error.contains("away") && error.contains("nothing was written: "), "\(error)")
  }

  @Test("each reason why a stage cannot be wired has its own line") func aLineForEachReason() {
    let manifest = """
      configdi: 1
      roots: [Tx, Tx/a]
      services: { Tx: { factory: tx, scope: transient }, Tx/a: { factory: tx, scope: transient } }
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "tx", "provides": "App.Tx", "async": true }] }
      """
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .failure && output.isEmpty)
    #expect(
      error.hasSuffix(
        """
        error: this stage cannot be wired without a container:
          Tx: it is made asynchronously in the scope 'transient'
          Tx/a: it is made asynchronously in the scope 'transient'

        """), "\(error)")
  }

  @Test("a wiring declares no type that its module has") func wiringBesideTypesOfTheSameNames() {
    let manifest = """
      configdi: 1
      scopes: { request: {} }
      roots: [Roots, Graph, Kept, { key: RequestScope, scope: request }]
      services:
        Roots: { factory: a, scope: graph }
        Graph: b
        Kept: c
        RequestScope: { factory: d, scope: request }
      """
    let factories = ["Roots", "Graph", "Kept", "RequestScope"].enumerated().map { index, type in
      "{ \"name\": \"\(["a", "b", "c", "d"][index])\", \"provides\": \"App.\(type)\", \"file\": \"App/A.swift\" }"
    }
    let catalog = "{ \"configdiCatalog\": 1, \"factories\": [\(factories.joined(separator: ", "))] }"
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    for text in [
      "let roots_0: any App.Roots\n", "let graph_1: any Graph\n", "let kept_2: any Kept\n",
      "let requestScope: any RequestScope\n",
      "final class WiringGraph {", "private final class WiringKept {", "private let kept = WiringKept()\n",
      "final class WiringRequestScope: @unchecked Sendable {", "final class Wiring: @unchecked Sendable {",
      "struct Factories: Sendable {",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
    #expect(!output.contains("import App\n"))
  }
}
