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

  /// - Parameter edges: Edges between nodes below `nodeCount`. Parallel edges and self-loops are allowed.
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

  /// An adjacency list with one row per node. A row lists the edges that leave the node or, if built backwards, enter
  /// it.
  struct Rows: Sendable {
    /// The start of each node's row, followed by the end of the last row.
    let offsets: [Int32]
    let targets: [Int32]
    /// The index in `edges` for each position in `targets`. Within a row, edges keep their insertion order.
    let names: [Int32]

    init(nodeCount: Int, edges: [Edge], backwards: Bool = false) {
      var offsets = [Int32](repeating: 0, count: nodeCount + 1)
      for edge in edges { offsets[Int(backwards ? edge.target : edge.source)] &+= 1 }
      var end: Int32 = 0
      for node in offsets.indices {
        end &+= offsets[node]
        offsets[node] = end
      }
      // Filling each row backwards from its end keeps the insertion order and leaves the row's start in `offsets`.
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

    subscript(node: Int) -> Range<Int> {
      Int(offsets[node])..<Int(offsets[node + 1])
    }
  }
}
