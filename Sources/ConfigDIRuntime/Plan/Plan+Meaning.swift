extension Plan {
  /// For each service a fingerprint of its own entry and of everything that it leads to, at once or deferred. Services
  /// with equal fingerprints are the same, even in different plans.
  ///
  /// - Parameter renewals: The services to be made anew though their entries stay the same, each with a number of its
  ///   own.
  package func fingerprints(renewals: [ServiceKey: Int] = [:]) -> [Fingerprint] {
    var edges: [DirectedGraph.Edge] = []
    for (index, service) in services.enumerated() {
      for factory in service.factories {
        for argument in factory.arguments {
          for target in argument.targets { edges.append(.init(from: index, to: targets[target])) }
        }
      }
    }
    let graph = DirectedGraph(nodeCount: services.count, edges: edges)
    let components = graph.components()
    var members = [[Int]](repeating: [], count: components.count)
    for index in services.indices { members[Int(components.ofNode[index])].append(index) }
    var results = [Fingerprint](repeating: Fingerprint(), count: services.count)
    // The components that a component leads to have smaller numbers.
    for (component, members) in members.enumerated() {
      var below: [Int: Fingerprint] = [:]
      for member in members {
        var result = entryFingerprint(of: member, renewals)
        for (target, _) in graph.neighbors(of: member) where Int(components.ofNode[target]) != component {
          result.combine(results[target])
        }
        below[member] = result
      }
      // Services that lead back to one another are the same only together.
      var cycle = Fingerprint()
      if members.count > 1 { for member in below.values.sorted() { cycle.combine(member) } }
      for (member, own) in below {
        var result = own
        result.combine(cycle)
        results[member] = result
      }
    }
    for index in services.indices where targets[index] != index { results[index].combine(results[targets[index]]) }
    return results
  }

  /// A fingerprint of the entry alone: the services that it leads to count by key.
  package func entryFingerprint(of index: Int, _ renewals: [ServiceKey: Int] = [:]) -> Fingerprint {
    let service = services[index]
    var result = Fingerprint()
    result.combine(service.key.text)
    result.combine(service.isEager ? 1 : 0)
    result.combine(service.mayBeAbsent ? 1 : 0)
    if let renewal = renewals[service.key] { result.combine(renewal) }
    switch service.scope {
    case .singleton: result.combine("singleton")
    case .transient: result.combine("transient")
    case .graph: result.combine("graph")
    case .weak: result.combine("weak")
    case .declared(let scope): combine(scope, into: &result)
    }
    switch service.kind {
    case .factory(let factory, let decorators):
      result.combine(1 + decorators.count)
      result.combine(fingerprint(of: factory))
      for decorator in decorators { result.combine(fingerprint(of: decorator)) }
    case .select(let choice) where targets[index] == index:
      // The choice is not made yet, so that each case counts.
      result.combine("select \(choice.parameter)")
      for option in choice.cases { result.combine("\(option.value): \(option.key)") }
    case .alias, .select: result.combine("alias of \(services[targets[index]].key)")
    case .provided: result.combine("provided")
    }
    return result
  }

  /// Combines a declared scope by its name and the names of those around it, which mean the same in another plan; its
  /// number may differ there.
  private func combine(_ scope: Int, into result: inout Fingerprint) {
    var current: Int? = scope
    while let index = current, scopes.indices.contains(index) {
      result.combine("scope \(scopes[index].name)")
      current = scopes[index].parent.flatMap { $0 < index ? $0 : nil }
    }
  }

  /// A fingerprint of a factory's use: its name, its settings' values, and its dependencies' keys.
  package func fingerprint(of factory: PlannedFactory) -> Fingerprint {
    var result = Fingerprint()
    result.combine(factory.name)
    result.combine(factory.settings?.fingerprint ?? Fingerprint())
    result.combine(factory.arguments.count)
    for argument in factory.arguments {
      result.combine(argument.kind.rawValue)
      result.combine(argument.targets.count)
      for target in argument.targets where targets.indices.contains(target) {
        result.combine(services[targets[target]].key.text)
      }
    }
    return result
  }
}

extension Plan: Equatable {
  package static func == (left: Plan, right: Plan) -> Bool { left.meaning == right.meaning }

  private struct Meaning: Equatable {
    let stage: String?
    let scopes: [String: String?]
    let services: [ServiceKey: Fingerprint]
    let parameters: [String: Fingerprint]
    let phases: [String: [Fingerprint]]
    let collections: [String: [ServiceKey]]
  }

  private var meaning: Meaning {
    Meaning(
      stage: stage,
      scopes: Dictionary(
        scopes.map { scope in (scope.name, scope.parent.map { scopes[$0].name }) }, uniquingKeysWith: { $1 }),
      services: Dictionary(zip(services.map(\.key), fingerprints()), uniquingKeysWith: { $1 }),
      parameters: Dictionary(parameters.map { ($0.name, $0.fingerprint) }, uniquingKeysWith: { $1 }),
      phases: Dictionary(
        phases.map { phase in (phase.name, phase.initializers.map(fingerprint)) }, uniquingKeysWith: { $1 }),
      collections: Dictionary(
        collections.map { collection in
          (collection.name, [collection.element] + collection.members.map { services[$0].key })
        }, uniquingKeysWith: { $1 }))
  }

  private func fingerprint(of initializer: PlannedInitializer) -> Fingerprint {
    var result = fingerprint(of: initializer.factory)
    result.combine(initializer.continuesAfterFailure ? 1 : 0)
    return result
  }
}

extension PlannedParameter {
  fileprivate var fingerprint: Fingerprint {
    var result = value.fingerprint
    result.combine(type.rawValue)
    result.combine(isSecret ? 1 : 0)
    result.combine(isExposed ? 1 : 0)
    return result
  }
}
