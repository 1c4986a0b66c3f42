/// A directed graph over the integers below `nodeCount`, in compressed rows; what nodes and edges mean is its user's affair.
///
/// An edge is named by its position in `edges`, so whatever belongs to it (a kind, a place) stands in an array beside it.
/// Every algorithm is iterative, linear unless it says otherwise, and gives the same answer for the same edges in the
/// same order. Counts must fit in 32 bits.
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
  /// As they were added.
  package let edges: [Edge]

  let rows: Rows

  /// - Parameter edges: between nodes below `nodeCount`; several between the same two, and from a node to itself, are allowed.
  package init(nodeCount: Int, edges: [Edge]) {
    self.nodeCount = nodeCount
    self.edges = edges
    rows = Rows(nodeCount: nodeCount, edges: edges)
  }

  /// The same edges, under the same names, each the other way round.
  package func reversed() -> DirectedGraph {
    DirectedGraph(nodeCount: nodeCount, edges: edges.map { Edge(from: Int($0.target), to: Int($0.source)) })
  }

  /// The edges that leave a node, in the order of adding.
  package func neighbors(of node: Int) -> some RandomAccessCollection<(target: Int, edge: Int)> {
    rows[node].lazy.map { (target: Int(rows.targets[$0]), edge: Int(rows.names[$0])) }
  }

  /// What leaves each node, row after row; or, backwards, what enters it.
  struct Rows: Sendable {
    /// Where each node's row begins, and after the last node where it ends.
    let offsets: [Int32]
    let targets: [Int32]
    /// The edge that stands at each position of `targets`; within a row in the order of adding.
    let names: [Int32]

    init(nodeCount: Int, edges: [Edge], backwards: Bool = false) {
      var offsets = [Int32](repeating: 0, count: nodeCount + 1)
      for edge in edges { offsets[Int(backwards ? edge.target : edge.source)] &+= 1 }
      var end: Int32 = 0
      for node in offsets.indices {
        end &+= offsets[node]
        offsets[node] = end
      }
      // From the last edge to the first, each row fills from its end: the rows keep the order of adding, and what remains
      // in `offsets` is where they begin.
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
