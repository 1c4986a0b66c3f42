import ConfigDI

/// The data of a page. Parts that stages share are written once, and named by their position.
struct GraphPageData {
  private var files = Pool()
  private var keys = Pool()
  private var nodes = Pool()
  private var edges = Pool()
  private var findings = Pool()
  private var scopes = Pool()
  private var stages: [JSON] = []
  private var past: JSON?
  private var changes: JSON?
  let title: String
  private let start: GraphPage.Start
  private let paths: RepositoryPaths

  private static let edgeKinds: [GraphDocument.EdgeKind] = [
    .instance, .lazy, .provider, .optional, .collection, .alias, .case, .decorator,
  ]

  init(
    _ documents: [GraphDocument], title: String, start: GraphPage.Start = .init(), before: GraphPage.Before? = nil,
    paths: RepositoryPaths = RepositoryPaths()
  ) {
    self.title = paths.shortened(title)
    self.start = start
    self.paths = paths
    for document in documents { stages.append(stage(document)) }
    guard let before else { return }
    past = .object([
      ("name", .string(paths.shortened(before.name))), ("stages", .array(before.stages.map { stage($0) })),
    ])
    changes = .array(
      before.changes.map { change in
        .object([
          ("stage", change.stage.map { .string($0) } ?? .null), ("key", .string(change.key)),
          ("kind", .string(change.kind.rawValue)), ("text", .string(change.sentence)),
        ])
      })
  }

  /// The text for a script element: nothing in it can end that element.
  var text: String {
    let json = JSON.object(present: [
      ("title", .string(title)),
      ("before", past),
      ("changes", changes),
      (
        "start",
        .object([
          ("stage", .int(start.stage)), ("focus", start.focus.map { .string($0) } ?? .null),
          ("depth", .int(start.depth)), ("cyclesOnly", .bool(start.cyclesOnly)),
        ])
      ),
      ("files", .array(files.values)),
      ("keys", .array(keys.values)),
      ("scopes", .array(scopes.values)),
      ("edgeKinds", .strings(Self.edgeKinds.map(\.rawValue))),
      ("nodes", .array(nodes.values)),
      ("edges", .array(edges.values)),
      ("findings", .array(findings.values)),
      ("stages", .array(stages)),
    ])
    return json.compactText.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  private mutating func stage(_ document: GraphDocument) -> JSON {
    let keys = document.nodes.map { self.keys.position(of: .string($0.key)) }
    let nodes = document.nodes.map { self.nodes.position(of: json($0)) }
    let edges = document.edges.map { edge in
      self.edges.position(
        of: .array([
          .int(keys[edge.from]), .int(keys[edge.to]), .int(Self.edgeKinds.firstIndex(of: edge.kind) ?? 0),
          edge.label.map { .string($0) } ?? .null, json(edge.origin),
        ]))
    }
    let findings = document.findings.map { finding in
      self.findings.position(
        of: json(finding, keys: finding.nodes.map { keys[$0] }, edges: finding.edges.map { edges[$0] }))
    }
    return .object([
      ("name", document.stage.map { .string($0) } ?? .null),
      ("nodes", .array(nodes.map { .int($0) })),
      ("edges", .array(edges.map { .int($0) })),
      ("findings", .array(findings.map { .int($0) })),
    ])
  }

  private mutating func json(_ node: GraphDocument.Node) -> JSON {
    if case .declared(let scope)? = node.scope { _ = scopes.position(of: .string(scope)) }
    let settings = node.settings.map { JSON.array([.string($0.name), $0.value.map { .string($0) } ?? .null]) }
    return .object(present: [
      ("key", .string(node.key)),
      ("kind", .string(node.kind.rawValue)),
      ("factory", node.factory.map { .string($0) }),
      ("module", node.module.map { .string($0) }),
      ("parameter", node.parameter.map { .string($0) }),
      ("scope", node.scope.map { .string($0.text) }),
      ("at", json(node.origin)),
      ("root", node.isRoot ? .bool(true) : nil),
      ("eager", node.isEager ? .bool(true) : nil),
      ("initializers", node.initializers.isEmpty ? nil : .strings(node.initializers)),
      ("decorators", node.decorators.isEmpty ? nil : .strings(node.decorators)),
      ("settings", settings.isEmpty ? nil : .array(settings)),
      ("description", node.description.map { .string($0) }),
      ("deprecation", node.deprecation.map { .string($0) }),
      ("replaced", node.replaced.isEmpty ? nil : .array(node.replaced.map { json($0) })),
    ])
  }

  private mutating func json(_ finding: GraphDocument.Finding, keys: [Int], edges: [Int]) -> JSON {
    let diagnostic = finding.diagnostic
    return .object([
      ("code", .string(diagnostic.rule.code)),
      ("slug", .string(diagnostic.rule.slug)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
      ("at", diagnostic.place.map { json($0) } ?? .null),
      ("notes", .strings(diagnostic.notes)),
      ("help", .strings(diagnostic.help)),
      ("nodes", .array(keys.map { .int($0) })),
      ("edges", .array(edges.map { .int($0) })),
    ])
  }

  private mutating func json(_ location: SourceLocation) -> JSON {
    let start = location.start
    return .array([
      .int(files.position(of: .string(paths.shortened(location.file.path)))), .int(start.line), .int(start.column),
    ])
  }

  /// Values, each once, in the order of their first use.
  private struct Pool {
    private(set) var values: [JSON] = []
    private var positions: [String: Int] = [:]

    mutating func position(of value: JSON) -> Int {
      let text = value.compactText
      if let known = positions[text] { return known }
      positions[text] = values.count
      values.append(value)
      return values.count - 1
    }
  }
}
