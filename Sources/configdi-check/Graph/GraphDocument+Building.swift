import ConfigDI

extension GraphDocument {
  /// The wiring of one stage of a graph, and what was found in it.
  init(_ graph: DependencyGraph, stage: Int, findings: [Diagnostic]) {
    self.stage = graph.composed.stages[stage].name
    var positions: [Int: Int] = [:]
    let roots = Set(
      graph.entryPoints.filter { $0.isRoot && $0.stages.contains(stage) }.flatMap { $0.edges.map(\.to) })
    for node in graph.keys.indices {
      guard let service = graph.version(of: node, in: stage)?.service else { continue }
      positions[node] = nodes.count
      nodes.append(Node(service, isRoot: roots.contains(node)))
    }
    for (index, collection) in graph.collections.enumerated() where collection.stages.contains(stage) {
      positions[graph.keys.count + index] = nodes.count
      nodes.append(Node(key: collection.entry.name.value, kind: .collection, origin: collection.entry.name.location))
    }
    for edge in graph.edges where edge.stages.contains(stage) {
      guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
      edges.append(Edge(from: from, to: to, kind: EdgeKind(edge.kind), label: edge.label, origin: edge.location))
    }
    addMissing(graph, stage: stage, positions: positions)
    let ofStage = findings.filter { finding in
      finding.stages == nil || self.stage.map { finding.stages?.contains($0) == true } ?? true
    }
    let places = Places(of: self)
    self.findings = ofStage.map(places.finding)
  }

  /// Where nodes and edges stand, to tell which of them a finding speaks of.
  private struct Places {
    private var edges: [SourceLocation: [Int]] = [:]
    private var nodes: [SourceLocation: [Int]] = [:]

    init(of document: GraphDocument) {
      for (index, edge) in document.edges.enumerated() { edges[edge.origin, default: []].append(index) }
      for (index, node) in document.nodes.enumerated() { nodes[node.origin, default: []].append(index) }
    }

    func finding(_ diagnostic: Diagnostic) -> Finding {
      let places = (diagnostic.location.map { [$0] } ?? []) + diagnostic.related.map(\.location)
      var finding = Finding(diagnostic: diagnostic)
      for place in places {
        for edge in edges[place] ?? [] where !finding.edges.contains(edge) { finding.edges.append(edge) }
        for node in nodes[place] ?? [] where !finding.nodes.contains(node) { finding.nodes.append(node) }
      }
      return finding
    }
  }

  private mutating func addMissing(_ graph: DependencyGraph, stage: Int, positions: [Int: Int]) {
    var known: [String: Int] = [:]
    for missing in graph.missing where missing.stages.contains(stage) {
      guard case .version(let version) = missing.holder, case .key(let key) = missing.reason,
        let from = positions[graph.versions[version].node]
      else { continue }
      let to: Int
      if let there = known[key.text] {
        to = there
      } else {
        to = nodes.count
        known[key.text] = to
        nodes.append(Node(key: key.text, kind: .missing, origin: missing.location))
      }
      let kind: EdgeKind = missing.kind == .optional ? .optional : .instance
      edges.append(Edge(from: from, to: to, kind: kind, label: missing.argument?.name, origin: missing.location))
    }
  }
}

extension GraphDocument.Node {
  fileprivate init(_ service: ComposedService, isRoot: Bool) {
    self.init(key: service.key.value.text, kind: .factory, origin: service.key.location)
    switch service.kind {
    case .factory(let name): factory = name.value
    case .alias: kind = .alias
    case .select: kind = .select
    case .provided: kind = .provided
    }
    if !service.isPassage { scope = service.scope?.value ?? "singleton" }
    self.isRoot = isRoot
    isEager = service.isEager
    decorators = service.decorators.map(\.factory.value)
    settings = service.settings.map(GraphDocument.settings) ?? []
    description = service.description?.value
    deprecation = service.deprecated.map { deprecation in
      [
        deprecation.value.since.map { "since \($0)" }, deprecation.value.use.map { "use \($0)" },
        deprecation.value.message,
      ]
      .compactMap { $0 }.joined(separator: ", ")
    }
    replaced = service.history.filter(\.part.isEmpty).map(\.previous)
  }
}

extension GraphDocument {
  /// As the manifest writes them: a parameter stands by its name, so that no secret is in a picture.
  fileprivate static func settings(_ settings: ComposedSettings) -> [Setting] {
    switch settings {
    case .node(let node) where node.kind == .mapping:
      node.pairs.map { Setting(name: $0.key.words, value: $0.value.words) }
    case .node(let node): [Setting(name: "settings", value: node.words)]
    case .merged(let labels, _): labels.map { Setting(name: $0.name.value, value: $0.value.words) }
    }
  }
}

extension GraphDocument.EdgeKind {
  fileprivate init(_ kind: DependencyGraph.Edge.Kind) {
    self = GraphDocument.EdgeKind(rawValue: kind.rawValue) ?? .collection
  }
}

extension DependencyGraph.Edge {
  fileprivate var label: String? { condition?.value ?? argument?.written?.label?.value ?? argument?.slot?.label }
}
