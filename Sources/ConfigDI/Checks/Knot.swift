/// A group of services that reach each other, reported as one finding: its members, its shortest cycle, the scenarios
/// that have one.
struct Knot {
  private let graph: DependencyGraph
  /// The nodes, in the order of their names' bytes, so that cycles begin at the smallest.
  let nodes: [Int]
  /// The position of each node in `nodes`.
  private let rank: [Int: Int]
  private let allowed: (DependencyGraph.Edge) -> Bool
  private let budget: SearchSteps

  init(_ nodes: [Int], in context: CheckContext, where allowed: @escaping (DependencyGraph.Edge) -> Bool) {
    let graph = context.graph
    self.graph = graph
    budget = context.steps
    self.nodes = nodes.map { (graph.name(of: $0), $0) }.sorted { left, right in
      left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
    }.map(\.1)
    rank = Dictionary(uniqueKeysWithValues: self.nodes.enumerated().map { ($1, $0) })
    self.allowed = allowed
  }

  /// The edges between its nodes.
  var edges: [Int] {
    nodes.flatMap { node in
      graph.graph.neighbors(of: node).lazy.filter { rank[$0.target] != nil && allowed(graph.edges[$0.edge]) }
        .map(\.edge)
    }
  }

  /// A cycle that `shortestCycle` found.
  struct Cycle {
    /// The edges from each member to the next: one, or several through aliases, selects and collections.
    let steps: [[Int]]
    let scenario: Scenario
    let stages: StageSet
    /// The number of assignments, if they were too many to examine one by one.
    let unjudged: Int?
  }

  /// The shortest cycle that exists in some scenario; with `asMembers` false, a cycle of the passages themselves.
  func shortestCycle(asMembers: Bool = true) -> Cycle? {
    let ways = KnotWays(edges, of: graph)
    let scenarios = Scenarios(
      of: ways.edges.lazy.map { graph.edges[$0] },
      versions: nodes.lazy.flatMap { $0 < graph.keys.count ? graph.versionsOfNode[$0] : [] }
        .map { graph.versions[$0].stages },
      all: graph.allStages)
    let passages = asMembers && nodes.contains(where: graph.isPassage)
    var best: (steps: [[Int]], scenario: Scenario)?
    var holding: [Scenario] = []
    var holdsAlways = false
    for (index, scenario) in scenarios.all.enumerated() {
      let (edges, steps) = index == 0 ? ways.all(in: scenario) : ways.reached(in: scenario)
      // The first scenario is searched in every knot; further ones multiply the cost. A cycle that does not always
      // exist has an edge that some scenarios lack, so only the edges that can be reached from such edges are searched.
      guard index == 0 || budget.spend(1 + steps) else { break }
      if index == 1 { holdsAlways = cycle(among: ways.always, over: passages) != nil }
      let found = edges.isEmpty ? nil : cycle(among: edges, over: passages)
      if holdsAlways || found != nil { holding.append(scenario) }
      if let found, found.count < best?.steps.count ?? .max { best = (found, scenario) }
    }
    guard let best else { return nil }
    return Cycle(
      steps: best.steps, scenario: best.scenario, stages: holding.stages(of: graph.allStages),
      unjudged: scenarios.unjudged)
  }

  /// The shortest cycle of these edges, by the order of `nodes`.
  ///
  /// - Parameter passages: Whether only services are members. Passages then add no length.
  private func cycle(among edges: [Int], over passages: Bool) -> [[Int]]? {
    let ends = Set(edges.lazy.flatMap { [graph.edges[$0].from, graph.edges[$0].to] })
    let nodes = ends.count == self.nodes.count ? self.nodes : ends.sorted { (rank[$0] ?? 0) < (rank[$1] ?? 0) }
    let position = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    let local = DirectedGraph(
      nodeCount: nodes.count,
      edges: edges.compactMap { edge in
        guard let from = position[graph.edges[edge].from], let to = position[graph.edges[edge].to] else { return nil }
        return .init(from: from, to: to)
      })
    if passages {
      var search = MemberCycle(local, isPassage: nodes.map(graph.isPassage))
      return search.shortest()?.map { step in step.map { edges[$0] } }
    }
    return local.shortestCycle(in: Array(nodes.indices))?.map { [edges[$0]] }
  }
}
