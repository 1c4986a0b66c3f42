import ConfigDI

extension GraphDocument {
  /// The wirings of all stages, in order; stages with the same services are drawn once.
  static func ofEachStage(
    _ graph: DependencyGraph, findings: [Diagnostic], requests: ServiceRequests = ServiceRequests()
  ) throws(TooMuchWork) -> [GraphDocument] {
    let stages = graph.composed.stages
    // A finding in only some stages distinguishes stages with the same contents.
    let hasStagedFindings = findings.contains { $0.stages != nil }
    let groups = hasStagedFindings ? stages.indices.map { (first: $0, stages: StageSet(stage: $0)) } : stages.alike
    var work = graph.composed.work
    let services = groups.reduce(0) { $0 + stages[$1.first].services.count }
    // The number of dependencies is estimated from the average of all services.
    let edges = graph.versions.isEmpty ? 0 : services * graph.edges.count / graph.versions.count
    try work.spend(WorkBudget.Cost.drawn, for: services + edges, at: graph.composed.entry.beginning) {
      "\(counted(groups.count, "distinct stage")), with \(counted(services, "service")) in total"
    }
    try work.spend(
      WorkBudget.Cost.drawnFinding, for: groups.count * findings.count, at: graph.composed.entry.beginning
    ) { "\(counted(findings.count, "finding")) in \(counted(groups.count, "stage"))" }
    let known = Memos<ObjectIdentifier, Node>()
    var documents = [GraphDocument](repeating: GraphDocument(), count: stages.count)
    for (first, same) in groups {
      let document = GraphDocument(graph, stage: first, findings: findings, requests: requests, known: known)
      for stage in same.members {
        documents[stage] = document
        documents[stage].stage = stages[stage].name
        documents[stage].contents = first
      }
    }
    return documents
  }

  /// Creates the document for one stage of a graph, with the findings in that stage.
  ///
  /// - Parameter known: The nodes that were already made for services, since stages share most of their services.
  init(
    _ graph: DependencyGraph, stage: Int, findings: [Diagnostic], requests: ServiceRequests = ServiceRequests(),
    known: Memos<ObjectIdentifier, Node> = Memos()
  ) {
    self.stage = graph.composed.stages[stage].name
    var positions: [Int: Int] = [:]
    var extents: [SourceLocation] = []
    for node in graph.keys.indices {
      guard let version = graph.version(of: node, in: stage) else { continue }
      let service = version.service
      positions[node] = nodes.count
      var made = known.answer(ObjectIdentifier(service)) { Node(version, graph) }
      made.requests = requests.places(of: node)
      nodes.append(made)
      extents.append(service.location)
    }
    for entryPoint in graph.entryPoints where entryPoint.stages.contains(stage) {
      if case .initializer(let use, let phase) = entryPoint.kind {
        let needs = entryPoint.edges.filter { $0.stages.contains(stage) }.compactMap { positions[$0.to] }
        initializers.append((use.factory.value, phase, entryPoint.location, needs))
      }
      for edge in entryPoint.edges where edge.stages.contains(stage) {
        guard let position = positions[edge.to] else { continue }
        if entryPoint.isRoot {
          nodes[position].isRoot = true
        } else {
          nodes[position].initializers.append(entryPoint.title)
          // The node is no longer determined by the service alone.
          nodes[position].service = nil
        }
      }
    }
    for (index, collection) in graph.collections.enumerated() where collection.stages.contains(stage) {
      positions[graph.keys.count + index] = nodes.count
      nodes.append(Node(key: collection.entry.name.value, kind: .collection, origin: collection.entry.name.location))
    }
    for edge in graph.edges where edge.stages.contains(stage) {
      guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
      edges.append(
        Edge(
          from: from, to: to, kind: EdgeKind(rawValue: edge.shownKind.rawValue) ?? .collection,
          label: edge.condition?.value ?? edge.argument?.writtenLabel ?? edge.argument?.slot?.label,
          argument: Self.argument(of: edge, graph, stage), origin: edge.location,
          isAwaited: edge.argument?.slot?.form.isAsync == true))
    }
    addMissing(graph, stage: stage, positions: positions)
    let ofStage = findings.filter { finding in
      finding.stages == nil || self.stage.map { finding.stages?.contains($0) == true } ?? true
    }
    guard !ofStage.isEmpty else { return }
    let places = Places(of: self, extents: extents)
    self.findings = ofStage.map(places.finding)
  }

  /// If the dependency is a maker, the type of the argument that its calls take.
  private static func argument(of edge: DependencyGraph.Edge, _ graph: DependencyGraph, _ stage: Int) -> String? {
    guard let slot = edge.argument?.slot, slot.form.isMaker else { return nil }
    return (slot.argument ?? graph.version(of: edge.to, in: stage)?.argument).map { ArgumentType.spelled($0) }
  }

  /// The locations of nodes and edges, used to find the nodes and edges that a finding concerns.
  private struct Places {
    private var edges: [SourceLocation: [Int]] = [:]
    private var nodes: [SourceLocation: [Int]] = [:]
    /// The services' entries in each file, with their ranges.
    private var entries: [ObjectIdentifier: [(range: Range<Int>, node: Int)]] = [:]

    init(of document: GraphDocument, extents: [SourceLocation]) {
      for (index, edge) in document.edges.enumerated() { edges[edge.origin, default: []].append(index) }
      for (index, node) in document.nodes.enumerated() { nodes[node.origin, default: []].append(index) }
      for (index, extent) in extents.enumerated() {
        entries[ObjectIdentifier(extent.file), default: []].append((extent.range, index))
      }
      for file in entries.keys { entries[file]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
    }

    func finding(_ diagnostic: Diagnostic) -> Finding {
      let places = (diagnostic.location.map { [$0] } ?? []) + diagnostic.related.map(\.location)
      var finding = Finding(diagnostic: diagnostic)
      for place in places {
        for edge in edges[place] ?? [] where !finding.edges.contains(edge) { finding.edges.append(edge) }
        for node in nodes[place] ?? [] where !finding.nodes.contains(node) { finding.nodes.append(node) }
      }
      if finding.edges.isEmpty, finding.nodes.isEmpty, let place = diagnostic.location, let node = node(around: place) {
        finding.nodes = [node]
      }
      return finding
    }

    /// The service whose entry contains a location, such as the location of a setting or a scope.
    private func node(around place: SourceLocation) -> Int? {
      guard let entries = entries[ObjectIdentifier(place.file)] else { return nil }
      let start = place.range.lowerBound
      let next = entries.indices.firstPosition { entries[$0].range.lowerBound > start }
      guard next > 0, entries[next - 1].range.upperBound >= place.range.upperBound else { return nil }
      return entries[next - 1].node
    }
  }

  private mutating func addMissing(_ graph: DependencyGraph, stage: Int, positions: [Int: Int]) {
    var known: [String: Int] = [:]
    for missing in graph.missing where missing.stages.contains(stage) {
      let name =
        switch missing.reason {
        case .key(let key): key.text
        case .collection(let collection): collection
        case .collectionOf(let key, _, _): "all of \(key)"
        }
      let to = known[name] ?? nodes.count
      if to == nodes.count {
        known[name] = to
        nodes.append(Node(key: name, kind: .missing, origin: missing.location))
      }
      guard case .version(let version) = missing.holder else {
        nodes[to].isRoot = true
        continue
      }
      guard let from = positions[graph.versions[version].node] else { continue }
      let kind: EdgeKind = missing.kind == .optional ? .optional : .instance
      edges.append(Edge(from: from, to: to, kind: kind, label: missing.argument?.name, origin: missing.location))
    }
  }
}

extension GraphDocument.Node {
  fileprivate init(_ version: DependencyGraph.Version, _ graph: DependencyGraph) {
    let service = version.service
    self.init(key: service.key.value.text, kind: .factory, origin: service.key.location)
    switch service.kind {
    case .factory(let name):
      factory = name.value
      let provided = graph.catalog?.factory(named: name.value)?.provides
      if let provided, let dot = provided.firstIndex(of: ".") { module = String(provided[..<dot]) }
    case .alias: kind = .alias
    case .select(let asked, _):
      kind = .select
      parameter = asked.value
    case .provided: kind = .provided
    }
    if !service.isPassage { scope = version.scope }
    isEager = service.isEager
    decorators = service.decorators.map(\.factory.value)
    // As written in the manifest: parameters by name, so that a drawing contains no secret.
    settings =
      switch service.settings {
      case .node(let node)? where node.kind == .mapping: node.pairs.map { setting($0.text, $1) }
      case .node(let node)?: [setting("settings", node)]
      case .merged(let labels, _)?: labels.map { setting($0.name.value, $0.value) }
      case nil: []
      }
    description = service.description?.value
    deprecation = service.deprecated.map { deprecation in
      [
        deprecation.value.since.map { "since \($0)" }, deprecation.value.use.map { "use \($0)" },
        deprecation.value.message,
      ]
      .compactMap { $0 }.joined(separator: ", ")
    }
    replaced = service.history.filter(\.part.isEmpty).map(\.previous)
    self.service = ObjectIdentifier(service)
  }
}

private func setting(_ name: String, _ node: Node) -> GraphDocument.Setting {
  GraphDocument.Setting(name: name, value: node.isSecret ? nil : node.words())
}
