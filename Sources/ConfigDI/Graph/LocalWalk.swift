/// A breadth-first walk along edges that visits each node once. It stores only the reached nodes, so that a rule can
/// start a walk at every service.
struct LocalWalk {
  private let graph: DirectedGraph
  private var open: [Int] = []
  private var visited = 0
  /// For each reached node, the last edge of the path and the path's length. A start node has no edge.
  private var reached: [Int: (edge: Int?, depth: Int)] = [:]

  init(_ graph: DirectedGraph, from starts: some Sequence<Int>) {
    self.graph = graph
    for start in starts where reached.updateValue((nil, 0), forKey: start) == nil { open.append(start) }
  }

  init(_ graph: DirectedGraph, from start: Int) {
    self.init(graph, from: CollectionOfOne(start))
  }

  /// The next node, in the order of discovery.
  mutating func next() -> Int? {
    guard visited < open.count else { return nil }
    visited += 1
    return open[visited - 1]
  }

  /// Follows an edge from a reached node to another node, unless that node was reached before.
  mutating func follow(_ edge: Int, to node: Int) {
    guard !hasReached(node) else { return }
    reached[node] = (edge, 1 + depth(of: Int(graph.edges[edge].source)))
    open.append(node)
  }

  func hasReached(_ node: Int) -> Bool { reached[node] != nil }

  func depth(of node: Int) -> Int { reached[node]?.depth ?? 0 }

  /// The edges on the path from a start node to another node.
  func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var node = node
    while let edge = reached[node]?.edge {
      path.append(edge)
      node = Int(graph.edges[edge].source)
    }
    return path.reversed()
  }
}
