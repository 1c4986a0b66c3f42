/// Properties of a service that follow from its factory and from all services that it holds.
package struct ServiceTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// It, or a service that it holds, belongs to one outermost resolution, or to the main actor.
  package static let needsResolution = ServiceTraits(rawValue: 1)
  package static let isAsync = ServiceTraits(rawValue: 2)
  /// It is asynchronous, or needs an asynchronous service at once, directly or not.
  package static let reachesAsync = ServiceTraits(rawValue: 4)
  package static let isMain = ServiceTraits(rawValue: 8)

  static func all(of services: [PlannedService], _ edges: PlannedEdges) -> [ServiceTraits] {
    let own = services.map { ServiceTraits($0) }
    if own.allSatisfy({ $0.isEmpty }) { return own }
    return edges.fixedPoint(from: []) { index, traits in
      var result = traits[index].union(own[index])
      let isTransient = services[index].scope == .transient
      for edge in edges[index] where !edge.isDeferred && traits.indices.contains(edge.target) {
        if traits[edge.target].contains(.reachesAsync) { result.insert(.reachesAsync) }
        if isTransient, traits[edge.target].contains(.needsResolution) { result.insert(.needsResolution) }
      }
      return result
    }
  }

  /// The traits of the service alone, without those of the services that it holds.
  private init(_ service: PlannedService) {
    self = []
    if case .factory(let factory, _) = service.kind {
      if factory.isAsync { formUnion([.isAsync, .reachesAsync]) }
      if factory.isOnMain { formUnion([.isMain, .needsResolution]) }
    }
    if service.scope == .graph { insert(.needsResolution) }
  }
}

extension Plan {
  /// The first service whose creation nests more than ``deepestNesting`` services, itself included, which could
  /// overflow the thread's stack.
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
