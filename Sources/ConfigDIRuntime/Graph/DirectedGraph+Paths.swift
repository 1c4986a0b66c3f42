extension DirectedGraph {
  /// Shortest paths from a set of sources to every reachable node.
  package struct ShortestPaths: Sendable {
    private static let unreached: Int32 = -1
    private static let isSource: Int32 = -2

    private let edges: [Edge]
    /// The last edge of each node's path.
    private var last: [Int32]
    /// The reachable nodes, nearest first.
    package private(set) var nodes: [Int32] = []

    fileprivate init(of graph: DirectedGraph) {
      edges = graph.edges
      last = [Int32](repeating: Self.unreached, count: graph.nodeCount)
    }

    package func reaches(_ node: Int) -> Bool {
      last[node] != Self.unreached
    }

    /// The last edge on the path to a node; `nil` for a source or an unreachable node.
    package func lastEdge(to node: Int) -> Int? {
      last[node] < 0 ? nil : Int(last[node])
    }

    /// The edges on the path from a source to a node: empty for a source, `nil` for an unreachable node.
    package func path(to node: Int) -> [Int]? {
      guard reaches(node) else { return nil }
      var path: [Int] = []
      var node = node
      while let edge = lastEdge(to: node) {
        path.append(edge)
        node = Int(edges[edge].source)
      }
      return path.reversed()
    }

    fileprivate mutating func add(_ node: Int32, along edge: Int32 = Self.isSource) {
      guard last[Int(node)] == Self.unreached else { return }
      last[Int(node)] = edge
      nodes.append(node)
    }
  }

  /// Finds shortest paths by searching breadth first from all sources at once. Ties go to the earlier source, then to
  /// the earlier edge.
  package func shortestPaths(
    from sources: some Sequence<Int>, where allowed: (_ edge: Int) -> Bool = { _ in true }
  ) -> ShortestPaths {
    var paths = ShortestPaths(of: self)
    for source in sources { paths.add(Int32(truncatingIfNeeded: source)) }
    var visited = 0
    while visited < paths.nodes.count {
      for position in rows[Int(paths.nodes[visited])] where allowed(Int(rows.names[position])) {
        paths.add(rows.targets[position], along: rows.names[position])
      }
      visited += 1
    }
    return paths
  }
}
