extension DirectedGraph {
  /// The strongly connected components: which nodes reach each other.
  package struct Components: Sendable {
    package let count: Int
    /// Each node's component. A component's number is larger than that of every other one that it has an edge to.
    package let ofNode: [Int32]

    /// The components of more than one node, in the order of their numbers, the nodes of each in ascending order.
    package func groups() -> [[Int]] {
      var sizes = [Int32](repeating: 0, count: count)
      for component in ofNode { sizes[Int(component)] &+= 1 }
      var groupOf = [Int32](repeating: -1, count: count)
      var groups: [[Int]] = []
      for component in 0..<count where sizes[component] > 1 {
        groupOf[component] = Int32(truncatingIfNeeded: groups.count)
        var group: [Int] = []
        group.reserveCapacity(Int(sizes[component]))
        groups.append(group)
      }
      guard !groups.isEmpty else { return [] }
      for (node, component) in ofNode.enumerated() where groupOf[Int(component)] >= 0 {
        groups[Int(groupOf[Int(component)])].append(node)
      }
      return groups
    }
  }

  /// Tarjan's algorithm with an explicit stack, and the one array of Pearce's variant.
  package func components(where allowed: (_ edge: Int) -> Bool = { _ in true }) -> Components {
    // 0: not seen. Small: seen, the lowest number that was reached from it. `finished - component`: done.
    let finished = Int32.max
    var state = [Int32](repeating: 0, count: nodeCount)
    var count: Int32 = 0
    var next: Int32 = 1
    // Nodes that wait for the rest of their component.
    var waiting: [Int32] = []
    // Nodes whose row is being read, and how far.
    var open: [(node: Int32, position: Int32, end: Int32, number: Int32)] = []
    for start in 0..<nodeCount where state[start] == 0 {
      var node = start
      var row = row(of: node)
      var position = row.lowerBound
      var end = row.upperBound
      var number = next
      state[node] = number
      next &+= 1
      while true {
        var lowest = state[node]
        var unseen = -1
        while position < end {
          let target = Int(targets[position])
          if allowed(Int(names[position])) {
            let seen = state[target]
            if seen == 0 {
              unseen = target
              break
            }
            if seen < lowest { lowest = seen }
          }
          position += 1
        }
        state[node] = lowest
        if unseen >= 0 {
          open.append(
            (
              Int32(truncatingIfNeeded: node), Int32(truncatingIfNeeded: position), Int32(truncatingIfNeeded: end),
              number
            ))
          node = unseen
          row = self.row(of: node)
          position = row.lowerBound
          end = row.upperBound
          number = next
          state[node] = number
          next &+= 1
          continue
        }
        if lowest == number {
          next &-= 1
          while let last = waiting.last, state[Int(last)] >= number {
            waiting.removeLast()
            state[Int(last)] = finished &- count
            next &-= 1
          }
          state[node] = finished &- count
          count &+= 1
        } else {
          waiting.append(Int32(truncatingIfNeeded: node))
        }
        guard let caller = open.popLast() else { break }
        // The edge that led down is read again: now that its target is seen, what it reached counts.
        node = Int(caller.node)
        position = Int(caller.position)
        end = Int(caller.end)
        number = caller.number
      }
    }
    for node in 0..<nodeCount { state[node] = finished &- state[node] }
    return Components(count: Int(count), ofNode: state)
  }
}
