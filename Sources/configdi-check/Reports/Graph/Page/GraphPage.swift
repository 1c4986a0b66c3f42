import CResources
import ConfigDI

/// A web page that shows a graph and needs no libraries, network or other files. Data that stages share are written once
/// and referred to by position.
///
/// The page's parts are in `Resources/GraphPage`.
struct GraphPage {
  /// The view that the page shows first, unless the URL selects another view.
  struct Start: Sendable {
    var stage = 0
    var focus: String?
    var depth = 2
    var cyclesOnly = false
  }

  /// The same manifest before a change, for comparison in each stage.
  struct Before: Sendable {
    /// A revision, or a path.
    var name: String
    var stages: [GraphDocument]
    var changes: [WiringDifference.Change]
  }

  private var files = Pool<String>()
  private var keys = Pool<String>()
  private var nodes = Pool<Service>()
  private var edges = Pool<GraphDocument.Edge>()
  private var findings = Pool<String>()
  private var scopes = Pool<String>()
  private var stages: [JSON] = []
  private var past: JSON?
  private var changes: JSON?
  private let title: String
  private let start: Start
  private let paths: RepositoryPaths
  private let links: PlaceLinks?
  /// The files' paths in the form that links need, in the order of `files`.
  private var linkedPaths: [JSON] = []

  /// - Parameters:
  ///   - documents: The stages in the manifest's order; at least one.
  ///   - before: The manifest to compare with. If given, the page first shows the differences.
  ///   - paths: Shortens absolute paths; other paths are unchanged.
  ///   - links: Creates links to locations. If `nil`, locations are plain text.
  init(
    _ documents: [GraphDocument], title: String, start: Start = Start(), before: Before? = nil,
    paths: RepositoryPaths = RepositoryPaths(), links: PlaceLinks? = nil
  ) {
    self.links = links
    self.title = paths.shortened(title)
    self.start = start
    self.paths = paths
    stages = written(documents)
    guard let before else { return }
    // The services in the earlier documents belong to another manifest.
    nodes.known = [:]
    let earlier = written(before.stages)
    past = [
      "name": .string(paths.shortened(before.name)), "stages": .array(earlier),
    ]
    changes = .array(
      before.changes.map { change in
        [
          "stage": change.stage.map { .string($0) } ?? .null, "key": .string(change.key),
          "kind": .string(change.kind.rawValue), "text": .string(change.item.description),
        ]
      })
  }

  var html: String {
    String(cString: configdi_graph_page_markup()).filled(
      [
        "title": title.escaped { $0 == "\"" ? "&quot;" : $0.entity },
        "style": String(cString: configdi_graph_page_style()),
        "layout": String(cString: configdi_graph_page_layout()),
        "script": String(cString: configdi_graph_page_script()),
        "data": data,
      ])
  }

  /// The data as text for a script element, escaped so that it cannot end that element.
  var data: String {
    let json = JSON.object(present: [
      "title": .string(title),
      "before": past,
      "changes": changes,
      "start": [
        "stage": .int(start.stage), "focus": start.focus.map { .string($0) } ?? .null,
        "depth": .int(start.depth), "cyclesOnly": .bool(start.cyclesOnly),
      ],
      "files": .array(files.values),
      "links": links.map {
        [
          "template": .string($0.template), "root": .string($0.root), "paths": .array(linkedPaths),
        ]
      },
      "keys": .array(keys.values),
      "scopes": .array(scopes.values),
      "edgeKinds": .strings(GraphDocument.EdgeKind.allCases.map(\.rawValue)),
      "nodes": .array(nodes.values),
      "edges": .array(edges.values),
      "findings": .array(findings.values),
      "stages": .array(stages),
    ])
    return json.compactText.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  /// What determines a node.
  private struct Service: Hashable {
    let id: ObjectIdentifier
    let isRoot: Bool
  }

  /// The documents as JSON; documents with the same contents refer to the same parts.
  private mutating func written(_ documents: [GraphDocument]) -> [JSON] {
    var made: [Int: [(String, JSON)]] = [:]
    return documents.map { document in
      let known = document.contents.flatMap { made[$0] }
      let own = known ?? parts(of: document)
      if let contents = document.contents { made[contents] = own }
      return .object([("name", document.stage.map { .string($0) } ?? .null)] + own)
    }
  }

  private mutating func position(of node: GraphDocument.Node) -> Int {
    let service = node.service.map { Service(id: $0, isRoot: node.isRoot) }
    return service.flatMap { nodes.known[$0] } ?? nodes.position(of: json(node), knownAs: service)
  }

  private mutating func position(of edge: GraphDocument.Edge, keys: [Int]) -> Int {
    // Between keys instead of the document's nodes, an edge is the same in every stage.
    var own = edge
    (own.from, own.to) = (keys[edge.from], keys[edge.to])
    if let known = edges.known[own] { return known }
    let kind = GraphDocument.EdgeKind.allCases.firstIndex(of: edge.kind) ?? 0
    let values: [JSON] = [
      .int(own.from), .int(own.to), .int(kind), edge.shownLabel.map { .string($0) } ?? .null, json(edge.origin),
    ]
    return edges.position(of: .array(values + (edge.isAwaited ? [true] : [])), knownAs: own)
  }

  private mutating func parts(of document: GraphDocument) -> [(String, JSON)] {
    let keys = document.nodes.map(\.key).map { key in
      self.keys.known[key] ?? self.keys.position(of: .string(key), knownAs: key)
    }
    let nodes = document.nodes.map { position(of: $0) }
    let edges = document.edges.map { position(of: $0, keys: keys) }
    let findings = document.findings.map { finding in
      self.findings.position(
        of: json(finding, keys: finding.nodes.map { keys[$0] }, edges: finding.edges.map { edges[$0] }))
    }
    let initializers = document.initializers.map { one -> JSON in
      .array([.string(one.name), .string(one.phase), json(one.origin), .array(one.needs.map { .int(keys[$0]) })])
    }
    return [
      ("initializers", .array(initializers)),
      ("nodes", .array(nodes.map { .int($0) })),
      ("edges", .array(edges.map { .int($0) })),
      ("findings", .array(findings.map { .int($0) })),
    ]
  }

  private mutating func json(_ node: GraphDocument.Node) -> JSON {
    if case .declared(let scope)? = node.scope { _ = scopes.position(of: .string(scope)) }
    let settings = node.settings.map { JSON.array([.string($0.name), $0.value.map { .string($0) } ?? .null]) }
    return .object(present: [
      "key": .string(node.key),
      "kind": .string(node.kind.rawValue),
      "factory": node.factory.map { .string($0) },
      "module": node.module.map { .string($0) },
      "parameter": node.parameter.map { .string($0) },
      "scope": node.scope.map { .string($0.text) },
      "at": json(node.origin),
      "root": node.isRoot ? .bool(true) : nil,
      "askedForAt": node.requests.isEmpty ? nil : .array(node.requests.map { json($0) }),
      "eager": node.isEager ? .bool(true) : nil,
      "initializers": node.initializers.isEmpty ? nil : .strings(node.initializers),
      "decorators": node.decorators.isEmpty ? nil : .strings(node.decorators),
      "settings": settings.isEmpty ? nil : .array(settings),
      "description": node.description.map { .string($0) },
      "deprecation": node.deprecation.map { .string($0) },
      "replaced": node.replaced.isEmpty ? nil : .array(node.replaced.map { json($0) }),
    ])
  }

  private mutating func json(_ finding: GraphDocument.Finding, keys: [Int], edges: [Int]) -> JSON {
    let diagnostic = finding.diagnostic
    return [
      "code": .string(diagnostic.rule.code),
      "slug": .string(diagnostic.rule.slug),
      "severity": .string(diagnostic.severity.rawValue),
      "message": .string(diagnostic.message),
      "at": diagnostic.place.map { json($0) } ?? .null,
      "notes": .strings(diagnostic.notes),
      "help": .strings(diagnostic.help),
      "nodes": .array(keys.map { .int($0) }),
      "edges": .array(edges.map { .int($0) }),
    ]
  }

  private mutating func json(_ location: SourceLocation) -> JSON {
    let start = location.start
    let path = location.file.path
    let file = files.position(of: .string(paths.shortened(path)))
    if let links, file == linkedPaths.count { linkedPaths.append(.string(links.path(of: path))) }
    return .array([.int(file), .int(start.line), .int(start.column)])
  }

  /// A list that holds each value once, in the order of first use.
  private struct Pool<ID: Hashable> {
    private(set) var values: [JSON] = []
    private var positions: [String: Int] = [:]
    /// The positions by what determines the values, so that a shared value is not written again.
    var known: [ID: Int] = [:]

    mutating func position(of value: JSON, knownAs id: ID? = nil) -> Int {
      let text = value.compactText
      let position = positions[text] ?? values.count
      if position == values.count {
        positions[text] = position
        values.append(value)
      }
      if let id { known[id] = position }
      return position
    }
  }
}
