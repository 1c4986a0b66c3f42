extension DirectedGraph {
  /// The strongly connected components: maximal sets of nodes that reach each other.
  package struct Components: Sendable {
    package let count: Int
    /// The component number of each node. Edges between components lead from a larger number to a smaller one.
    package let ofNode: [Int32]

    /// The components with more than one node, sorted by component number. Each lists its nodes in ascending order.
    ///
    /// - Parameter loops: Edges. A node with an edge to itself is a group even if it is alone.
    package func groups(withLoopsIn loops: [Edge] = []) -> [[Int]] {
      var sizes = [Int32](repeating: 0, count: count)
      for component in ofNode { sizes[Int(component)] &+= 1 }
      for edge in loops where edge.source == edge.target { sizes[Int(ofNode[Int(edge.source)])] &+= 1 }
      guard sizes.contains(where: { $0 > 1 }) else { return [] }
      var groups: [Int32: [Int]] = [:]
      for (node, component) in ofNode.enumerated() where sizes[Int(component)] > 1 {
        groups[component, default: []].append(node)
      }
      return groups.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Finds the components with Tarjan's algorithm, using an explicit stack and a single array as in Pearce's variant.
  package func components(where allowed: (_ edge: Int) -> Bool = { _ in true }) -> Components {
    if isInOrder(where: allowed) {
      return Components(count: nodeCount, ofNode: (0..<nodeCount).map { Int32(truncatingIfNeeded: $0) })
    }
    // A node's mark is 0 until the node is visited, and then its number in the order of visits, lowered to the smallest
    // number that the node reaches. Once the node's component is known, the mark is `last - component`. The mark is
    // stored next to the start of the node's row because both are used together, and in a shuffled graph each access
    // costs a cache miss.
    let last = Int32.max
    var nodes = rows.offsets.map { (mark: Int32(0), row: $0) }
    var count: Int32 = 0
    var next: Int32 = 1
    // Visited nodes whose component is not complete.
    var waiting: [Int32] = []
    var callers: [Visit] = []

    for start in 0..<nodeCount where nodes[start].mark == 0 {
      var visit = Visit(
        node: Int32(truncatingIfNeeded: start), number: next, position: nodes[start].row, end: nodes[start + 1].row)
      nodes[start].mark = next
      next &+= 1
      while true {
        var lowest = nodes[Int(visit.node)].mark
        var unseen: Int?
        while visit.position < visit.end {
          let position = Int(visit.position)
          if allowed(Int(rows.names[position])) {
            let target = Int(rows.targets[position])
            let mark = nodes[target].mark
            if mark == 0 {
              unseen = target
              break
            }
            if mark < lowest { lowest = mark }
          }
          visit.position &+= 1
        }
        nodes[Int(visit.node)].mark = lowest
        if let unseen {
          // The edge is read again on the way back, when its target's result is known.
          callers.append(visit)
          visit = Visit(
            node: Int32(truncatingIfNeeded: unseen), number: next, position: nodes[unseen].row,
            end: nodes[unseen + 1].row)
          nodes[unseen].mark = next
          next &+= 1
          continue
        }
        if lowest == visit.number {
          while let node = waiting.last, nodes[Int(node)].mark >= visit.number {
            waiting.removeLast()
            nodes[Int(node)].mark = last &- count
            next &-= 1
          }
          nodes[Int(visit.node)].mark = last &- count
          next &-= 1
          count &+= 1
        } else {
          waiting.append(visit.node)
        }
        guard let caller = callers.popLast() else { break }
        visit = caller
      }
    }
    return Components(count: Int(count), ofNode: nodes.dropLast().map { last &- $0.mark })
  }

  /// A node being visited, and the position of the next edge to follow.
  private struct Visit {
    let node: Int32
    let number: Int32
    var position: Int32
    let end: Int32
  }
}
