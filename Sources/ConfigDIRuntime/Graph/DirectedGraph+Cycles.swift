extension DirectedGraph {
  /// The edges of a shortest cycle among the given nodes, in order; `nil` if there is no cycle.
  ///
  /// The order of `nodes` breaks ties: the cycle starts at the earliest possible node, and each step leads to the
  /// earliest possible node. The cycle is guaranteed to be shortest if the number of nodes times the number of edges is
  /// below four million (a few thousand services in one component). For larger graphs the guarantee would cost
  /// quadratic time, so the search stops after a linear number of steps and returns the shortest cycle found so far.
  ///
  /// - Parameter nodes: The nodes, each listed once; usually a component.
  package func shortestCycle(
    in nodes: [Int], where allowed: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Int]? {
    var rank: [Int32: Int] = Dictionary(minimumCapacity: nodes.count)
    for (index, node) in nodes.enumerated() { rank[Int32(truncatingIfNeeded: node)] = index }
    var inner: [Edge] = []
    var names: [Int] = []
    for (index, node) in nodes.enumerated() {
      for position in rows[node] where allowed(Int(rows.names[position])) {
        guard let target = rank[rows.targets[position]] else { continue }
        inner.append(Edge(from: index, to: target))
        names.append(Int(rows.names[position]))
      }
    }
    let users = DirectedGraph(nodeCount: nodes.count, edges: inner).reversed()
    // Adding the edges in the order of their targets sorts each row, so the earliest of the shortest paths is found
    // first.
    let component = users.components().ofNode
    var sorted: [Edge] = []
    var sortedNames: [Int] = []
    for target in nodes.indices {
      for (source, name) in users.neighbors(of: target) where component[source] == component[target] {
        sorted.append(Edge(from: source, to: target))
        sortedNames.append(names[name])
      }
    }
    var search = CycleSearch(DirectedGraph(nodeCount: nodes.count, edges: sorted))
    return search.run()?.map { sortedNames[$0] }
  }
}

/// Finds the shortest cycle through each node in turn. After each search, removes that node and all nodes that are no
/// longer on a cycle.
private struct CycleSearch {
  private let graph: DirectedGraph
  private let users: DirectedGraph
  /// The number of remaining edges that lead to each node.
  private var entering: [Int32]
  private var leaving: [Int32]
  private var isOut: [Bool]
  private var best: [Int]?
  private var stepsLeft: Int

  /// For each node, the start node of the last search that reached it.
  private var start: [Int32]
  private var lastEdge: [Int32]

  init(_ graph: DirectedGraph) {
    self.graph = graph
    users = graph.reversed()
    entering = (0..<graph.nodeCount).map { [users] in Int32(truncatingIfNeeded: users.rows[$0].count) }
    leaving = (0..<graph.nodeCount).map { Int32(truncatingIfNeeded: graph.rows[$0].count) }
    isOut = [Bool](repeating: false, count: graph.nodeCount)
    stepsLeft = max(4_000_000, 16 * (graph.nodeCount + graph.edges.count))
    start = [Int32](repeating: -1, count: graph.nodeCount)
    lastEdge = start
  }

  mutating func run() -> [Int]? {
    for node in 0..<graph.nodeCount where entering[node] == 0 || leaving[node] == 0 { takeOut(node) }
    for node in 0..<graph.nodeCount where !isOut[node] {
      if let cycle = shortestCycle(through: node) { best = cycle }
      if best?.count == 1 || stepsLeft < 0 && best != nil { break }
      takeOut(node)
    }
    return best
  }

  /// Searches breadth first. Stops as soon as it can no longer find a cycle shorter than the best one so far.
  private mutating func shortestCycle(through first: Int) -> [Int]? {
    var level = [Int32(truncatingIfNeeded: first)]
    var nextLevel: [Int32] = []
    var length = 1
    while !level.isEmpty, length < best?.count ?? Int.max {
      for node in level {
        let row = graph.rows[Int(node)]
        stepsLeft -= row.count + 1
        for position in row {
          let target = Int(graph.rows.targets[position])
          if target == first { return path(from: first, to: Int(node)) + [Int(graph.rows.names[position])] }
          guard !isOut[target], start[target] != first else { continue }
          start[target] = Int32(truncatingIfNeeded: first)
          lastEdge[target] = graph.rows.names[position]
          nextLevel.append(graph.rows.targets[position])
        }
      }
      swap(&level, &nextLevel)
      nextLevel.removeAll(keepingCapacity: true)
      length += 1
    }
    return nil
  }

  private func path(from first: Int, to node: Int) -> [Int] {
    var path: [Int] = []
    var node = node
    while node != first {
      path.append(Int(lastEdge[node]))
      node = Int(graph.edges[Int(lastEdge[node])].source)
    }
    return path.reversed()
  }

  private mutating func takeOut(_ node: Int) {
    guard !isOut[node] else { return }
    isOut[node] = true
    var out = [Int32(truncatingIfNeeded: node)]
    while let node = out.popLast() {
      for position in graph.rows[Int(node)] {
        let target = Int(graph.rows.targets[position])
        entering[target] &-= 1
        if entering[target] == 0, !isOut[target] {
          isOut[target] = true
          out.append(graph.rows.targets[position])
        }
      }
      for position in users.rows[Int(node)] {
        let source = Int(users.rows.targets[position])
        leaving[source] &-= 1
        if leaving[source] == 0, !isOut[source] {
          isOut[source] = true
          out.append(users.rows.targets[position])
        }
      }
    }
  }
}
