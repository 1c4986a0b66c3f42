import ConfigDI
import Testing

@testable import configdi_check

@Suite struct GraphDocumentTests {
  /// Server → healthChecks (a collection) → Check → Store; Server → Reader (an alias) → Store; Store ⇄ Cache; Push is missing.
  private var document: GraphDocument {
    let text = "services:\n  Server: { factory: nio, dependencies: { checks: { all: healthChecks } } }\n"
    let app = SourceFile(path: "app.yaml", bytes: Array(text.utf8))
    let store = SourceFile(path: "shared/\"store\".yaml", bytes: Array(text.utf8))
    let here = Findings.place("Server", in: app)
    let there = Findings.place("factory", in: store)
    var document = GraphDocument(stage: "production")
    document.nodes = [
      .init(key: "Server", kind: .factory, factory: "nio", scope: .singleton, origin: here, isRoot: true),
      .init(key: "Check/db", kind: .factory, factory: "check", scope: .transient, origin: here),
      .init(key: "Store", kind: .factory, factory: "sql", scope: .declared("request"), origin: there),
      .init(key: "Cache", kind: .provided, scope: .declared("request"), origin: there),
      .init(key: "Reader", kind: .alias, origin: there),
      .init(key: "healthChecks", kind: .collection, origin: here),
      .init(key: "Push", kind: .missing, origin: here),
    ]
    document.edges = [
      .init(from: 0, to: 5, kind: .collection, label: "checks", origin: here),
      .init(from: 0, to: 4, kind: .instance, label: "reader", origin: here),
      .init(from: 5, to: 1, kind: .collection, origin: here),
      .init(from: 1, to: 2, kind: .instance, origin: here),
      .init(from: 4, to: 2, kind: .alias, origin: there),
      .init(from: 2, to: 3, kind: .lazy, label: "cache", origin: there),
      .init(from: 3, to: 2, kind: .instance, origin: there),
      .init(from: 0, to: 6, kind: .instance, label: "push", origin: here),
    ]
    document.findings = [
      .init(diagnostic: Findings.cycle, edges: [5, 6]),
      .init(diagnostic: Diagnostic(Findings.mild, "made up", at: here), nodes: [6], edges: [7]),
    ]
    return document
  }

  @Test("a collection and a service of one name are two nodes") func namesOfCollections() {
    var document = document
    document.nodes[0].key = "healthChecks"
    let lines = document.dot.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains { $0.hasPrefix("\"healthChecks\" [") })
    #expect(lines.contains { $0.hasPrefix("\"collection healthChecks\" [") })
    #expect(lines.contains { $0.hasPrefix("\"healthChecks\" -> \"collection healthChecks\"") })
  }

  @Test("--focus follows edges both ways and through passages") func focusGoesBothWaysAndPassesThroughPassages() throws
  {
    let near = try #require(document.focused(on: "Server", depth: 1))
    #expect(near.nodes.map(\.key) == ["Server", "Check/db", "Store", "Reader", "healthChecks", "Push"])
    let users = try #require(document.focused(on: "Check/db", depth: 1))
    #expect(users.nodes.map(\.key) == ["Server", "Check/db", "Store", "healthChecks"])
    #expect(users.edges.map(\.kind) == [.collection, .collection, .instance])
    #expect(users.findings.isEmpty)
    #expect(document.focused(on: "Nobody", depth: 1) == nil)
  }

  @Test("--focus on a passage counts its own edges") func focusOnAPassageCountsItsOwnEdges() throws {
    let near = try #require(document.focused(on: "Reader", depth: 1))
    #expect(near.nodes.map(\.key) == ["Server", "Store", "Reader"])
    #expect(try #require(document.focused(on: "Reader", depth: 0)).nodes.map(\.key) == ["Reader"])
  }

  @Test("--cycles-only keeps cycles with their findings") func cyclesOnlyKeepsCyclesWithTheirFindings() {
    let cycles = document.cyclesOnly()
    #expect(cycles.nodes.map(\.key) == ["Store", "Cache"])
    #expect(cycles.edges.map(\.kind) == [.lazy, .instance])
    #expect(cycles.findings.map(\.edges) == [[0, 1]])
  }

  @Test("JSON lists services and sees through collections") func jsonHasServicesAndPassesThroughCollections() {
    let text = document.json.text
    #expect(text.contains(#""stage": "production""#))
    #expect(text.contains(#""key": "Check/db""#))
    #expect(!text.contains("\"healthChecks\""))
    #expect(!text.contains("\"Push\""))
    let collection = """
          {
            "from": "Server",
            "to": "Check/db",
            "kind": "collection",
            "label": "checks",
            "origin": {"path": "app.yaml", "line": 2, "column": 3}
          }
      """
    #expect(text.contains(collection))
    #expect(text.contains(#""code": "DI202""#))
  }

  @Test("DOT output quotes names and clusters files") func dotQuotesNamesAndClustersFiles() {
    let dot = document.dot
    #expect(dot.contains("subgraph cluster_1 {\n    label=\"shared/\\\"store\\\".yaml\";"))
    #expect(dot.contains("\"Store\" -> \"Cache\" [label=\"cache · lazy · DI202\", style=dashed"))
    #expect(dot.contains("label=\"stage production\""))
  }

  @Test("Mermaid output escapes its syntax") func mermaidEscapesWhatItWouldRead() {
    let mermaid = document.mermaid
    #expect(mermaid.hasPrefix("flowchart LR\n"))
    #expect(mermaid.contains("subgraph f1[\"shared/#34;store#34;.yaml\"]"))
    #expect(mermaid.contains("n2 -.->|\"cache · lazy · DI202\"| n3"))
    #expect(mermaid.contains("linkStyle 5,6 stroke:"))
  }

  @Test("a single file has no cluster") func oneFileIsNoCluster() {
    var document = document
    document.nodes.removeAll()
    document.edges.removeAll()
    document.findings.removeAll()
    document.nodes = [.init(key: "A", kind: .factory, origin: Findings.file("a\n").beginning)]
    #expect(!document.dot.contains("cluster"))
    #expect(!document.mermaid.contains("subgraph"))
  }
}
