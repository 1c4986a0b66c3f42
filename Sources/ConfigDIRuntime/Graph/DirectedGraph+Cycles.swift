extension DirectedGraph {
  /// The edges of a shortest cycle among the given nodes, in order; `nil` if there is no cycle.
  ///
  /// The order of `nodes` breaks ties: the cycle starts at the earliest possible node, and each step leads to the
  /// earliest possible node. The cycle is guaranteed to be shortest if the number of nodes times the number of edges is
  /// below four million (a few thousand services in one component). For larger graphs the guarantee would cost
  /// quadratic time, so the search stops after a linear number of steps and returns the shortest cycle found so far.
  ///
  /// Passages add no length, and the cycle may pass through each of them several times. A path through passages from a
  /// node to itself is not a cycle.
  ///
  /// - Parameter nodes: The nodes, each listed once; usually a component.
  package func shortestCycle(
    in nodes: [Int], where allowed: (_ edge: Int) -> Bool = { _ in true },
    passing isPassage: (_ node: Int) -> Bool = { _ in false }
  ) -> [Int]? {
    var rank: [Int32: Int] = Dictionary(minimumCapacity: nodes.count)
    for (index, node) in nodes.enumerated() { rank[Int32(truncatingIfNeeded: node)] = index }
    var inner: [Edge] = []
    var names: [Int] = []
    for (index, node) in nodes.enumerated() {
      for position in rows[node] where allowed(Int(rows.names[position])) {
        guard let target = rank[rows.targets[position]] else { continue }
        // No cycle is shorter than a node's edge to itself.
        if target == index, !isPassage(node) { return [Int(rows.names[position])] }
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
    var search = CycleSearch(DirectedGraph(nodeCount: nodes.count, edges: sorted), nodes.map(isPassage))
    return search.run()?.map { sortedNames[$0] }
  }
}

/// Finds the shortest cycle through each node in turn. After each search, removes that node and all nodes that are no
/// longer on a cycle.
private struct CycleSearch {
  private let graph: DirectedGraph
  private let users: DirectedGraph
  private let isPassage: [Bool]
  /// The number of remaining edges that lead to each node.
  private var entering: [Int32]
  private var leaving: [Int32]
  private var isOut: [Bool]
  private var stepsLeft: Int

  /// For each node, the start node of the last search that reached it.
  private var start: [Int32]
  private var lastEdge: [Int32]
  /// For each passage, the last start node to which it leads through passages alone.
  private var leadsBack: [Int32]

  init(_ graph: DirectedGraph, _ isPassage: [Bool]) {
    self.graph = graph
    self.isPassage = isPassage
    users = graph.reversed()
    entering = (0..<graph.nodeCount).map { [users] in Int32(truncatingIfNeeded: users.rows[$0].count) }
    leaving = (0..<graph.nodeCount).map { Int32(truncatingIfNeeded: graph.rows[$0].count) }
    isOut = [Bool](repeating: false, count: graph.nodeCount)
    stepsLeft = max(4_000_000, 16 * (graph.nodeCount + graph.edges.count))
    start = [Int32](repeating: -1, count: graph.nodeCount)
    lastEdge = start
    leadsBack = start
  }

  mutating func run() -> [Int]? {
    var best: (edges: [Int], length: Int)?
    for node in 0..<graph.nodeCount where entering[node] == 0 || leaving[node] == 0 { takeOut(node) }
    for node in 0..<graph.nodeCount where !isOut[node] && !isPassage[node] {
      if let cycle = shortestCycle(through: node, below: best?.length ?? .max) { best = cycle }
      if best?.length == 2 || stepsLeft < 0 && best != nil { break }
      takeOut(node)
    }
    return best?.edges
  }

  /// Searches breadth first. Stops as soon as it can no longer find a cycle shorter than the bound.
  private mutating func shortestCycle(through first: Int, below bound: Int) -> (edges: [Int], length: Int)? {
    markWaysBack(to: first)
    var level = [first]
    var length = 1
    while !level.isEmpty, length < bound {
      var nextLevel: [Int] = []
      for node in level {
        if node != first, stepsBack(from: node, to: first) { return (cycle(through: first, from: node), length) }
        nextLevel += newNodes(from: node, on: first)
      }
      level = nextLevel
      length += 1
    }
    return nil
  }

  /// Marks the passages that lead back to a node through passages alone.
  private mutating func markWaysBack(to first: Int) {
    let mark = Int32(truncatingIfNeeded: first)
    var open = [first]
    while let node = open.popLast() {
      for (source, _) in users.neighbors(of: node) {
        stepsLeft -= 1
        guard isPassage[source], !isOut[source], leadsBack[source] != mark else { continue }
        leadsBack[source] = mark
        open.append(source)
      }
    }
  }

  private mutating func stepsBack(from node: Int, to first: Int) -> Bool {
    graph.neighbors(of: node).contains { target, _ in
      stepsLeft -= 1
      return target == first || isPassage[target] && leadsBack[target] == Int32(truncatingIfNeeded: first)
    }
  }

  /// The nodes that this step of the search reaches for the first time, in order.
  private mutating func newNodes(from node: Int, on first: Int) -> [Int] {
    let mark = Int32(truncatingIfNeeded: first)
    var found: [Int] = []
    var open = [node]
    var next = 0
    while next < open.count {
      for (target, edge) in graph.neighbors(of: open[next]) {
        stepsLeft -= 1
        guard target != first, !isOut[target], start[target] != mark else { continue }
        start[target] = mark
        lastEdge[target] = Int32(truncatingIfNeeded: edge)
        if isPassage[target] { open.append(target) } else { found.append(target) }
      }
      next += 1
    }
    // Without passages, the row is in order already.
    return next == 1 ? found : found.sorted()
  }

  /// The edges of the cycle that leads back to its first node from another one.
  private func cycle(through first: Int, from last: Int) -> [Int] {
    var edges: [Int] = []
    var node = last
    while node != first {
      edges.append(Int(lastEdge[node]))
      node = Int(graph.edges[Int(lastEdge[node])].source)
    }
    let back = graph.shortestPaths(from: [last]) { edge in
      let source = Int(graph.edges[edge].source)
      return source == last || isPassage[source]
    }
    return edges.reversed() + (back.path(to: first) ?? [])
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
