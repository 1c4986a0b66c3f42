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
    edges.reserveCapacity(versions.count * 4)
    for index in versions.indices { addEdges(ofVersion: index) }
    collectEntryPoints()
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
    if !values.isEmpty { collectChoices() }
  }

  private mutating func collectChoices() {
    choices = SelectParameters(composed.stages)
    for (parameter, cases) in values {
      for declared in choices.named(parameter, in: allStages) {
        for value in Set(cases.keys).subtracting(declared.values) {
          dead[Condition(parameter: parameter, value: value), default: StageSet()].formUnion(declared.stages)
        }
      }
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
      // Also without cases, since the parameter's values then lack theirs.
      var numbers = values[parameter.value] ?? [:]
      for value in cases.value.map(\.value.value) where numbers[value] == nil { numbers[value] = numbers.count }
      values[parameter.value] = numbers
    }
    return versions.count - 1
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
          collections.append((entry, alike))
          if let type = catalog?.type(of: entry.element.value) {
            collectionsOfType[type, default: []].append(keys.count + collections.count - 1)
          }
        }
      }
    }
  }

  private mutating func collectEntryPoints() {
    // By text, as checking a small manifest needs no other dictionary of numbers: preparing one takes a twentieth of it.
    var known: [String: [Int]] = [:]
    func note(_ kind: EntryPoint.Kind, at location: SourceLocation, _ stages: StageSet) {
      let entryPoint = EntryPoint(kind: kind, stages: stages, location: location)
      let place = "\(location.startOffset)"
      // Different entry points may have the same location because of a YAML alias.
      let same = known[place]?.first { entryPoints[$0].isSame(as: entryPoint) }
      if let same {
        entryPoints[same].stages.formUnion(stages)
      } else {
        known[place, default: []].append(entryPoints.count)
        entryPoints.append(entryPoint)
      }
    }
    for (stage, alike) in composed.stages.alike {
      for root in composed.stages[stage].roots { note(.root(root), at: root.key.location, alike) }
      for phase in composed.stages[stage].lifecycle {
        for use in phase.initializers {
          note(.initializer(use, phase: phase.name.value), at: use.factory.location, alike)
        }
      }
    }
    for index in entryPoints.indices { addEdges(ofEntryPoint: index) }
  }
}

/// Turns references into edges.
extension DependencyGraph {
  /// The start of an edge: the holder of the reference, and the holder's node.
  private struct Source {
    let holder: Holder
    let node: Int
    let owner: Int
    let stages: StageSet
  }

  private mutating func addEdges(ofVersion index: Int) {
    let service = versions[index].service
    let source = Source(
      holder: .version(index), node: versions[index].node, owner: index, stages: versions[index].stages)
    let start = edges.count
    var arguments: [[MatchedDependency]] = []
    switch service.kind {
    case .factory(let factory):
      let known = versions[index].factory
      arguments.append(add(service.dependencies, of: known, at: factory.location, kind: nil, from: source))
    case .alias(let key):
      add(key, kind: .alias, from: source)
    case .select(let parameter, let cases):
      for selected in cases?.value ?? [] where !selected.key.value.text.isEmpty {
        let condition = Condition(parameter: parameter.value, value: selected.value.value)
        add(selected.key, kind: .case, condition: condition, from: source)
      }
    case .provided: break
    }
    for (decorator, factory) in zip(service.decorators, versions[index].decorators) {
      arguments.append(
        add(decorator.dependencies, of: factory, at: decorator.factory.location, kind: .decorator, from: source))
    }
    for collection in service.collect {
      connect(
        source, with: collections(named: collection.value), kind: .member, at: collection.location,
        orMissing: .collection(collection.value))
    }
    versions[index].edges = start..<edges.count
    versions[index].arguments = arguments
  }

  /// Adds the edges of an entry point. They are stored in it rather than among the graph's edges, since it is not a
  /// node.
  private mutating func addEdges(ofEntryPoint index: Int) {
    let entryPoint = entryPoints[index]
    let source = Source(holder: .entryPoint(index), node: -1, owner: index, stages: entryPoint.stages)
    let start = edges.count
    switch entryPoint.kind {
    case .root(let root):
      add(root.key, kind: .instance, from: source)
    case .initializer(let use, _):
      let factory = catalog?.known(named: use.factory.value).flatMap { $0.entry.role == .initializer ? $0 : nil }
      entryPoints[index].factory = factory
      entryPoints[index].arguments = add(
        use.dependencies, of: factory, at: use.factory.location, kind: nil, from: source)
    }
    // An array of the slice could keep the whole list's storage.
    entryPoints[index].edges = edges[start...].map { $0 }
    edges.removeSubrange(start...)
  }

  private mutating func add(
    _ list: DependencyList?, of factory: KnownFactory?, at location: SourceLocation, kind: Edge.Kind?,
    from source: Source
  ) -> [MatchedDependency] {
    guard list != nil || factory?.entry.dependencies.isEmpty == false else { return [] }
    let matched = MatchedDependency.match(list, factory: factory, at: location, in: self)
    if let factory {
      misfits += matched.misfits.map {
        Misfit(dependency: $0, reason: $1, holder: source.holder, factory: factory, stages: source.stages)
      }
    }
    for argument in matched.arguments where !argument.isUnread { add(argument, kind: kind, from: source) }
    return matched.arguments
  }

  private mutating func add(_ argument: MatchedDependency, kind: Edge.Kind?, from source: Source) {
    guard argument.kind != .all else {
      connect(
        source, with: argument.collections, kind: .collection, argument: argument, at: argument.location,
        orMissing: argument.target.map { MissingTarget.Reason.collection($0.text) })
      return
    }
    guard let target = argument.target else { return }
    let kind: Edge.Kind =
      switch argument.kind {
      case .lazy: .lazy
      case .provider: .provider
      case .optional: kind ?? .optional
      case .instance, .all: kind ?? .instance
      }
    // An optional dependency that only the catalog has may be absent.
    connect(
      source, with: Self.only(argument.node), kind: kind, argument: argument, at: argument.location,
      orMissing: argument.kind == .optional && !argument.isWritten ? nil : .key(target))
  }

  /// Adds the edge of a root, of an alias or of one case of a `select`.
  private mutating func add(
    _ key: Located<ServiceKey>, kind: Edge.Kind, condition: Condition? = nil, from source: Source
  ) {
    connect(
      source, with: Self.only(nodes[key.value]), kind: kind, condition: condition, at: key.location,
      orMissing: .key(key.value))
  }

  private static func only(_ node: Int?) -> Range<Int> { node.map { $0..<$0 + 1 } ?? 0..<0 }

  /// Adds an edge to each node that a reference may mean, in the stages in which it means no other one, and missing
  /// targets for the source's other stages. The edges of a member begin at the collections.
  ///
  /// - Parameter reason: The reason why the target is missing; `nil` if it may be absent, or if the candidates are the
  ///   reason.
  private mutating func connect(
    _ source: Source, with nodes: some Collection<Int>, kind: Edge.Kind, condition: Condition? = nil,
    argument: MatchedDependency? = nil, at location: SourceLocation, orMissing reason: MissingTarget.Reason?
  ) {
    var (served, several) = (StageSet(), StageSet())
    for node in nodes {
      several.formUnion(served.intersection(presence(of: node)))
      served.formUnion(presence(of: node))
    }
    let clear = source.stages.intersection(served).subtracting(several)
    for node in nodes {
      let stages = clear.intersection(presence(of: node))
      guard !stages.isEmpty else { continue }
      let ends = kind == .member ? (from: node, to: source.node) : (from: source.node, to: node)
      edges.append(
        Edge(
          from: ends.from, to: ends.to, kind: kind, stages: stages, condition: condition, owner: source.owner,
          argument: argument, location: location))
    }
    var open = source.stages.subtracting(clear)
    while let stage = open.first {
      let candidates = nodes.filter { presence(of: $0).contains(stage) }
      guard let reason = reason ?? missingCollection(argument, candidates) else { return }
      // The stages with the same candidates.
      let alike = nodes.reduce(open) {
        let stages = presence(of: $1)
        return stages.contains(stage) ? $0.intersection(stages) : $0.subtracting(stages)
      }
      open = open.subtracting(alike)
      missing.append(
        MissingTarget(
          holder: source.holder, reason: reason, argument: argument, location: location, stages: alike))
    }
  }

  private func missingCollection(_ argument: MatchedDependency?, _ candidates: [Int]) -> MissingTarget.Reason? {
    guard let argument, argument.kind == .all, let slot = argument.slot, let catalog else { return nil }
    // Only as many names as a message lists.
    return .collectionOf(
      catalog.names.key(slot.key), candidates: candidates.prefix(11).map { name(of: $0) }, count: candidates.count)
  }

  /// The nodes of the collections that a reference may mean in some stage: those of the name, else all of the type.
  func collections(named name: String?, of type: String? = nil) -> [Int] {
    if let name { return collectionNodes[name] ?? [] }
    return type.flatMap { collectionsOfType[$0] } ?? []
  }
}
