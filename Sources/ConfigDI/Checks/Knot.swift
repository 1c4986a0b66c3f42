/// Services that reach each other, seen as one finding: its members, its shortest cycle, the scenarios that have one.
struct Knot {
  private let graph: DependencyGraph
  /// By the bytes of their names, so that cycles begin at the smallest.
  let nodes: [Int]
  private let inside: Set<Int>
  private let allowed: (DependencyGraph.Edge) -> Bool
  private let budget: SearchSteps

  init(_ nodes: [Int], in context: CheckContext, where allowed: @escaping (DependencyGraph.Edge) -> Bool) {
    let graph = context.graph
    self.graph = graph
    budget = context.steps
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
    for (index, scenario) in scenarios.all.enumerated() {
      // The first look at a knot is every knot's; each further one multiplies it.
      guard index == 0 || budget.spend(inner.count) else { break }
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
    let isPassage = nodes.map(graph.isPassage)
    if !isPassage.contains(true) { return plainCycle(in: scenario) }
    let position = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    var local: [DirectedGraph.Edge] = []
    var names: [Int] = []
    for edge in edges where scenario.allows(graph.edges[edge]) {
      guard let from = position[graph.edges[edge].from], let to = position[graph.edges[edge].to] else { continue }
      local.append(.init(from: from, to: to))
      names.append(edge)
    }
    var search = MemberCycle(DirectedGraph(nodeCount: nodes.count, edges: local), isPassage: isPassage)
    return search.shortest()?.map { step in step.map { names[$0] } }
  }
}
