/// The shortest path from the program's entry points to each service.
struct RootPaths {
  private let graph: DependencyGraph
  private let paths: DirectedGraph.ShortestPaths
  /// For each node that a root reaches, the number of edges on the path to the node.
  private var depths: [Int32]
  private var fourth: [Int32]

  init(_ graph: DependencyGraph) {
    self.graph = graph
    paths = graph.graph.shortestPaths(from: graph.entryPoints.lazy.flatMap { $0.edges.map(\.to) })
    depths = [Int32](repeating: 0, count: graph.graph.nodeCount)
    fourth = depths
    for node in paths.nodes.map(Int.init) {
      guard let edge = paths.lastEdge(to: node) else { continue }
      let before = graph.edges[edge].from
      depths[node] = depths[before] + 1
      fourth[node] = depths[node] == 3 ? Int32(truncatingIfNeeded: node) : fourth[before]
    }
  }

  /// The names on the path from a root to a node, then `last`, shortened for display. `nil` if no root leads to the
  /// node or the node is itself a root.
  func elidedPath(to node: Int, then last: String) -> [String]? {
    guard paths.reaches(node), depths[node] > 0 else { return nil }
    let depth = Int(depths[node])
    // Follow only the part of the path that is shown.
    let ending = walk(back: depth < 8 ? depth : 2, from: node)
    let beginning = depth < 8 ? [] : walk(back: 3, from: Int(fourth[node]))
    return elided(count: depth + 2) { position in
      if position == depth + 1 { return last }
      let fromEnd = depth - position
      if fromEnd < ending.count { return graph.name(of: ending[ending.count - 1 - fromEnd]) }
      return position < beginning.count ? graph.name(of: beginning[position]) : ""
    }
  }

  /// A node, and up to `count` nodes before it on the path from a root.
  private func walk(back count: Int, from node: Int) -> [Int] {
    var nodes = [node]
    while nodes.count <= count, let edge = paths.lastEdge(to: nodes[nodes.count - 1]) {
      nodes.append(graph.edges[edge].from)
    }
    return nodes.reversed()
  }
}
