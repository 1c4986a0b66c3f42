import ConfigDI

/// The dependencies between the services of a first manifest.
struct ServiceLinks {
  /// For each service, whether the program provides it, or provides a service that it directly or indirectly needs.
  let needsProvided: [Bool]
  /// The services in each dependency cycle, by the first service in the cycle.
  private(set) var cycles: [Int: [Int]] = [:]

  init(_ keys: [String], _ wired: [String: [Candidate]], provided: Set<String>) {
    let positions = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var edges: [DirectedGraph.Edge] = []
    var direct: [DirectedGraph.Edge] = []
    for (source, key) in keys.enumerated() {
      for dependency in wired[key, default: []].flatMap(\.dependencies) {
        guard let target = positions[dependency.key] else { continue }
        edges.append(.init(from: source, to: target))
        // A composite is not a member of the collection that it combines.
        let isOwn = dependency.role == .dependency(.all) && source == target
        let isDeferred = dependency.role == .dependency(.lazy) || dependency.role == .dependency(.provider)
        if !isOwn, !isDeferred { direct.append(.init(from: source, to: target)) }
      }
    }
    needsProvided = DirectedGraph(nodeCount: keys.count, edges: edges).reversed()
      .reachable(from: provided.compactMap { positions[$0] })
    for group in DirectedGraph(nodeCount: keys.count, edges: direct).components().groups() {
      if let first = group.first { cycles[first] = group }
    }
    for edge in direct where edge.source == edge.target {
      cycles[Int(edge.source)] = cycles[Int(edge.source)] ?? [Int(edge.source)]
    }
  }
}
