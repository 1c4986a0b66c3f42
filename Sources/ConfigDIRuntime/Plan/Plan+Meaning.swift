extension Plan {
  /// The graph of all dependencies, including deferred ones.
  var dependencies: DirectedGraph {
    let edges = PlannedEdges(services, targets)
    return DirectedGraph(
      nodeCount: services.count,
      edges: services.indices.flatMap { service in
        edges[service].map { DirectedGraph.Edge(from: service, to: $0.target) }
      })
  }

  /// A fingerprint for each service that covers its entry and everything it depends on, immediately or later. Services
  /// with equal fingerprints are interchangeable, even between plans.
  ///
  /// - Parameters:
  ///   - renewals: Services to make again although their entries are unchanged, each with a unique number.
  ///   - settings: Returns a factory's settings in canonical form; by default, as written.
  package func fingerprints(
    renewals: [ServiceKey: Int] = [:], settings: (PlannedFactory) -> Setting? = { $0.settings }
  ) -> [Fingerprint] {
    let graph = dependencies
    let components = graph.components()
    var members = [[Int]](repeating: [], count: components.count)
    for index in services.indices { members[Int(components.ofNode[index])].append(index) }
    var results = [Fingerprint](repeating: Fingerprint(), count: services.count)
    // Edges between components lead from a larger number to a smaller one.
    for (component, members) in members.enumerated() {
      var below: [Int: Fingerprint] = [:]
      for member in members {
        var result = entryFingerprint(of: member, renewals, settings)
        for (target, _) in graph.neighbors(of: member) where Int(components.ofNode[target]) != component {
          result.combine(results[target])
        }
        below[member] = result
      }
      // Services in a cycle are the same only if the whole cycle is the same.
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

  /// A fingerprint of a service's entry alone, which includes only the keys of its dependencies.
  package func entryFingerprint(
    of index: Int, _ renewals: [ServiceKey: Int] = [:], _ settings: (PlannedFactory) -> Setting? = { $0.settings }
  ) -> Fingerprint {
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
    case .declared(let scope):
      // Scope numbers differ between plans, so the names of the scope and its enclosing scopes count.
      var current: Int? = scope
      while let index = current, scopes.indices.contains(index) {
        result.combine("scope \(scopes[index].name)")
        current = scopes[index].parent.flatMap { $0 < index ? $0 : nil }
      }
    }
    switch service.kind {
    case .factory(let factory, let decorators):
      result.combine(1 + decorators.count)
      result.combine(fingerprint(of: factory, settings))
      for decorator in decorators { result.combine(fingerprint(of: decorator, settings)) }
    case .select(let choice) where targets[index] == index:
      // The parameter's value is unknown, so every case counts.
      result.combine("select \(choice.parameter)")
      for option in choice.cases { result.combine("\(option.value): \(option.key)") }
    case .alias, .select: result.combine("alias of \(services[targets[index]].key)")
    case .provided: result.combine("provided")
    }
    return result
  }

  /// A fingerprint of a factory, its settings' values and its dependencies' keys.
  package func fingerprint(
    of factory: PlannedFactory, _ settings: (PlannedFactory) -> Setting? = { $0.settings }
  ) -> Fingerprint {
    var result = Fingerprint()
    result.combine(factory.name)
    result.combine(settings(factory)?.fingerprint ?? Fingerprint())
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
  package static func == (left: Plan, right: Plan) -> Bool { left.meaning() == right.meaning() }

  /// Whether a program behaves the same with both plans. Settings that decode to equal values count as equal, and a
  /// parameter that is not exposed matters only where its value is used.
  func isSame(as other: Plan, reading settings: @escaping (PlannedFactory) -> Setting?) -> Bool {
    meaning(reading: settings) == other.meaning(reading: settings)
  }

  /// The fingerprints of each service's entry and of each phase, without what they depend on.
  func ownMeaning(
    reading settings: (PlannedFactory) -> Setting?
  ) -> (services: [ServiceKey: Fingerprint], phases: [String: [Fingerprint]]) {
    let entries = services.indices.map { (services[$0].key, entryFingerprint(of: $0, [:], settings)) }
    return (Dictionary(entries, uniquingKeysWith: { $1 }), phaseFingerprints(settings))
  }

  private struct Meaning: Equatable {
    let stage: String?
    let scopes: [String: String?]
    let services: [ServiceKey: Fingerprint]
    let parameters: [String: Fingerprint]
    let phases: [String: [Fingerprint]]
    let collections: [String: [ServiceKey]]
  }

  /// - Parameter known: Returns a factory's settings in the canonical form that a program reads; if `nil`, everything
  ///   is compared as written.
  private func meaning(reading known: ((PlannedFactory) -> Setting?)? = nil) -> Meaning {
    let settings = known ?? { $0.settings }
    return Meaning(
      stage: stage,
      scopes: Dictionary(
        scopes.map { scope in (scope.name, scope.parent.map { scopes[$0].name }) }, uniquingKeysWith: { $1 }),
      services: Dictionary(zip(services.map(\.key), fingerprints(settings: settings)), uniquingKeysWith: { $1 }),
      parameters: Dictionary(
        parameters.filter { known == nil || $0.isExposed }.map { ($0.name, $0.fingerprint) },
        uniquingKeysWith: { $1 }),
      phases: phaseFingerprints(settings),
      collections: Dictionary(
        collections.map { collection in
          (collection.name, [collection.element] + collection.members.map { services[$0].key })
        }, uniquingKeysWith: { $1 }))
  }

  private func phaseFingerprints(_ settings: (PlannedFactory) -> Setting?) -> [String: [Fingerprint]] {
    phases.reduce(into: [:]) { fingerprints, phase in
      fingerprints[phase.name] = phase.initializers.map { initializer in
        var result = fingerprint(of: initializer.factory, settings)
        result.combine(initializer.continuesAfterFailure ? 1 : 0)
        return result
      }
    }
  }
}

extension PlannedParameter {
  fileprivate var fingerprint: Fingerprint {
    var result = value.fingerprint
    result.combine(type.rawValue)
    result.combine(Int(entry.traits.rawValue))
    return result
  }
}

extension Setting {
  /// A fingerprint of the value and its secrets, independent of its location and the order of its entries. Different
  /// spellings differ: `30s` and `30000ms` become equal only in `ExaminedRegistry.settings(of:)`.
  package var fingerprint: Fingerprint {
    var result = Fingerprint()
    result.combine(secret ?? "")
    switch content {
    case .null: result.combine(0)
    case .bool(let value): result.combine(value ? 2 : 1)
    case .int(let value):
      result.combine(3)
      result.combine(value)
    case .float(let value):
      result.combine(4)
      result.combine(value.bitPattern)
    case .string, .written, .template:
      result.combine(5)
      result.combine(text)
    case .list(let elements):
      result.combine(6)
      for element in elements { result.combine(element.fingerprint) }
    case .map(let entries):
      result.combine(7)
      for entry in entries.sorted(by: { $0.name.value < $1.name.value }) {
        result.combine(entry.name.value)
        result.combine(entry.value.fingerprint)
      }
    case .unknown(let type):
      result.combine(8)
      result.combine(type?.rawValue ?? "")
    }
    return result
  }
}
