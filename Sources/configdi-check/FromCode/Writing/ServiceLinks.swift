import ConfigDI

/// The dependencies between the services of a first manifest.
struct ServiceLinks {
  private let keys: [String]
  private let positions: [String: Int]
  /// For each service, whether the program provides it, or provides a service that it directly or indirectly needs.
  private let needsProvided: [Bool]
  /// The services in each dependency cycle, by the first service in the cycle.
  private let groups: [Int: [Int]]

  init(_ keys: [String], _ wired: [String: [Candidate]], provided: Set<String>) {
    self.keys = keys
    let positions = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var edges: [DirectedGraph.Edge] = []
    var direct: [DirectedGraph.Edge] = []
    for key in keys {
      guard let source = positions[key] else { continue }
      for dependency in wired[key, default: []].flatMap(\.dependencies) {
        guard let target = positions[dependency.key] else { continue }
        edges.append(.init(from: source, to: target))
        // A composite is not a member of the collection that it combines.
        let isOwn = dependency.role == .dependency(.all) && source == target
        let isDeferred = dependency.role == .dependency(.lazy) || dependency.role == .dependency(.provider)
        if !isOwn, !isDeferred { direct.append(.init(from: source, to: target)) }
      }
    }
    self.positions = positions
    needsProvided = DirectedGraph(nodeCount: keys.count, edges: edges).reversed()
      .reachable(from: provided.compactMap { positions[$0] })
    var groups: [Int: [Int]] = [:]
    for group in DirectedGraph(nodeCount: keys.count, edges: direct).components().groups() {
      if let first = group.first { groups[first] = group }
    }
    for edge in direct where edge.source == edge.target {
      groups[Int(edge.source)] = groups[Int(edge.source)] ?? [Int(edge.source)]
    }
    self.groups = groups
  }

  /// The services in the cycle whose first member is this service; empty if there is no such cycle.
  func cycle(of key: String) -> [String] {
    positions[key].flatMap { groups[$0] }?.map { keys[$0] } ?? []
  }

  func needsProvided(_ key: String) -> Bool { positions[key].map { needsProvided[$0] } ?? false }
}
