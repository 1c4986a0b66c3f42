import ConfigDI
import Testing

@testable import configdi_check

/// The accessors that `keys` writes for aliases and selects.
@Suite struct AliasAccessorTests {
  private static func keys(_ entries: String, declared: String = "") -> (code: ExitCode, output: String, error: String)
  {
    let manifest = """
      configdi: 1
      parameters: { p: { env: P, type: bool } }
      roots: [ReadStore, Database, Database/replica]
      services: { Database: mem, Database/replica: postgres, \(entries) }
      """
    let catalog = """
      { "configdiCatalog": 1, "keys": [\(declared)], "factories": [
        { "name": "postgres", "provides": "App.Database", "file": "App/A.swift" },
        { "name": "mem", "provides": "App.Database", "file": "App/A.swift" }] }
      """
    return Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
  }

  @Test(
    "a key that is not the name of a type has no accessor for the type",
    arguments: [
      "ReadStore: { alias: Database/replica }",
      "ReadStore: { select: p, cases: { true: Database/replica, false: Database } }",
    ])
  func undeclaredKeys(entry: String) {
    let (code, output, error) = Self.keys(entry)
    #expect(code == .success, "\(error)")
    let reason = "it is not the name of a type; declare it: registry.declare(Key<any Database>(\"ReadStore\"))"
    #expect(error.contains("note: ReadStore has no accessor: \(reason)\n"), "\(error)")
    #expect(!output.contains("readStore"), "\(output)")
    #expect(output.contains("var database: any Database {"), "\(output)")
  }

  @Test("the accessor of a declared alias asks for the alias") func declaredKeys() {
    let declared = #"{ "name": "ReadStore", "type": "App.Database" }"#
    let (code, output, error) = Self.keys("ReadStore: { alias: Database/replica }", declared: declared)
    #expect(code == .success && !error.contains("note:"), "\(error)")
    #expect(output.contains("try resolve(Key<any Database>(\"ReadStore\"))"), "\(output)")
  }

  @Test("a variant that takes an argument leaves the key and its other variants their accessors")
  func argumentsOfVariants() {
    let manifest = "configdi: 1\nroots: [Page]\nservices: { Page: home, Page/new: home, Page/any: page }\n"
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "home", "provides": "App.Page", "file": "App/A.swift" },
        { "name": "page", "provides": "App.Page", "argument": "Swift.Int", "file": "App/A.swift" }] }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success)
    #expect(error.contains("note: Page/any has no accessor: it takes an argument: use make(_:with:)\n"), "\(error)")
    #expect(output.contains("  var page: any Page {\n"), "\(output)")
    #expect(output.contains("    case new\n  }\n") && !output.contains("case any"), "\(output)")
  }

  @Test("an accessor is on the main actor only where its own services are, and is not awaited there")
  func isolatedVariants() {
    for (variants, isolation, effects, call) in [
      ("Page/main: main, Page/home: home", "@MainActor ", "throws", "try main.resolve"),
      ("Page/main: main, Page/late: { factory: slow, scope: transient }", "", "async throws", "try await resolveAsync"),
    ] {
      let catalog = """
        { "configdiCatalog": 1, "factories": [
          { "name": "home", "provides": "App.Page", "file": "App/A.swift" },
          { "name": "main", "provides": "App.Page", "isolation": "main", "file": "App/A.swift" },
          { "name": "slow", "provides": "App.Page", "async": true, "file": "App/A.swift" }] }
        """
      let plain = "roots: [Page]\nservices: { Page: { factory: slow, scope: transient }, "
      let (code, output, error) = Recorder.run(
        "keys", "/app.yaml", "--catalog", "/catalog.json",
        files: InMemoryFiles(["/app.yaml": "configdi: 1\n\(plain)\(variants) }\n", "/catalog.json": catalog]))
      #expect(code == .success)
      let note = "note: Page/main has no accessor: it is on the main actor, but its accessor must be awaited"
      #expect(error.contains(note) == isolation.isEmpty, "\(error)")
      #expect(output.contains("  var page: any Page {\n    get async throws { try await resolveAsync("), "\(output)")
      let head = "  \(isolation)func page(_ variant: Wiring.PageVariant) \(effects) -> any Page {\n    \(call)("
      #expect(output.contains(head), "\(output)")
    }
  }

  @Test("without --target, the folder in Sources that the file is written to is its module")
  func theOutputShowsItsModule() throws {
    for (module, provides, type) in [
      ("Data", "Data.Database", "any Database"), ("Shop-Web", "Data.Database", "any Data.Database"),
      ("2Go", "_Go.Database", "any Database"),
    ] {
      let folder = try Folder([
        "app.yaml": "configdi: 1\nroots: [Database]\nservices: { Database: mem }\n",
        "configdi.catalog.json":
          #"{ "configdiCatalog": 1, "factories": [{ "name": "mem", "provides": "\#(provides)", "file": "A.swift" }] }"#,
      ])
      let output = folder.path("Sources/\(module)/Wiring.swift")
      try folder.write("", to: "Sources/\(module)/A.swift")
      let recorder = Recorder()
      let code = runProgram(
        ["keys", folder.path("app.yaml"), "--output", output], console: recorder.console(files: DiskFiles()))
      #expect(code == .success, "\(recorder.error)")
      let text = try folder.text("Sources/\(module)/Wiring.swift")
      #expect(text.contains("  var database: \(type) {\n"), "\(text)")
    }
  }

  @Test("the name of the file's own module hides no type") func ownModuleHidesNothing() {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "me", "provides": "Wiring.Me", "file": "Wiring/A.swift" }] }
      """
    let (_, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": "configdi: 1\nroots: [Me]\nservices: { Me: me }\n", "/catalog.json": catalog,
      ]))
    #expect(output.contains("enum Wiring {\n"), "\(output)\(error)")
  }

  @Test("the types around a service's type and generic types hide names, too") func outerNamesHide() {
    let catalog = """
      { "configdiCatalog": 1, "keys": [{ "name": "self", "type": "App.Me" }], "factories": [
        { "name": "deep", "provides": "App.Wiring.Deep", "file": "App/A.swift" },
        { "name": "key", "provides": "App.Key<Swift.Int>", "file": "App/A.swift" },
        { "name": "me", "provides": "App.Me", "file": "App/A.swift" }] }
      """
    let manifest = """
      configdi: 1
      roots: [Wiring.Deep, Key<Int>, self]
      services: { Wiring.Deep: deep, Key<Int>: key, self: me }
      """
    let (code, output, error) = Recorder.run(
      "keys", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    #expect(output.contains("enum WiringNames {\n"), "\(output)")
    #expect(output.contains("try resolve(ConfigDIRuntime.Key<any Me>(\"self\"))"), "\(output)")
  }
}
