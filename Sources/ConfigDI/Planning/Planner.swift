/// Turns one stage of a checked graph into a plan: keys become positions, selects are decided, dependencies come first.
package struct Planner {
  private let graph: DependencyGraph
  private let stage: Int
  private let values: ParameterValues
  /// The stage's definition of each node; `nil` where it has none.
  private let versions: [Int?]

  /// - Parameter graph: one in which the checks found no error for the stage, if a container is to be made of the plan.
  package init(_ graph: DependencyGraph, stage: Int, values: ParameterValues) {
    self.graph = graph
    self.stage = stage
    self.values = values
    versions = graph.versionsOfNode.map { versions in
      versions.first { graph.versions[$0].stages.contains(stage) }
    }
  }

  /// - Parameter order: Of another plan of the same keys, whose positions this one keeps.
  package func plan(inOrderOf order: [ServiceKey]? = nil) -> Plan {
    let scopes = orderedScopes()
    let scopePositions = Dictionary(
      scopes.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let order = order.map { $0.compactMap { graph.nodes[$0] }.filter { versions[$0] != nil } } ?? constructionOrder()
    var positions = [Int](repeating: -1, count: graph.keys.count)
    for (position, node) in order.enumerated() { positions[node] = position }
    let composed = graph.composed.stages[stage]
    return Plan(
      stage: composed.name,
      scopes: scopes.map { scope in
        PlannedScope(name: scope.name.value, parent: scope.parent.flatMap { scopePositions[$0.value.text] })
      },
      services: order.compactMap { service(of: $0, positions: positions, scopes: scopePositions) },
      parameters: composed.parameters.compactMap { parameter in
        values[parameter.name.value].map { value in
          PlannedParameter(
            name: parameter.name.value, type: parameter.type, value: value, isSecret: parameter.isSecret,
            isExposed: parameter.isExposed, source: parameter.plannedSource,
            preset: parameter.default.map { parameter.isSecret ? "<secret>" : $0.words },
            origin: parameter.sourceLocation,
            replaced: parameter.history)
        }
      },
      phases: composed.lifecycle.map { phase in
        PlannedPhase(
          name: phase.name.value,
          initializers: phase.initializers.map { use in
            let factory = graph.catalog?.factory(named: use.factory.value)
            return PlannedInitializer(
              factory: planned(use, factory: factory, positions: positions),
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
    var placed: Set<ScopeName> = [.singleton]
    var remaining = graph.composed.scopes
    while !remaining.isEmpty {
      let ready = remaining.filter { placed.contains($0.parent?.value ?? .singleton) }
      guard !ready.isEmpty else { break }
      ordered += ready
      placed.formUnion(ready.map { .declared($0.name.value) })
      remaining.removeAll { placed.contains(.declared($0.name.value)) }
    }
    return ordered
  }

  /// Every service after those that have to be made before it.
  private func constructionOrder() -> [Int] {
    let order = graph.graph.topologicalOrder { index in
      let edge = graph.edges[index]
      return !edge.isDeferred && edge.stages.contains(stage) && isChosen(edge)
    }
    let ordered = order.filter { $0 < graph.keys.count && versions[$0] != nil }
    guard ordered.count < versions.count(where: { $0 != nil }) else { return ordered }
    // A stage with a cycle is shown, though it cannot be made.
    let known = Set(ordered)
    return ordered + versions.indices.filter { versions[$0] != nil && !known.contains($0) }
  }

  /// A case counts where it is chosen, and where nobody knows yet which one is.
  private func isChosen(_ edge: DependencyGraph.Edge) -> Bool {
    guard let condition = edge.condition, let value = values.text(of: condition.parameter) else { return true }
    return value == condition.value
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
          planned(use, factory: graph.decorator(use.factory.value, for: service.key.value), positions: positions)
        })
    case .alias(let key): kind = .alias(key.value, position(of: key.value, positions))
    case .select(let parameter, let cases):
      let value = values.text(of: parameter.value)
      let cases = cases?.value ?? []
      let chosen = cases.first { $0.value.value == value }
      kind = .select(
        PlannedChoice(
          parameter: parameter.value, cases: cases.map { ($0.value.value, $0.key.value) },
          target: chosen.flatMap { position(of: $0.key.value, positions) }))
    case .provided: kind = .provided
    }
    return PlannedService(
      key: service.key.value, kind: kind, scope: scope(of: service, scopes), isEager: service.isEager,
      origin: service.location, keyOrigin: service.key.location, replaced: service.history,
      mayBeAbsent: service.mayBeAbsent)
  }

  private func position(of key: ServiceKey, _ positions: [Int]) -> Int? {
    graph.nodes[key].map { positions[$0] }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func scope(of service: ComposedService, _ scopes: [String: Int]) -> PlannedService.Scope {
    switch service.scope?.value {
    case nil, .singleton?: .singleton
    case .transient?: .transient
    case .graph?: .graph
    case .weak?: .weak
    case .declared(let name)?: scopes[name].map(PlannedService.Scope.declared) ?? .singleton
    }
  }

  private func planned(_ use: FactoryUse, factory: CatalogFactory?, positions: [Int]) -> PlannedFactory {
    planned(
      use.factory, use.dependencies, settings: use.settings.map(ComposedSettings.node), factory: factory,
      positions: positions)
  }

  private func planned(
    _ name: Located<String>, _ list: DependencyList?, settings: ComposedSettings?, factory: CatalogFactory?,
    positions: [Int]
  ) -> PlannedFactory {
    let matched = Argument.match(list, factory: factory, at: name.location, names: graph.catalog?.names ?? KeyNames())
    let fields = factory?.settings?.fields ?? []
    return PlannedFactory(
      name: name.value,
      arguments: matched.arguments.map { argument in
        PlannedArgument(
          form: argument.slot?.form ?? DependencyForm(argument.kind), label: argument.label,
          asked: argument.target?.text ?? argument.slot?.key ?? "", targets: targets(of: argument, positions),
          origin: argument.location, isWritten: argument.written != nil)
      },
      settings: settings.map(setting), origin: name.location, isAsync: factory?.isAsync ?? false,
      isOnMain: factory?.isolation == .main, secretFields: fields.contains(where: \.hasSecret) ? fields : [])
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

extension ComposedParameter {
  fileprivate var plannedSource: PlannedParameter.Source {
    switch source {
    case .value?: .value
    case .env(let name)?: .env(name.value)
    case .file(let path)?: .file(path.value)
    case nil: .preset
    }
  }

  /// Where its value comes from.
  package var sourceLocation: SourceLocation {
    switch source {
    case nil: name.location
    case .value(let node)?: node.location
    case .env(let variable)?: variable.location
    case .file(let path)?: path.location
    }
  }
}
