import ConfigDI
import Testing

@testable import configdi_check

/// The properties for parameters and settings in a written wiring.
@Suite struct WiringParametersTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "db", "provides": "App.Db", "file": "App/A.swift", "settings": { "type": "S", "opaque": true } },
      { "name": "log", "provides": "App.Log", "file": "App/A.swift",
        "settings": { "type": "App.LogSettings", "fields": [{ "name": "path", "type": "string" }] } }] }
    """

  @Test("settings and a parameter of the same name have properties of their own", arguments: ["Db, Log", "Log, Db"])
  func settingsAndParameterOfOneName(roots: String) {
    let manifest = """
      configdi: 1
      parameters: { db.settings: { env: S } }
      roots: [\(roots)]
      services:
        Db: { factory: db, settings: { n: 1 } }
        Log: { factory: log, settings: { path: "${db.settings}" } }
      """
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": Self.catalog]))
    #expect(code == .success, "\(error)")
    for text in [
      "  var dbSettings: String\n", "  var dbSettings2: S\n", "factories.db(parameters.dbSettings2)",
      "LogSettings(path: parameters.dbSettings)",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("a label that is a keyword has backticks only if the compiler needs them")
  func keywordsAsLabels() {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "repeat", "provides": "App.Repeat", "file": "App/A.swift", "settings": { "type": "App.S", "fields": [
          { "name": "protocol", "type": "string" }, { "name": "inout", "type": "string" }] } }] }
      """
    let service = "{ factory: repeat, settings: { protocol: a, inout: b } }"
    let manifest = "{ configdi: 1, roots: [Repeat], services: { Repeat: \(service) } }"
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": catalog]))
    #expect(code == .success, "\(error)")
    for text in ["S(protocol: \"a\", `inout`: \"b\")", "repeat: `repeat`()", "let `repeat`: any Repeat"] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
    #expect(SwiftWords.label("let") == "let" && SwiftWords.label("a b") == "`a b`")
  }

  @Test("factories whose names differ only in what no Swift name can have are numbered")
  func factoriesOfOneIdentifier() {
    let catalog = #"""
      { "configdiCatalog": 1, "factories": [
        { "name": "a`b", "provides": "App.Db", "file": "App/A.swift" },
        { "name": "a\tb", "provides": "App.Log", "file": "App/A.swift" }] }
      """#
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": #"{ configdi: 1, roots: [Db, Log], services: { Db: "a`b", Log: "a\tb" } }"#,
        "/catalog.json": catalog,
      ]))
    #expect(code == .success, "\(error)")
    for text in ["  var aB: ", "  var aB2: ", "factories.aB()", "factories.aB2()"] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("a parameter's text and another parameter have properties of their own", arguments: ["timeout", "default"])
  func textAndParameterOfOneName(name: String) {
    let manifest = """
      configdi: 1
      parameters:
        \(name): { type: duration, env: A, default: 5s }
        \(name)Text: { env: B, default: hello }
      roots: [First, Second]
      services:
        First: { alias: Log/first }
        Second: { alias: Log/second }
        Log/first: { factory: log, settings: { path: "in ${\(name)}" } }
        Log/second: { factory: log, settings: { path: "${\(name)Text}" } }
      """
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles(["/app.yaml": manifest, "/catalog.json": Self.catalog]))
    #expect(code == .success, "\(error)")
    for text in [
      "  var \(name)Text2: String = \"5s\"\n", "  var \(name)Text: String = \"hello\"\n",
      "LogSettings(path: \"in \\(parameters.\(name)Text2)\")", "LogSettings(path: parameters.\(name)Text)",
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("settings whose type the catalog does not name cannot be written") func settingsWithoutAType() {
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": "configdi: 1\nroots: [Db]\nservices: { Db: { factory: db, settings: { n: 1 } } }\n",
        "/catalog.json": """
        { "configdiCatalog": 1, "factories": [
          { "name": "db", "provides": "App.Db", "settings": { "fields": [{ "name": "n", "type": "int" }] } }] }
        """,
      ]))
    #expect(code == .failure && output.isEmpty, "\(output)")
    #expect(error.contains("  factory 'db': the catalog does not name the type of its settings\n"), "\(error)")
  }

  @Test("a wiring imports no more of Foundation than it needs, which would hide a module named Data")
  func onlyTheLockIsImported() {
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json", "--target", "Shop",
      files: InMemoryFiles([
        "/app.yaml": "configdi: 1\nroots: [Audit]\nservices: { Audit: audit }\n",
        "/catalog.json":
          #"{ "configdiCatalog": 1, "factories": [{ "name": "audit", "provides": "Data.Audit", "file": "Data/A.swift" }] }"#,
      ]))
    #expect(code == .success, "\(error)")
    let imports = "import ConfigDIRuntime\nimport Data\nimport class Foundation.NSRecursiveLock\n"
    #expect(output.contains(imports), "\(output)")
  }

  @Test("the start makes what a factory may request before it") func orderOfTheStart() {
    let (code, output, error) = Recorder.run(
      "wiring", "/app.yaml", "--catalog", "/catalog.json",
      files: InMemoryFiles([
        "/app.yaml": "configdi: 1\nservices: { Early: { factory: early, eager: true }, Late: late }\n",
        "/catalog.json": """
        { "configdiCatalog": 1, "factories": [
          { "name": "early", "provides": "Shop.Early", "dependencies": [{ "key": "Shop.Late", "kind": "lazy" }] },
          { "name": "late", "provides": "Shop.Late", "async": true }
        ] }
        """,
      ]))
    #expect(code == .success, "\(error)")
    #expect(output.contains("      try await makeLate()\n      _ = try early()\n"), "\(output)")
  }
}
