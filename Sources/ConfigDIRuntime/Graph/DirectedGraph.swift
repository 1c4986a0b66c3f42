/// A directed graph whose nodes are the integers below `nodeCount`, stored in compressed rows. The graph does not know
/// what its nodes and edges mean.
///
/// An edge is identified by its position in `edges`, so callers keep properties of edges, such as a kind or a location,
/// in a parallel array. Every algorithm is iterative, linear unless documented otherwise, and deterministic for the
/// same order of edges. The numbers of nodes and edges must fit in 32 bits.
package struct DirectedGraph: Sendable {
  package struct Edge: Sendable, Hashable {
    package let source: Int32
    package let target: Int32

    package init(from source: Int, to target: Int) {
      self.source = Int32(truncatingIfNeeded: source)
      self.target = Int32(truncatingIfNeeded: target)
    }
  }

  package let nodeCount: Int
  /// The edges, in the order in which they were added.
  package let edges: [Edge]

  let rows: Rows

  /// - Parameter edges: Edges between nodes below `nodeCount`. Several edges between the same two nodes and edges from
  ///   a node to itself are allowed.
  package init(nodeCount: Int, edges: [Edge]) {
    self.nodeCount = nodeCount
    self.edges = edges
    rows = Rows(nodeCount: nodeCount, edges: edges)
  }

  /// The graph with every edge reversed. Each edge keeps its position in `edges`.
  package func reversed() -> DirectedGraph {
    DirectedGraph(nodeCount: nodeCount, edges: edges.map { Edge(from: Int($0.target), to: Int($0.source)) })
  }

  /// The edges that leave a node, in the order in which they were added.
  package func neighbors(of node: Int) -> some RandomAccessCollection<(target: Int, edge: Int)> {
    rows[node].lazy.map { (target: Int(rows.targets[$0]), edge: Int(rows.names[$0])) }
  }

  /// The edges that leave each node, or enter each node if built backwards: one row per node.
  struct Rows: Sendable {
    /// The position at which each node's row begins; the last element is the end of the last row.
    let offsets: [Int32]
    let targets: [Int32]
    /// The index in `edges` of the edge at each position of `targets`. Each row keeps the order of insertion.
    let names: [Int32]

    init(nodeCount: Int, edges: [Edge], backwards: Bool = false) {
      var offsets = [Int32](repeating: 0, count: nodeCount + 1)
      for edge in edges { offsets[Int(backwards ? edge.target : edge.source)] &+= 1 }
      var end: Int32 = 0
      for node in offsets.indices {
        end &+= offsets[node]
        offsets[node] = end
      }
      // Each row is filled from its end, last edge first, so that the rows keep the order of insertion, and afterwards
      // `offsets` has their beginnings.
      var targets = [Int32](repeating: 0, count: edges.count)
      var names = targets
      for index in edges.indices.reversed() {
        let edge = edges[index]
        let node = Int(backwards ? edge.target : edge.source)
        offsets[node] &-= 1
        let position = Int(offsets[node])
        targets[position] = backwards ? edge.source : edge.target
        names[position] = Int32(truncatingIfNeeded: index)
      }
      self.offsets = offsets
      self.targets = targets
      self.names = names
    }

    /// The positions in `targets` and `names` that belong to a node.
    subscript(node: Int) -> Range<Int> {
      Int(offsets[node])..<Int(offsets[node + 1])
    }
  }
}
