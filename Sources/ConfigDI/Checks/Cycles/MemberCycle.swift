/// The shortest cycle among services that reach each other through aliases, selects and collections. These add no
/// length, and the cycle may pass through each of them several times.
///
/// Nodes are numbered by the bytes of their names. Each search visits every edge at most a few times; the number of
/// searches is bounded as in `DirectedGraph.shortestCycle`.
struct MemberCycle {
  private let graph: DirectedGraph
  private let users: DirectedGraph
  private let isPassage: [Bool]
  private let isOnCycle: [Bool]
  private var isOut: [Bool]
  private var reached: [Int32]
  private var lastEdge: [Int32]
  private var leadsBack: [Int32]
  private var stepsLeft: Int

  init(_ graph: DirectedGraph, isPassage: [Bool]) {
    self.graph = graph
    self.isPassage = isPassage
    users = graph.reversed()
    let components = graph.components()
    var members = [Int](repeating: 0, count: components.count)
    for node in 0..<graph.nodeCount where !isPassage[node] { members[Int(components.ofNode[node])] += 1 }
    isOnCycle = (0..<graph.nodeCount).map { members[Int(components.ofNode[$0])] > 1 }
    isOut = isOnCycle.map(!)
    reached = [Int32](repeating: -1, count: graph.nodeCount)
    lastEdge = reached
    leadsBack = reached
    stepsLeft = max(4_000_000, 16 * (graph.nodeCount + graph.edges.count))
  }

  /// For each member of the shortest cycle, the edges to the next member. All but the last edge lead to aliases,
  /// selects or collections.
  mutating func shortest() -> [[Int]]? {
    var best: [[Int]]?
    for start in 0..<graph.nodeCount where !isPassage[start] && !isOut[start] {
      if let cycle = shortest(through: start, below: best?.count ?? .max) { best = cycle }
      // A path from a member to itself is left to another rule, so no cycle is shorter than two.
      if best?.count == 2 || stepsLeft < 0 && best != nil { break }
      isOut[start] = true
    }
    return best
  }

  private mutating func shortest(through start: Int, below bound: Int) -> [[Int]]? {
    markWaysBack(to: start)
    reached[start] = Int32(truncatingIfNeeded: start)
    var level = [start]
    var length = 1
    while !level.isEmpty, length < bound {
      var nextLevel: [Int] = []
      for node in level {
        if node != start, stepsBack(from: node, to: start) { return cycle(through: start, closingFrom: node) }
        nextLevel += newMembers(from: node, on: start)
      }
      level = nextLevel
      length += 1
    }
    return nil
  }

  /// Marks the aliases, selects and collections that lead back to a member without passing through another member.
  private mutating func markWaysBack(to start: Int) {
    let mark = Int32(truncatingIfNeeded: start)
    var open = [start]
    while let node = open.popLast() {
      for (source, _) in users.neighbors(of: node) {
        stepsLeft -= 1
        guard isPassage[source], isOnCycle[source], leadsBack[source] != mark else { continue }
        leadsBack[source] = mark
        open.append(source)
      }
    }
  }

  private mutating func stepsBack(from node: Int, to start: Int) -> Bool {
    for (target, _) in graph.neighbors(of: node) {
      stepsLeft -= 1
      if target == start || isPassage[target] && leadsBack[target] == Int32(truncatingIfNeeded: start) { return true }
    }
    return false
  }

  /// The members that this step of the search reaches for the first time, sorted by name.
  private mutating func newMembers(from node: Int, on start: Int) -> [Int] {
    let mark = Int32(truncatingIfNeeded: start)
    var members: [Int] = []
    var open = [node]
    var next = 0
    while next < open.count {
      let place = open[next]
      next += 1
      for (target, edge) in graph.neighbors(of: place) {
        stepsLeft -= 1
        guard isOnCycle[target], reached[target] != mark, isPassage[target] || !isOut[target] else { continue }
        reached[target] = mark
        lastEdge[target] = Int32(truncatingIfNeeded: edge)
        if isPassage[target] { open.append(target) } else { members.append(target) }
      }
    }
    return members.sorted()
  }

  private func cycle(through start: Int, closingFrom last: Int) -> [[Int]] {
    var steps: [[Int]] = []
    var step: [Int] = []
    var node = last
    while node != start {
      let edge = Int(lastEdge[node])
      step.append(edge)
      node = Int(graph.edges[edge].source)
      if !isPassage[node] {
        steps.append(step.reversed())
        step = []
      }
    }
    return steps.reversed() + [pathBack(from: last, to: start)]
  }

  /// The shortest path from a member back to the start through aliases, selects and collections. Earlier edges are
  /// preferred.
  private func pathBack(from member: Int, to start: Int) -> [Int] {
    var walk = LocalWalk(graph, from: member)
    while let place = walk.next() {
      for (target, edge) in graph.neighbors(of: place) where target == start || isPassage[target] {
        walk.follow(edge, to: target)
        if target == start { return walk.path(to: start) }
      }
    }
    return []
  }
}
