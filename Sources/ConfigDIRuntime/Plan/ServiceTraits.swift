/// Properties of a service, determined by its factory and by the services it holds. In a container, a slot has those of
/// its service or parameter.
package struct ServiceTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Making the service requires the current resolution, because the service or a service it holds is shared within a
  /// resolution, belongs to the main actor, or takes an argument.
  package static let needsResolution = ServiceTraits(rawValue: 1)
  /// The instance must be awaited: its factory or a decorator is asynchronous, or it immediately needs an asynchronous
  /// dependency that is made just for it.
  package static let isAsync = ServiceTraits(rawValue: 2)
  /// Creation is asynchronous, because the service itself or a service that it immediately needs, directly or
  /// indirectly, is asynchronous.
  package static let reachesAsync = ServiceTraits(rawValue: 4)
  package static let isMain = ServiceTraits(rawValue: 8)
  package static let takesArgument = ServiceTraits(rawValue: 16)
  // Only a slot has these; `AnySlot` describes them.
  static let isReference = ServiceTraits(rawValue: 32)
  static let isAwaited = ServiceTraits(rawValue: 64)

  static func all(of services: [PlannedService], _ edges: PlannedEdges) -> [ServiceTraits] {
    let own = services.indices.map { ServiceTraits(services[$0].kind, services[$0].scope) }
    if own.allSatisfy({ $0.isEmpty }) { return own }
    return edges.fixedPoint(from: []) { index, traits in
      var result = traits[index].union(own[index])
      let isTransient = services[index].scope == .transient
      for edge in edges[index] where !edge.isDeferred {
        if traits[edge.target].contains(.reachesAsync) { result.insert(.reachesAsync) }
        if services[edge.target].scope.isMadeAnew, traits[edge.target].contains(.isAsync) { result.insert(.isAsync) }
        if isTransient, traits[edge.target].contains(.needsResolution) { result.insert(.needsResolution) }
      }
      // The resolution that makes this service has already awaited the instance.
      if result.contains(.isAsync), services[index].scope.isMadeAnew { result.insert(.needsResolution) }
      return result
    }
  }

  /// The service's own traits, without those that come from its dependencies.
  private init(_ kind: PlannedService.Kind, _ scope: PlannedService.Scope) {
    self = []
    if case .factory(let factory, let decorators) = kind {
      if factory.isAsync || decorators.contains(where: \.isAsync) { formUnion([.isAsync, .reachesAsync]) }
      if factory.isOnMain { formUnion([.isMain, .needsResolution]) }
      if factory.argument != nil { formUnion([.takesArgument, .needsResolution]) }
    }
    if scope == .graph { insert(.needsResolution) }
  }
}

extension Plan {
  /// The services that are made asynchronously, without aliases and choices.
  package var asynchronousServices: [Int] {
    services.indices.filter { targets[$0] == $0 && traits[$0].contains(.reachesAsync) }
  }

  /// The singletons that the start makes: the asynchronous and the eager ones.
  package var madeAtStart: [Int] {
    services.indices.filter {
      targets[$0] == $0 && places.innermostScopes[$0] == -1 && services[$0].scope == .singleton
        && (services[$0].isEager || traits[$0].contains(.isAsync))
    }
  }

  /// The services that each scope makes when it opens: eager services, and asynchronous services that a synchronous
  /// service in this or an inner scope immediately needs.
  package var madeAtOpening: [Int: [Int]] {
    let isScoped = services.indices.map { index in
      if case .declared = services[index].scope { targets[index] == index } else { false }
    }
    guard services.indices.contains(where: { isScoped[$0] && (services[$0].isEager || traits[$0].contains(.isAsync)) })
    else { return [:] }
    let edges = PlannedEdges(services, targets)
    var made: [Int: Set<Int>] = [:]
    for index in services.indices where targets[index] == index {
      func makeAtOpening(_ service: Int) { made[places.outermostScopes[service], default: []].insert(service) }
      if isScoped[index], services[index].isEager { makeAtOpening(index) }
      guard !traits[index].contains(.isAsync) else { continue }
      for edge in edges[index] where !edge.isDeferred && isScoped[edge.target] {
        if traits[edge.target].contains(.isAsync) { makeAtOpening(edge.target) }
      }
    }
    return made.mapValues { $0.sorted() }
  }

  /// The first service that would nest more than ``deepestNesting`` services during creation and might overflow the
  /// stack.
  package var tooDeeplyNested: Int? {
    guard services.count(where: { $0.scope.isMadeAnew }) > Self.deepestNesting else { return nil }
    let edges = PlannedEdges(services, targets)
    var depths = [Int](repeating: 0, count: services.count)
    for index in services.indices where services[index].scope.isMadeAnew {
      var depth = 1
      for edge in edges[index] where !edge.isDeferred && edge.target < index {
        depth = max(depth, depths[edge.target] + 1)
      }
      depths[index] = depth
      if depth > Self.deepestNesting { return index }
    }
    return nil
  }
}
