/// Turns one stage of a graph into an open plan, in which positions replace keys.
package struct Planner {
  private let graph: DependencyGraph
  private let number: Int
  private let stage: ComposedStage
  /// For each node of the graph, its position in the plan; -1 if the stage does not have the node.
  private let positions: [Int]
  /// For each service in the stage, its version in the graph.
  private let versions: [Int?]
  /// For each collection, the positions of its members, in composed order.
  private let members: [String: [Int]]

  /// - Parameter graph: The graph. A container can be made from the plan only if the checks found no error in this
  ///   stage.
  package init(_ graph: DependencyGraph, stage: Int) {
    self.graph = graph
    number = stage
    self.stage = graph.composed.stages[stage]
    var positions = [Int](repeating: -1, count: graph.keys.count)
    var versions: [Int?] = []
    versions.reserveCapacity(self.stage.services.count)
    var members: [String: [Int]] = [:]
    var next = 0
    for (position, service) in self.stage.services.enumerated() {
      // Versions are in the order of the first stage.
      let isNext = next < graph.versions.count && graph.versions[next].service === service
      let version = isNext ? next : graph.version(of: service)
      versions.append(version)
      if let version {
        positions[graph.versions[version].node] = position
        next = version + 1
      }
      for collection in service.collect where members[collection.value]?.last != position {
        members[collection.value, default: []].append(position)
      }
    }
    self.positions = positions
    self.versions = versions
    self.members = members
  }

  package func openPlan() -> OpenPlan {
    // Parents before children.
    let declared = graph.composed.scopes
    let children = Dictionary(grouping: declared.indices) { declared[$0].parent?.value ?? .singleton }
    var scopes: [ScopeEntry] = []
    var ready = children[.singleton] ?? []
    while !ready.isEmpty {
      scopes += ready.map { declared[$0] }
      ready = ready.flatMap { children[.declared(declared[$0].name.value)] ?? [] }.sorted()
    }
    let scopePositions = scopes.positions
    var initializers: [SourceLocation: DependencyGraph.EntryPoint] = [:]
    for entryPoint in stage.lifecycle.isEmpty ? [] : graph.entryPoints {
      if case .initializer(let use, _) = entryPoint.kind { initializers[use.location] = entryPoint }
    }
    return OpenPlan(
      manifest: graph.composed.entry.path, stage: stage.name,
      scopes: zip(scopes, scopes.parents(scopePositions)).map { (name: $0.name.value, parent: $1) },
      services: zip(stage.services, versions).map { planned($0, $1, scopes: scopePositions) },
      parameters: stage.parameters,
      phases: stage.lifecycle.map { phase in
        let made = phase.initializers.map { use -> PlannedInitializer in
          let known = initializers[use.location]
          let made = planned(use.factory, known?.arguments ?? [], settings: use.settings, factory: known?.factory)
          return (made, use.onError?.value == .continue)
        }
        return (phase.name.value, made)
      },
      collections: stage.collections.map { collection in
        (collection.name.value, collection.element.value, members[collection.name.value] ?? [])
      })
  }

  private func planned(_ service: ComposedService, _ version: Int?, scopes: [String: Int]) -> PlannedService {
    // The arguments of the service's factory, then the arguments of each decorator.
    let arguments = version.map { graph.versions[$0].arguments } ?? []
    let kind: PlannedService.Kind
    switch service.kind {
    case .factory(let name):
      kind = .factory(
        planned(
          name, arguments.first ?? [], settings: service.settings,
          factory: version.flatMap { graph.versions[$0].factory }),
        decorators: service.decorators.indices.map { index in
          let use = service.decorators[index]
          return planned(
            use.factory, index + 1 < arguments.count ? arguments[index + 1] : [], settings: use.settings,
            factory: version.flatMap { graph.versions[$0].decorators[index] })
        })
    case .alias(let key): kind = .alias(key.value, position(of: key.value))
    case .select(let parameter, let cases):
      kind = .select(
        PlannedChoice(
          parameter: parameter.value,
          cases: (cases?.value ?? []).map { ($0.value.value, $0.key.value, position(of: $0.key.value)) }))
    case .provided: kind = .provided
    }
    return PlannedService(
      key: service.key.value, kind: kind, scope: scope(of: service, version, scopes), isEager: service.isEager,
      origin: service.location, keyOrigin: service.key.location, replaced: service.history,
      mayBeAbsent: service.mayBeAbsent)
  }

  private func position(of key: ServiceKey) -> Int? {
    graph.nodes[key].map { positions[$0] }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func scope(
    of service: ComposedService, _ version: Int?, _ scopes: [String: Int]
  ) -> PlannedService.Scope {
    switch version.map({ graph.versions[$0].scope }) ?? service.scope?.value ?? .singleton {
    case .singleton: .singleton
    case .transient: .transient
    case .graph: .graph
    case .weak: .weak
    case .declared(let name): scopes[name].map(PlannedService.Scope.declared) ?? .singleton
    }
  }

  private func planned(
    _ name: Located<String>, _ arguments: [MatchedDependency], settings: ComposedSettings?, factory: KnownFactory?
  ) -> PlannedFactory {
    // This also applies to a rejected factory: nothing else about it is known, but its secrets must be hidden.
    let schema = (factory?.entry ?? graph.catalog?.factory(named: name.value))?.settings
    var reader = SettingsReader()
    let read = settings.map { reader.settings($0) }
    return PlannedFactory(
      name: name.value,
      // Not `map(planned)`, which would copy the planner.
      arguments: arguments.map { planned($0) },
      settings: read.flatMap { $0.isOpen ? nil : $0.setting },
      template: read.flatMap { $0.isOpen ? $0.setting : nil }, origin: name.location,
      isAsync: factory?.entry.isAsync ?? false, isOnMain: factory?.entry.isolation == .main,
      argument: factory?.entry.argument, secretFields: schema?.secretFields ?? [])
  }

  private func planned(_ argument: MatchedDependency) -> PlannedArgument {
    // The key that the argument requests, even if only the catalog mentions the argument.
    var asked = argument.target?.text ?? argument.slot?.key ?? ""
    var targets = Few<Int>.none
    if argument.kind == .all {
      // The argument requests no collection if this stage has none or several that match.
      let here = argument.collections.filter { graph.collections[$0 - graph.keys.count].stages.contains(number) }
      if here.count == 1 {
        asked = graph.name(of: here[0])
        targets = .list(members[asked] ?? [])
      }
    } else if let node = argument.node, positions[node] >= 0 {
      targets = .one(positions[node])
    }
    return PlannedArgument(
      form: argument.form, label: argument.label, asked: asked, targets: targets, origin: argument.location,
      isWritten: argument.isWritten)
  }
}
