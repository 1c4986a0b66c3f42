/// Services that reach each other, seen as one finding: its members, its shortest cycle, the scenarios that have one.
struct Knot {
  private let graph: DependencyGraph
  /// By the bytes of their names, so that cycles begin at the smallest.
  let nodes: [Int]
  private let inside: Set<Int>
  private let allowed: (DependencyGraph.Edge) -> Bool

  init(_ nodes: [Int], in graph: DependencyGraph, where allowed: @escaping (DependencyGraph.Edge) -> Bool) {
    self.graph = graph
    self.nodes = nodes.map { (graph.name(of: $0), $0) }.sorted { left, right in
      left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
    }.map(\.1)
    inside = Set(nodes)
    self.allowed = allowed
  }

  /// The edges between its nodes.
  var edges: [Int] {
    nodes.flatMap { node in
      graph.graph.neighbors(of: node).lazy.filter { inside.contains($0.target) && allowed(graph.edges[$0.edge]) }
        .map(\.edge)
    }
  }

  /// What `shortestCycle` found.
  struct Cycle {
    /// From each member to the next: one edge, or several through aliases, selects and collections.
    let steps: [[Int]]
    let scenario: Scenario
    let stages: StageSet
    /// The assignments that were too many to look at one by one.
    let unjudged: Int?
  }

  /// The shortest cycle that some scenario has; with `asMembers` false, of the passages themselves.
  func shortestCycle(asMembers: Bool = true) -> Cycle? {
    let inner = edges
    let scenarios = Scenarios(
      of: inner.lazy.map { graph.edges[$0] },
      versions: nodes.lazy.flatMap { $0 < graph.keys.count ? graph.versionsOfNode[$0] : [] }
        .map { graph.versions[$0].stages },
      all: graph.allStages)
    var best: (steps: [[Int]], scenario: Scenario)?
    var holding: [Scenario] = []
    for scenario in scenarios.all {
      let steps = asMembers ? contractedCycle(in: scenario) : plainCycle(in: scenario)
      guard let steps else { continue }
      holding.append(scenario)
      if steps.count < best?.steps.count ?? .max { best = (steps, scenario) }
    }
    guard let best else { return nil }
    return Cycle(
      steps: best.steps, scenario: best.scenario, stages: holding.stages(of: graph.allStages),
      unjudged: scenarios.unjudged)
  }

  private func plainCycle(in scenario: Scenario) -> [[Int]]? {
    let cycle = graph.graph.shortestCycle(in: nodes) { edge in
      allowed(graph.edges[edge]) && scenario.allows(graph.edges[edge])
    }
    return cycle?.map { [$0] }
  }

  /// Passages weigh nothing and are never members, so the cycle is looked for among what they lead to.
  private func contractedCycle(in scenario: Scenario) -> [[Int]]? {
    if !nodes.contains(where: graph.isPassage) { return plainCycle(in: scenario) }
    let members = nodes.filter { !graph.isPassage($0) }
    let position = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    var contracted: [DirectedGraph.Edge] = []
    var paths: [[Int]] = []
    for (index, member) in members.enumerated() {
      for path in pathsToMembers(from: member, in: scenario) {
        guard let last = path.last, let target = position[graph.edges[last].to], target != index else { continue }
        contracted.append(.init(from: index, to: target))
        paths.append(path)
      }
    }
    let smaller = DirectedGraph(nodeCount: members.count, edges: contracted)
    return smaller.shortestCycle(in: Array(members.indices))?.map { paths[$0] }
  }

  /// The paths from a member, through passages alone, to each member that they reach.
  func pathsToMembers(from member: Int, in scenario: Scenario) -> [[Int]] {
    var found: [[Int]] = []
    var visited: Set<Int> = []
    var open: [[Int]] = [[]]
    var next = 0
    while next < open.count {
      let path = open[next]
      next += 1
      let node = path.last.map { graph.edges[$0].to } ?? member
      for (target, edge) in graph.graph.neighbors(of: node) {
        guard inside.contains(target), allowed(graph.edges[edge]), scenario.allows(graph.edges[edge]) else { continue }
        if graph.isPassage(target) {
          if visited.insert(target).inserted { open.append(path + [edge]) }
        } else {
          found.append(path + [edge])
        }
      }
    }
    return found
  }
}
