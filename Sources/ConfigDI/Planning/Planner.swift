/// Turns one stage of a checked graph into a plan: keys become positions, selects are decided, dependencies come first.
package struct Planner {
  private let graph: DependencyGraph
  private let stage: Int
  private let values: ParameterValues
  /// The stage's definition of each node; `nil` where it has none.
  private let versions: [Int?]

  /// - Parameter graph: one in which the checks found no error for the stage.
  package init(_ graph: DependencyGraph, stage: Int, values: ParameterValues) {
    self.graph = graph
    self.stage = stage
    self.values = values
    versions = graph.versionsOfNode.map { versions in
      versions.first { graph.versions[$0].stages.contains(stage) }
    }
  }

  package func plan() -> Plan {
    let scopes = orderedScopes()
    let scopePositions = Dictionary(
      scopes.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let order = constructionOrder()
    var positions = [Int](repeating: -1, count: graph.keys.count)
    for (position, node) in order.enumerated() { positions[node] = position }
    let composed = graph.composed.stages[stage]
    return Plan(
      stage: composed.name,
      scopes: scopes.map { scope in
        PlannedScope(name: scope.name.value, parent: scope.parent.flatMap { scopePositions[$0.value] })
      },
      services: order.compactMap { service(of: $0, positions: positions, scopes: scopePositions) },
      parameters: composed.parameters.compactMap { parameter in
        values[parameter.name.value].map { value in
          PlannedParameter(
            name: parameter.name.value, type: parameter.type, value: value, isSecret: parameter.isSecret,
            isExposed: parameter.isExposed)
        }
      },
      phases: composed.lifecycle.map { phase in
        PlannedPhase(
          name: phase.name.value,
          initializers: phase.initializers.map { use in
            let factory = graph.catalog?.factory(named: use.factory.value)
            return PlannedInitializer(
              factory: planned(
                use.factory, use.dependencies, settings: use.settings.map(ComposedSettings.node), factory: factory,
                positions: positions),
              continuesAfterFailure: use.onError?.value == .continue)
          })
      },
      collections: composed.collections.map { collection in
        PlannedCollection(
          name: collection.name.value, element: collection.element.value,
          members: members(of: collection.name.value, positions))
      })
  }

  /// Parents before children.
  private func orderedScopes() -> [ScopeEntry] {
    var ordered: [ScopeEntry] = []
    var placed: Set<String> = ["singleton"]
    var remaining = graph.composed.scopes
    while !remaining.isEmpty {
      let ready = remaining.filter { placed.contains($0.parent?.value ?? "singleton") }
      guard !ready.isEmpty else { break }
      ordered += ready
      placed.formUnion(ready.map(\.name.value))
      remaining.removeAll { placed.contains($0.name.value) }
    }
    return ordered
  }

  /// Every service after those that have to be made before it.
  private func constructionOrder() -> [Int] {
    let order = graph.graph.topologicalOrder { index in
      let edge = graph.edges[index]
      return !edge.isDeferred && edge.stages.contains(stage) && isChosen(edge)
    }
    return order.filter { $0 < graph.keys.count && versions[$0] != nil }
  }

  private func isChosen(_ edge: DependencyGraph.Edge) -> Bool {
    edge.condition.map { values.text(of: $0.parameter) == $0.value } ?? true
  }

  private func service(of node: Int, positions: [Int], scopes: [String: Int]) -> PlannedService? {
    guard let version = versions[node] else { return nil }
    let service = graph.versions[version].service
    let kind: PlannedService.Kind
    switch service.kind {
    case .factory(let name):
      kind = .factory(
        planned(
          name, service.dependencies, settings: service.settings,
          factory: graph.factory(name.value, for: service.key.value), positions: positions),
        decorators: service.decorators.map { use in
          planned(
            use.factory, use.dependencies, settings: use.settings.map(ComposedSettings.node),
            factory: graph.decorator(use.factory.value, for: service.key.value), positions: positions)
        })
    case .alias(let key):
      guard let target = position(of: key.value, positions) else { return nil }
      kind = .alias(target)
    case .select(let parameter, let cases):
      let value = values.text(of: parameter.value)
      guard let chosen = cases?.value.first(where: { $0.value.value == value }),
        let target = position(of: chosen.key.value, positions)
      else { return nil }
      kind = .alias(target)
    case .provided: kind = .provided
    }
    return PlannedService(
      key: service.key.value, kind: kind, scope: scope(of: service, scopes), isEager: service.isEager,
      origin: service.location)
  }

  private func position(of key: ServiceKey, _ positions: [Int]) -> Int? {
    graph.nodes[key].map { positions[$0] }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func scope(of service: ComposedService, _ scopes: [String: Int]) -> PlannedService.Scope {
    switch service.scope?.value {
    case nil, "singleton"?: .singleton
    case "transient"?: .transient
    case "graph"?: .graph
    case "weak"?: .weak
    case let name?: scopes[name].map(PlannedService.Scope.declared) ?? .singleton
    }
  }

  private func planned(
    _ name: Located<String>, _ list: DependencyList?, settings: ComposedSettings?, factory: CatalogFactory?,
    positions: [Int]
  ) -> PlannedFactory {
    let matched = Argument.match(list, factory: factory, at: name.location, names: graph.catalog?.names ?? KeyNames())
    return PlannedFactory(
      name: name.value,
      arguments: matched.arguments.map { argument in
        PlannedArgument(
          kind: argument.slot?.kind ?? argument.kind, targets: targets(of: argument, positions),
          origin: argument.location)
      },
      settings: settings.map(setting), origin: name.location)
  }

  private func setting(_ settings: ComposedSettings) -> Setting {
    var interpolation = Interpolation(values)
    return interpolation.setting(from: settings)
  }

  private func targets(of argument: Argument, _ positions: [Int]) -> [Int] {
    guard argument.kind == .all else {
      return argument.target.flatMap { position(of: $0, positions) }.map { [$0] } ?? []
    }
    let collection: Int?
    if let name = argument.target?.text {
      collection = graph.collectionNodes[name]
    } else if let slot = argument.slot, let catalog = graph.catalog {
      let type = catalog.type(ofFullName: slot.key)
      collection = graph.collections.firstIndex { catalog.type(of: $0.entry.element.value) == type }
        .map { graph.keys.count + $0 }
    } else {
      collection = nil
    }
    return collection.map { members(of: graph.name(of: $0), positions) } ?? []
  }

  /// In the composed order of the stage, which a stage may change.
  private func members(of name: String, _ positions: [Int]) -> [Int] {
    graph.composed.stages[stage].services.compactMap { service in
      service.collect.contains { $0.value == name } ? position(of: service.key.value, positions) : nil
    }
  }
}
