extension DependencyGraph {
  /// Builds the union of all stages. References without a target are kept in `missing` and `misfits`, for the checks to
  /// report.
  package init(_ composed: ComposedManifest, catalog: CatalogIndex?, for selection: StageSelection = .all) {
    self.composed = composed
    self.catalog = catalog
    allStages = StageSet(all: composed.stages.count)
    selected = allStages
    if case .named(let names) = selection { selected = stages { $0.name.map(names.contains) ?? false } }
    collectVersions()
    collectCollections()
    var builder = EdgeBuilder(graph: self)
    builder.build()
    edges = builder.edges
    missing = builder.missing
    misfits = builder.misfits
    entryPoints = builder.entryPoints
    for version in versions.indices {
      versions[version].edges = builder.edgeBounds[version]..<builder.edgeBounds[version + 1]
      versions[version].arguments = builder.argumentsOfVersion[version]
    }
    graph = DirectedGraph(
      nodeCount: keys.count + collections.count, edges: edges.map { .init(from: $0.from, to: $0.to) })
  }

  /// Compares each stage with the previous stage, which is cheap because most stages share their services in the same
  /// order.
  private mutating func collectVersions() {
    var previous: [(service: ComposedService, version: Int)] = []
    for (stage, alike) in composed.stages.alike {
      let composedStage = composed.stages[stage]
      var current: [(service: ComposedService, version: Int)] = []
      current.reserveCapacity(composedStage.services.count)
      if stage == 0 {
        versions.reserveCapacity(composedStage.services.count)
        nodes.reserveCapacity(composedStage.services.count)
      }
      var beside = 0
      for service in composedStage.services {
        let isSame = beside < previous.count && previous[beside].service === service
        let version = isSame ? previous[beside].version : version(for: service)
        versions[version].stages.formUnion(alike)
        presence[versions[version].node].formUnion(alike)
        current.append((service, version))
        // A service was removed, replaced or inserted here: continue with its successor.
        if isSame || beside < previous.count && previous[beside].service.key.value == service.key.value {
          beside += 1
        } else if beside + 1 < previous.count, previous[beside + 1].service === service {
          beside += 2
        }
      }
      previous = current
    }
  }

  private mutating func version(for service: ComposedService) -> Int {
    let node: Int
    if let known = nodes[service.key.value] {
      node = known
      if let same = versionsOfNode[node].first(where: { versions[$0].service === service }) { return same }
    } else {
      node = keys.count
      nodes[service.key.value] = node
      keys.append(service.key.value)
      if let catalog { types.append(catalog.type(of: service.key.value)) }
      versionsOfNode.append([])
      presence.append(StageSet())
    }
    var factory: KnownFactory?
    if case .factory(let name) = service.kind { factory = self.factory(name.value, as: .service, of: node) }
    versions.append(
      Version(
        service: service, node: node, factory: factory,
        decorators: service.decorators.map { self.factory($0.factory.value, as: .decorator, of: node) },
        stages: StageSet()))
    versionsOfNode[node].append(versions.count - 1)
    if case .select(let parameter, let cases?) = service.kind {
      number(cases.value.map(\.value.value), of: parameter.value)
    }
    return versions.count - 1
  }

  private mutating func number(_ cases: [String], of parameter: String) {
    for value in cases where values[parameter]?[value] == nil {
      values[parameter, default: [:]][value] = values[parameter]?.count ?? 0
    }
  }

  /// The catalog's factory with a name, if the factory has this role and the node's type.
  private func factory(_ name: String, as role: CatalogFactory.Role, of node: Int) -> KnownFactory? {
    guard let factory = catalog?.known(named: name), factory.entry.role == role, factory.type == types[node] else {
      return nil
    }
    return factory
  }

  private mutating func collectCollections() {
    for (stage, alike) in composed.stages.alike {
      for entry in composed.stages[stage].collections {
        let known = collectionNodes[entry.name.value]?.first {
          collections[$0 - keys.count].entry.name.location == entry.name.location
        }
        if let known {
          collections[known - keys.count].stages.formUnion(alike)
        } else {
          collectionNodes[entry.name.value, default: []].append(keys.count + collections.count)
          collections.append(CollectionNode(entry: entry, stages: alike))
          if let type = catalog?.type(of: entry.element.value) {
            collectionsOfType[type, default: []].append(keys.count + collections.count - 1)
          }
        }
      }
    }
  }
}

/// Turns references into edges.
private struct EdgeBuilder {
  let graph: DependencyGraph
  var edges: [DependencyGraph.Edge] = []
  /// The index of each version's first edge, then the number of edges.
  var edgeBounds = [0]
  var argumentsOfVersion: [[[MatchedDependency]]] = []
  var missing: [DependencyGraph.MissingTarget] = []
  var misfits: [DependencyGraph.Misfit] = []
  var entryPoints: [DependencyGraph.EntryPoint] = []

  mutating func build() {
    edges.reserveCapacity(graph.versions.count * 4)
    edgeBounds.reserveCapacity(graph.versions.count + 1)
    argumentsOfVersion.reserveCapacity(graph.versions.count)
    for index in graph.versions.indices {
      argumentsOfVersion.append(addEdges(ofVersion: index))
      edgeBounds.append(edges.count)
    }
    addEntryPoints()
  }

  /// Adds a version's edges.
  ///
  /// - Returns: The arguments of the service's factory, then the arguments of each decorator.
  private mutating func addEdges(ofVersion index: Int) -> [[MatchedDependency]] {
    let service = graph.versions[index].service
    let holder = Source(
      holder: .version(index), node: graph.versions[index].node, owner: index, stages: graph.versions[index].stages)
    var arguments: [[MatchedDependency]] = []
    switch service.kind {
    case .factory(let factory):
      arguments.append(
        add(
          service.dependencies, of: graph.versions[index].factory, at: factory.location, kind: nil, from: holder))
    case .alias(let key):
      add(key, kind: .alias, condition: nil, from: holder)
    case .select(let parameter, let cases):
      for selected in cases?.value ?? [] where !selected.key.value.text.isEmpty {
        let condition = DependencyGraph.Condition(parameter: parameter.value, value: selected.value.value)
        add(selected.key, kind: .case, condition: condition, from: holder)
      }
    case .provided: break
    }
    for (decorator, factory) in zip(service.decorators, graph.versions[index].decorators) {
      arguments.append(
        add(
          decorator.dependencies, of: factory, at: decorator.factory.location, kind: .decorator, from: holder))
    }
    for collection in service.collect {
      connect(graph.collections(named: collection.value), nil, collection.value, at: collection.location, from: holder)
    }
    return arguments
  }

  /// The start of an edge: the holder of the reference, and the holder's node.
  private struct Source {
    let holder: DependencyGraph.Holder
    let node: Int
    let owner: Int
    let stages: StageSet
  }

  private mutating func add(
    _ list: DependencyList?, of factory: KnownFactory?, at location: SourceLocation,
    kind: DependencyGraph.Edge.Kind?, from source: Source
  ) -> [MatchedDependency] {
    guard list != nil || factory?.entry.dependencies.isEmpty == false else { return [] }
    let matched = MatchedDependency.match(list, factory: factory, at: location, in: graph)
    if let factory {
      misfits += matched.misfits.map {
        .init(holder: source.holder, factory: factory, argument: $0, stages: source.stages)
      }
    }
    for argument in matched.arguments where !argument.isUnread { add(argument, kind: kind, from: source) }
    return matched.arguments
  }

  private mutating func add(_ argument: MatchedDependency, kind: DependencyGraph.Edge.Kind?, from source: Source) {
    let edgeKind: DependencyGraph.Edge.Kind
    let reason: DependencyGraph.MissingTarget.Reason?
    switch argument.kind {
    case .all:
      connect(argument.collections, argument, argument.target?.text, at: argument.location, from: source)
      return
    case .instance, .lazy, .provider, .optional:
      guard let target = argument.target else { return }
      edgeKind =
        switch argument.kind {
        case .lazy: .lazy
        case .provider: .provider
        case .optional: kind ?? .optional
        case .instance, .all: kind ?? .instance
        }
      // An optional dependency that only the catalog has may be absent.
      reason = argument.kind != .optional || argument.isWritten ? .key(target) : nil
    }
    connect(
      argument.node.map { (source.node, $0) }, presence(of: argument.node), kind: edgeKind, argument: argument,
      at: argument.location, from: source, orMissing: reason, as: argument.kind)
  }

  /// Adds the edge of an alias or of one case of a `select`.
  private mutating func add(
    _ key: Located<ServiceKey>, kind: DependencyGraph.Edge.Kind, condition: DependencyGraph.Condition?,
    from source: Source
  ) {
    let node = graph.nodes[key.value]
    connect(
      node.map { (source.node, $0) }, presence(of: node), kind: kind, condition: condition, at: key.location,
      from: source, orMissing: .key(key.value), as: .instance)
  }

  private func presence(of node: Int?) -> StageSet {
    guard let node else { return StageSet() }
    return node < graph.keys.count ? graph.presence[node] : graph.collections[node - graph.keys.count].stages
  }

  /// Adds an edge for the source's stages in which both ends exist, and a missing target for its other stages.
  private mutating func connect(
    _ ends: (from: Int, to: Int)?, _ presence: StageSet, kind: DependencyGraph.Edge.Kind,
    condition: DependencyGraph.Condition? = nil, argument: MatchedDependency? = nil, at location: SourceLocation,
    from source: Source, orMissing reason: @autoclosure () -> DependencyGraph.MissingTarget.Reason?,
    as reference: ReferenceKind
  ) {
    let served = source.stages.intersection(presence)
    if let ends, !served.isEmpty {
      edges.append(
        .init(
          from: ends.from, to: ends.to, kind: kind, stages: served, condition: condition, owner: source.owner,
          argument: argument, location: location))
    }
    let unserved = source.stages.subtracting(served)
    guard !unserved.isEmpty, let reason = reason() else { return }
    missing.append(
      .init(
        holder: source.holder, reason: reason, kind: reference, argument: argument, location: location,
        stages: unserved))
  }

  /// Adds an edge from or to each collection that a reference may mean, in the stages in which it means no other one, and
  /// missing targets for the source's other stages.
  ///
  /// - Parameter argument: The dependency, whose edges lead to the collections; `nil` for an entry of `collect`.
  private mutating func connect(
    _ collections: [Int], _ argument: MatchedDependency?, _ name: String?, at location: SourceLocation,
    from source: Source
  ) {
    var (served, several) = (StageSet(), StageSet())
    for collection in collections {
      several.formUnion(served.intersection(presence(of: collection)))
      served.formUnion(presence(of: collection))
    }
    let clear = source.stages.intersection(served).subtracting(several)
    for collection in collections {
      let ends = argument == nil ? (from: collection, to: source.node) : (from: source.node, to: collection)
      let stages = clear.intersection(presence(of: collection))
      guard !stages.isEmpty else { continue }
      edges.append(
        .init(
          from: ends.from, to: ends.to, kind: argument == nil ? .member : .collection, stages: stages, condition: nil,
          owner: source.owner, argument: argument, location: location))
    }
    var open = source.stages.subtracting(clear)
    while let stage = open.first {
      let candidates = collections.filter { presence(of: $0).contains(stage) }
      // The stages with the same candidates.
      let alike = collections.reduce(open) {
        let stages = presence(of: $1)
        return stages.contains(stage) ? $0.intersection(stages) : $0.subtracting(stages)
      }
      open = open.subtracting(alike)
      let reason: DependencyGraph.MissingTarget.Reason
      if let name {
        reason = .collection(name)
      } else {
        guard let slot = argument?.slot, let catalog = graph.catalog else { return }
        // Only as many names as a message lists.
        reason = .collectionOf(
          catalog.names.key(slot.key), candidates: candidates.prefix(11).map(graph.name), count: candidates.count)
      }
      missing.append(
        .init(
          holder: source.holder, reason: reason, kind: .all, argument: argument, location: location, stages: alike))
    }
  }

  private mutating func addEntryPoints() {
    // By text, as checking a small manifest needs no other dictionary of numbers: preparing one takes a twentieth of it.
    var known: [String: [Int]] = [:]
    for (stage, alike) in graph.composed.stages.alike {
      for root in graph.composed.stages[stage].roots {
        note(.root(root), at: root.key.location, alike, known: &known)
      }
      for phase in graph.composed.stages[stage].lifecycle {
        for initializer in phase.initializers {
          note(
            .initializer(initializer, phase: phase.name.value), at: initializer.factory.location, alike,
            known: &known)
        }
      }
    }
    for index in entryPoints.indices { resolveEntryPoint(index) }
  }

  private mutating func note(
    _ kind: DependencyGraph.EntryPoint.Kind, at location: SourceLocation, _ stages: StageSet,
    known: inout [String: [Int]]
  ) {
    let entryPoint = DependencyGraph.EntryPoint(kind: kind, stages: stages, location: location)
    let place = "\(location.startOffset)"
    // A root and an initializer may have the same location because of a YAML alias.
    let same = known[place]?.first {
      entryPoints[$0].location == location && entryPoints[$0].isRoot == entryPoint.isRoot
    }
    if let same {
      entryPoints[same].stages.formUnion(stages)
    } else {
      known[place, default: []].append(entryPoints.count)
      entryPoints.append(entryPoint)
    }
  }

  /// Resolves an entry point. Its edges are stored in it rather than among the graph's edges, since it is not a node.
  private mutating func resolveEntryPoint(_ index: Int) {
    let entryPoint = entryPoints[index]
    let source = Source(holder: .entryPoint(index), node: -1, owner: index, stages: entryPoint.stages)
    let start = edges.count
    switch entryPoint.kind {
    case .root(let root):
      add(root.key, kind: .instance, condition: nil, from: source)
    case .initializer(let use, _):
      let factory = graph.catalog?.known(named: use.factory.value).flatMap { $0.entry.role == .initializer ? $0 : nil }
      entryPoints[index].factory = factory
      entryPoints[index].arguments = add(
        use.dependencies, of: factory, at: use.factory.location, kind: nil, from: source)
    }
    // An array of the slice could keep the whole list's storage.
    entryPoints[index].edges = edges[start...].map { $0 }
    edges.removeSubrange(start...)
  }
}

extension DependencyGraph {
  /// The nodes of the collections that a reference may mean in some stage: those of the name, else all of the type.
  func collections(named name: String?, of type: String? = nil) -> [Int] {
    if let name { return collectionNodes[name] ?? [] }
    return type.flatMap { collectionsOfType[$0] } ?? []
  }
}
