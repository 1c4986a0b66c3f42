/// A group of services that reach each other, reported as one finding.
struct Knot {
  private let graph: DependencyGraph
  /// The nodes, sorted by name, so that cycles begin at the first name.
  let nodes: [Int]
  /// Each node's position in `nodes`.
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

  /// The edges between the group's nodes.
  var edges: [Int] {
    nodes.flatMap { node in
      graph.graph.neighbors(of: node).lazy.filter { rank[$0.target] != nil && allowed(graph.edges[$0.edge]) }
        .map(\.edge)
    }
  }

  /// A cycle found by `shortestCycle`.
  struct Cycle {
    /// For each member, the edges to the next member, possibly through aliases, selects and collections.
    let steps: [[Int]]
    let scenario: Scenario
    let stages: StageSet
    /// The number of combinations of parameter values, if there were too many to examine one by one.
    let unjudged: Int?
  }

  /// The shortest cycle in any scenario. If `asMembers` is false, aliases, selects and collections count as members
  /// too. A member's edge to itself is not a cycle among members.
  func shortestCycle(asMembers: Bool = true) -> Cycle? {
    let edges = edges.filter { !asMembers || graph.edges[$0].from != graph.edges[$0].to }
    let scenarios = Scenarios(of: edges.lazy.map { graph.edges[$0] }, nodes: nodes, in: graph)
    let passages = asMembers && nodes.contains(where: graph.isPassage)
    var best: (steps: [[Int]], scenario: Scenario)?
    var holding: [Scenario] = []
    for (index, scenario) in scenarios.all.enumerated() {
      // The first scenario is searched in every knot; further ones multiply the cost.
      guard index == 0 || budget.spend(1 + edges.count) else { break }
      let existing = edges.filter { scenario.allows(graph.edges[$0]) }
      guard let found = cycle(among: existing, over: passages) else { continue }
      holding.append(scenario)
      if found.count < best?.steps.count ?? .max { best = (found, scenario) }
    }
    guard let best else { return nil }
    return Cycle(
      steps: best.steps, scenario: best.scenario, stages: holding.stages(of: graph.allStages),
      unjudged: scenarios.unjudged)
  }

  /// The shortest cycle among these edges; if several are equally short, the first by the order of `nodes`.
  ///
  /// - Parameter passages: Whether paths may pass through aliases, selects and collections, which then add no length.
  private func cycle(among edges: [Int], over passages: Bool) -> [[Int]]? {
    let local = DirectedGraph(
      nodeCount: nodes.count,
      edges: edges.compactMap { edge in
        guard let from = rank[graph.edges[edge].from], let to = rank[graph.edges[edge].to] else { return nil }
        return .init(from: from, to: to)
      })
    let isPassage = nodes.map { passages && graph.isPassage($0) }
    let cycle = local.shortestCycle(in: Array(nodes.indices), passing: { isPassage[$0] })
    return cycle?.reduce(into: [[Int]]()) { steps, edge in
      if isPassage[Int(local.edges[edge].source)] {
        steps[steps.count - 1].append(edges[edge])
      } else {
        steps.append([edges[edge]])
      }
    }
  }
}
