import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct ManifestSchemaTests {
  private static let catalog = """
    {
      "configdiCatalog": 1,
      "keys": [{ "name": "reporting.db", "type": "App.Database" }],
      "factories": [
        { "name": "postgres", "provides": "App.Database",
          "settings": { "type": "S", "fields": [{ "name": "pool", "type": "int", "default": "3" }] } },
        { "name": "orders", "provides": "App.Orders", "dependencies": [{ "key": "App.Database", "kind": "lazy", "label": "db" }] },
        { "name": "metered", "role": "decorator", "provides": "App.Orders" },
        { "name": "launch it", "role": "initializer" }
      ]
    }
    """

  private func schema(_ arguments: String..., files: [String: String]) -> String {
    let recorder = Recorder()
    let code = runProgram(["schema"] + arguments, console: recorder.console(files: InMemoryFiles(files)))
    #expect(code == .success)
    return recorder.output
  }

  @Test("the schema has every key of the format") func everyKeyOfTheFormatIsInIt() {
    let text = ManifestSchema().json.compactText
    let keys =
      ManifestKey.allCases.map(\.rawValue) + ServiceField.allCases.map(\.rawValue)
      + ParameterKey.allCases.map(\.rawValue)
      + StageKey.allCases.map(\.rawValue) + InitializerKey.allCases.map(\.rawValue)
      + ReferenceKey.allCases.map(\.rawValue)
    for key in keys { #expect(text.contains("\"\(key)\":{")) }
  }

  @Test("every key has a summary, and every summary a key") func everyKeyHasASummary() throws {
    func lines<Key: MappingKey>(_ type: Key.Type) -> [String] {
      ["", "## \(Key.owner)", ""] + Key.allCases.map { "- `\($0.rawValue)`: \($0.summary)" }
    }
    let all: [any MappingKey.Type] = [
      ManifestKey.self, FileReferenceKey.self, InlineOverlayKey.self, StageKey.self, ScopeKey.self, ParameterKey.self,
      CollectionKey.self, RootKey.self, ServiceField.self, DeprecationKey.self, ReferenceKey.self, DecoratorKey.self,
      InitializerKey.self,
    ]
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/configdi-check/Resources/Keys.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    #expect(page.hasSuffix(all.flatMap { lines($0) }.joined(separator: "\n") + "\n"))
  }

  @Test("every reference resolves") func everyReferenceLeadsSomewhere() throws {
    let text = schema("--catalog", "c.json", files: ["/c.json": Self.catalog])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(object["definitions"] as? [String: Any])
    let used = Set(text.split(separator: "\"#/definitions/").dropFirst().map { String($0.prefix { $0 != "\"" }) })
    #expect(used.subtracting(definitions.keys).isEmpty)
    #expect(Set(definitions.keys).subtracting(used).isEmpty)
  }

  @Test("keys of the catalog offer their factories") func aCatalogsKeysHaveTheirFactories() {
    let text = schema("--catalog", "c.json", files: ["/c.json": Self.catalog])
    #expect(text.contains(##""reporting.db": {"$ref": "#/definitions/service.of.reporting_db"}"##))
    #expect(text.contains(#"App\\.Database"#))
    #expect(text.contains(#""enumDescriptions": ["App.Orders"]"#))
    #expect(text.contains(#""description": "int, default 3""#))
    #expect(text.contains(#""description": "Expected: lazy App.Database.""#))
  }

  @Test("names in the manifest are offered") func aManifestsNamesAreOffered() {
    let app = """
      configdi: 1
      stages: { blue: {}, green: {} }
      scopes: { request: {} }
      parameters: { pool.size: 3 }
      collections: { checks: { of: Check } }
      services: { Database/replica: postgres }
      """
    let text = schema("app.yaml", files: ["/app.yaml": app])
    for name in ["blue", "request", "${pool.size}", "checks", "Database/replica"] {
      #expect(text.contains("\"\(name)\""))
    }
  }

  @Test("no catalog is used without a manifest") func withoutAManifestNoCatalogIsTaken() {
    let text = schema(files: ["/configdi.catalog.json": Self.catalog])
    #expect(!text.contains("postgres"))
  }

  /// Kept beside the example for editors; written by `configdi-check schema app.yaml` in that folder.
  @Test("an overlay file and an inline overlay may be listed") func anOverlayMayStandInTheListOfOverlays() throws {
    let text = schema(files: [:])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(document["definitions"] as? [String: [String: Any]])
    let manifest = try #require(definitions["manifest"]?["properties"] as? [String: [String: Any]])
    #expect("\(try #require(manifest["overlays"]))".contains("#/definitions/overlays"))
    #expect("\(try #require(manifest["imports"]))".contains("#/definitions/files"))
    let told = "\(try #require(definitions["overlays"]))"
    for key in InlineOverlayKey.allCases { #expect(told.contains(key.rawValue)) }
  }

  @Test func theExamplesSchemaIsCurrent() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/config")
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "configdi-check")
    process.arguments = ["schema", "app.yaml"]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let kept = try String(contentsOf: folder.appending(path: "configdi.schema.json"), encoding: .utf8)
    #expect(String(decoding: printed, as: UTF8.self) == kept)
  }
}
