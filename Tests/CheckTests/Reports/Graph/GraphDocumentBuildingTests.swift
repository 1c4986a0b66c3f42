import ConfigDI
import Testing

@testable import configdi_check

@Suite struct GraphDocumentBuildingTests {
  private static let app = """
    configdi: 1
    stages:
      test: {}
      production:
        services:
          Store: { factory: sqlStore, scope: session, settings: { token: hunter2, url: "${url}" } }
    scopes: { session: {} }
    parameters: { url: { type: url, env: STORE_URL, secret: true }, engine: { type: enum, of: [a, b], value: a } }
    collections: { checks: { of: Check } }
    roots: [Server, Nowhere]
    services:
      Server: { factory: server, dependencies: { checks: { all: checks }, cart: Cart, store: { provider: Store } } }
      Check/db: { factory: check, collect: checks, dependencies: { gone: Gone } }
      Store: { factory: memoryStore, scope: sesion, eager: false }
      Cart: { select: engine, cases: { a: Cart/a, b: Cart/b } }
      Cart/a: cartA
      Cart/b: { factory: cartB, decorators: [logging], description: The new one. }
      Metrics: metrics
    lifecycle: { launch: [{ factory: start, dependencies: { metrics: Metrics } }] }
    """

  private static let catalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        {
          "name": "sqlStore", "provides": "Store",
          "settings": {
            "type": "S", "fields": [{ "name": "token", "type": "string", "secret": true }, { "name": "url", "type": "url" }]
          }
        }
      ]
    }
    """

  private func document(stage: Int) throws -> GraphDocument {
    let files = InMemoryFiles(["/app.yaml": Self.app])
    var problems = Diagnostics()
    let catalog = try #require(
      Catalog(SourceFile(path: "c.json", bytes: Array(Self.catalog.utf8)), reporting: &problems))
    let checked = Pipeline(world: World(files: files)).check(.path("/app.yaml"), catalog: CatalogIndex(catalog))
    return GraphDocument(try #require(checked.graph), stage: stage, findings: checked.diagnostics.sorted())
  }

  private func node(_ key: String, in document: GraphDocument) throws -> GraphDocument.Node {
    try #require(document.nodes.first { $0.key == key })
  }

  @Test("a stage has its nodes") func nodesOfAStage() throws {
    let test = try document(stage: 0)
    #expect(test.stage == "test")
    #expect(try node("Store", in: test).factory == "memoryStore")
    #expect(try node("Server", in: test).isRoot)
    #expect(try node("Cart", in: test).parameter == "engine")
    #expect(try node("Cart/b", in: test).decorators == ["logging"])
    #expect(try node("Cart/b", in: test).description == "The new one.")
    #expect(try node("checks", in: test).kind == .collection)
    #expect(try node("Metrics", in: test).initializers == ["launch: start"])
    let production = try document(stage: 1)
    #expect(try node("Store", in: production).factory == "sqlStore")
    #expect(try node("Store", in: production).replaced.map(\.start.line) == [14])
  }

  @Test func secretsAreLeftOut() throws {
    let settings = try node("Store", in: try document(stage: 1)).settings
    #expect(settings == [.init(name: "token", value: nil), .init(name: "url", value: "${url}")])
  }

  @Test("missing services are nodes") func whatIsMissingIsDrawn() throws {
    let test = try document(stage: 0)
    #expect(try node("Gone", in: test).kind == .missing)
    #expect(try node("Nowhere", in: test).kind == .missing)
    let edge = try #require(test.edges.first { test.nodes[$0.to].key == "Gone" })
    #expect(test.nodes[edge.from].key == "Check/db")
    let finding = try #require(
      test.findings.first { $0.edges.contains { test.nodes[test.edges[$0].to].key == "Gone" } })
    #expect(finding.diagnostic.rule.code == "DI201")
  }

  /// A scope is neither a node nor an edge: the finding belongs to the service that it is written in, in its stages.
  @Test("a finding inside an entry marks its service") func aFindingInsideAnEntryMarksItsService() throws {
    let test = try document(stage: 0)
    let scope = try #require(test.findings.first { $0.diagnostic.rule.code == "DI303" })
    #expect(scope.nodes.map { test.nodes[$0].key } == ["Store"])
    #expect(try !document(stage: 1).findings.contains { $0.diagnostic.rule.code == "DI303" })
  }

  @Test("edges have names") func edgesAreNamed() throws {
    let test = try document(stage: 0)
    let words = test.edges.map { edge in
      "\(test.nodes[edge.from].key) \(edge.kind.rawValue) \(test.nodes[edge.to].key) \(edge.label ?? "-")"
    }
    #expect(
      words.sorted() == [
        "Cart case Cart/a a", "Cart case Cart/b b", "Check/db instance Gone gone", "Server collection checks checks",
        "Server instance Cart cart", "Server provider Store store", "checks collection Check/db -",
      ])
  }

  @Test("the command writes the graph") func theCommandDraws() {
    let files = InMemoryFiles(["/app.yaml": Self.app, "/configdi.catalog.json": Self.catalog])
    let dot = Recorder.run("graph", "app.yaml", "--stage", "test", files: files)
    #expect(dot.output.hasPrefix("digraph wiring {"))
    #expect(dot.code == .findings)
    let near = Recorder.run(
      "graph", "app.yaml", "--stage", "test", "--format", "json", "--focus", "Cart", "--depth", "1", files: files)
    #expect(!near.output.contains("Check/db"))
    let unknown = Recorder.run("graph", "app.yaml", "--stage", "test", "--focus", "Carte", files: files)
    #expect(unknown.code == .failure)
    #expect(unknown.error.contains("did you mean 'Cart'?"))
    let page = Recorder.run(
      "graph", "app.yaml", "--stage", "production", "--format", "html", "--focus", "Cart", files: files)
    #expect(page.output.contains(#""start":{"stage":1,"focus":"Cart","depth":2,"cyclesOnly":false}"#))
    #expect(!page.output.contains("hunter2"))
  }
}
