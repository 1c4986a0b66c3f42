extension DirectedGraph {
  /// A topological order: each node comes after all nodes that its edges lead to. Ties are broken in favor of the
  /// smallest node.
  ///
  /// Nodes that are on a cycle or lead to a cycle are omitted.
  package func topologicalOrder() -> [Int] {
    if isInOrder(where: { _ in true }) { return Array(0..<nodeCount) }
    let users = Rows(nodeCount: nodeCount, edges: edges, backwards: true)
    // For each node, the number of targets that are not in the order yet, and the start of its users' row. Stored side
    // by side because both are used together.
    var nodes = users.offsets.map { (missing: Int32(0), row: $0) }
    var ready = ReadySet(capacity: nodeCount)
    for node in 0..<nodeCount {
      let missing = Int32(truncatingIfNeeded: rows[node].count)
      nodes[node].missing = missing
      if missing == 0 { ready.insert(node) }
    }
    var order: [Int] = []
    order.reserveCapacity(nodeCount)
    while let node = ready.popFirst() {
      order.append(node)
      for position in Int(nodes[node].row)..<Int(nodes[node + 1].row) {
        let user = Int(users.targets[position])
        nodes[user].missing &-= 1
        if nodes[user].missing == 0 { ready.insert(user) }
      }
    }
    return order
  }

  /// Whether every edge leads to a smaller node, so that the nodes are already in topological order.
  func isInOrder(where allowed: (_ edge: Int) -> Bool) -> Bool {
    for node in 0..<nodeCount {
      for position in rows[node] where rows.targets[position] >= node && allowed(Int(rows.names[position])) {
        return false
      }
    }
    return true
  }

  /// A set of integers below a bound that finds its minimum fast. It is a tree of bits with 64 branches per node.
  private struct ReadySet {
    /// The levels of the tree, leaves first. Each bit of a higher level says whether a word of the level below is
    /// nonzero.
    private var levels: [[UInt64]] = []

    init(capacity: Int) {
      var words = capacity
      repeat {
        words = (words + 63) / 64
        levels.append([UInt64](repeating: 0, count: max(1, words)))
      } while words > 1
    }

    mutating func insert(_ value: Int) {
      var index = value
      for level in levels.indices {
        let wasEmpty = levels[level][index >> 6] == 0
        levels[level][index >> 6] |= 1 << UInt64(index & 63)
        guard wasEmpty else { return }
        index >>= 6
      }
    }

    mutating func popFirst() -> Int? {
      var index = 0
      for level in levels.indices.reversed() {
        let word = levels[level][index]
        guard word != 0 else { return nil }
        index = index << 6 | word.trailingZeroBitCount
      }
      let first = index
      for level in levels.indices {
        levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
        guard levels[level][index >> 6] == 0 else { break }
        index >>= 6
      }
      return first
    }
  }
}
