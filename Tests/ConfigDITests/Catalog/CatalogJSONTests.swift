import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

func readCatalog(_ text: String, path: String = "configdi.catalog.json") -> (catalog: Catalog?, findings: [Diagnostic])
{
  var diagnostics = Diagnostics()
  let catalog = Catalog(SourceFile(path: path, bytes: Array(text.utf8)), reporting: &diagnostics)
  return (catalog, diagnostics.sorted())
}

@Suite struct CatalogJSONTests {
  static let sample = """
    {
      "configdiCatalog": 1,
      "keys": [{ "name": "reporting.db", "type": "App.Database" }],
      "factories": [
        {
          "name": "sqlOrders",
          "role": "service",
          "provides": "App.OrderRepository",
          "dependencies": [
            { "key": "App.Database", "kind": "instance", "label": "db" },
            { "key": "App.HealthCheck", "kind": "all" }
          ],
          "settings": {
            "type": "OrderSettings",
            "fields": [
              { "name": "table", "type": "string" },
              { "name": "mode", "type": "enum", "cases": ["fast", "safe"], "optional": true },
              { "name": "retry", "type": "object", "fields": [{ "name": "attempts", "type": "int", "default": "3" }] },
              { "name": "hosts", "type": "list", "of": { "type": "string" } },
              { "name": "token", "type": "string", "secret": true }
            ],
            "opaque": false
          },
          "isolation": "none",
          "async": false,
          "shareable": true,
          "reference": true,
          "deprecated": null,
          "file": "App/Factories.swift"
        }
      ]
    }

    """

  static func registry() -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(Key<any Storage>("reporting.db"))
    registry.declare(Key<any Storage>("archive"))
    registry.register("wide", as: Wide.self, Wide.init)
    registry.register("everything", as: Tick.self) { (_: Everything, _: any Storage) in Tick() }
    registry.register("orders", as: (any Storage).self, labels: ["clock", "late"], Orders.init)
    registry.registerUnshared("draft", as: Draft.self, deprecated: "use \"orders\"\n\u{85}") { Draft() }
    registry.registerMainActor("screen", as: Screen.self, deprecated: Deprecation(since: "2", use: "x"), Screen.init)
    registry.registerDecorator("traced", of: (any Storage).self, Traced.init)
    registry.registerInitializer("warmup", Warmup.init)
    registry.registerAsync("remote", as: (any Pairing<Int, User>).self) { (_: Storable) async throws in
      throw CancellationError()
    }
    registry.register("bare", as: Tick.self) { (_: SchemaTests.Bare) in Tick() }
    registry.register("tree", as: Tick.self) { (_: SchemaTests.Tree) in Tick() }
    return registry
  }

  struct Storable: Sendable {}

  @Test("the documented example round-trips") func theFormatsExampleIsReadAndWrittenAsItStands() throws {
    let (catalog, findings) = readCatalog(Self.sample)
    #expect(findings.isEmpty)
    let factory = try #require(catalog?.factories.first)
    #expect(factory.settings?.fields.map(\.name) == ["table", "mode", "retry", "hosts", "token"])
    #expect(factory.dependencies.map(\.label) == ["db", nil])
    #expect(factory.location?.description == "configdi.catalog.json:6:15")
    #expect(catalog?.json == Self.sample)
  }

  @Test func exportImportExportGivesTheSameBytes() throws {
    let first = Self.registry().catalog
    let (read, findings) = readCatalog(first.json)
    #expect(findings.isEmpty)
    let again = try #require(read)
    #expect(again.json == first.json)
    #expect(again.difference(from: first).isEmpty && first.difference(from: again).isEmpty)
    for (old, new) in zip(first.factories, again.factories) {
      #expect(old.settings == new.settings && old.dependencies == new.dependencies)
    }
  }

  /// Neither the order of registration nor a line's number is in it.
  @Test func theSameFactoriesGiveTheSameBytes() {
    var forwards = FactoryRegistry()
    forwards.registerInstance("b", as: Tick.self, Tick(), line: 1)
    forwards.registerInstance("a", as: Tick.self, Tick(), line: 2)
    var backwards = FactoryRegistry()
    backwards.registerInstance("a", as: Tick.self, Tick(), line: 30)
    backwards.registerInstance("b", as: Tick.self, Tick(), line: 40)
    #expect(forwards.catalog.json == backwards.catalog.json)
    #expect(Self.registry().catalog.json == Self.registry().catalog.json)
  }

  @Test func foundationReadsItAsJSON() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Self.registry().catalog.json.utf8)) as? [String: Any]
    let factories = try #require(object?["factories"] as? [[String: Any]])
    #expect(factories.compactMap { $0["name"] as? String } == factories.compactMap { $0["name"] as? String }.sorted())
    let draft = try #require(factories.first { $0["name"] as? String == "draft" })
    #expect(draft["deprecated"] as? String == "use \"orders\"\n\u{85}")
    #expect(FactoryRegistry().catalog.json == "{\n  \"configdiCatalog\": 1,\n  \"keys\": [],\n  \"factories\": []\n}\n")
  }
}
