/// A group of services that reach each other, if the edges of all stages and all parameter values are taken together.
struct Knot {
  private let graph: DependencyGraph
  /// The nodes, sorted by name, so that cycles begin at the first name.
  private let nodes: [Int]
  /// Each node's position in `nodes`.
  private let rank: [Int: Int]
  /// The edges between the nodes.
  private let edges: [Int]
  private let countsPassages: Bool
  private let budget: SearchSteps

  /// - Parameter countsPassages: Whether aliases, selects and collections count as members. Otherwise cycles pass through
  ///   them, and a member's edge to itself is not a cycle.
  init(
    _ nodes: [Int], in context: CheckContext, countsPassages: Bool = false,
    where allowed: (DependencyGraph.Edge.Kind) -> Bool
  ) {
    let graph = context.graph
    let nodes = graph.sorted(nodes)
    let rank = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    var edges: [Int] = []
    for node in nodes {
      for (target, edge) in graph.graph.neighbors(of: node) where countsPassages || target != node {
        if rank[target] != nil, allowed(graph.edges[edge].kind) { edges.append(edge) }
      }
    }
    self.edges = edges
    self.graph = graph
    self.nodes = nodes
    self.rank = rank
    self.countsPassages = countsPassages
    budget = context.steps
  }

  /// Services that are on cycles together, and the cycle to report.
  struct Cycle {
    /// The services, sorted by name.
    let members: [Int]
    /// The services, and the aliases, selects and collections between them.
    let nodes: Set<Int>
    /// For each service on the reported cycle, the edges to the next service, possibly through aliases, selects and
    /// collections.
    let steps: [[Int]]
    /// The parameter values that the reported cycle needs.
    let values: [String: String]
    /// The stages in which any of the services are on a cycle.
    let stages: StageSet
    /// The number of combinations of parameter values, if there were too many to examine one by one.
    let unjudged: Int?
  }

  /// A shortest cycle for each set of services that are on cycles together. Cycles that share no service in any
  /// scenario are separate, even if edges of different scenarios join them.
  func cycles() -> [Cycle] {
    let always = edges.filter { graph.edges[$0].condition == nil && graph.edges[$0].stages == graph.allStages }
    var rings = rings(among: always, in: Scenario())
    guard always.count < edges.count else { return rings.compactMap { cycle(of: [$0], unjudged: nil) } }
    let scenarios = Scenarios(of: edges.lazy.map { graph.edges[$0] }, nodes: [], in: graph)
    let grouped = ScenarioEdges(edges, of: graph)
    for scenario in scenarios.all {
      // A cycle that does not always exist has an edge that some scenarios lack, so only the edges that can be reached
      // from such edges are searched.
      let (edges, steps) = grouped.reached(in: scenario)
      guard budget.spend(1 + steps) else { break }
      rings += self.rings(among: edges, in: scenario)
    }
    return united(rings).compactMap { cycle(of: $0, unjudged: scenarios.unjudged) }
  }

  /// Whether a cycle's services are on no cycle in any scenario without some of the edges.
  func isOpen(_ cycle: Cycle, without removed: [Int]) -> Bool {
    let remaining = edges.filter { edge in
      !removed.contains(edge) && cycle.nodes.contains(graph.edges[edge].from)
        && cycle.nodes.contains(graph.edges[edge].to)
    }
    guard !part(of: remaining).groups.isEmpty else { return true }
    // A cycle that remains may need two stages or two values at once. Help is not worth a long search.
    let scenarios = Scenarios(of: remaining.lazy.map { graph.edges[$0] }, nodes: [], in: graph).all
    guard scenarios.count > 1, scenarios.count * remaining.count <= 100_000 else { return false }
    return scenarios.allSatisfy { scenario in
      part(of: remaining.filter { scenario.allows(graph.edges[$0]) }).groups.isEmpty
    }
  }

  /// A component with a cycle in one scenario. Its nodes are positions in the knot's `nodes`.
  private struct Ring {
    let nodes: [Int]
    let members: [Int]
    /// The edges of a shortest cycle.
    let edges: [Int]
    let scenario: Scenario
  }

  private func rings(among edges: [Int], in scenario: Scenario) -> [Ring] {
    let part = part(of: edges)
    return part.groups.compactMap { group in
      guard let cycle = part.graph.shortestCycle(in: group, passing: { part.isPassage[$0] }) else { return nil }
      return Ring(
        nodes: group.map { part.nodes[$0] }, members: group.filter { !part.isPassage[$0] }.map { part.nodes[$0] },
        edges: cycle.map { edges[$0] }, scenario: scenario)
    }
  }

  /// The subgraph of some edges.
  private struct Part {
    /// Positions in the knot's `nodes`, in ascending order.
    let nodes: [Int]
    let graph: DirectedGraph
    let isPassage: [Bool]
    /// The components with a cycle.
    let groups: [[Int]]
  }

  private func part(of edges: [Int]) -> Part {
    let ends = edges.map { (from: rank[graph.edges[$0].from] ?? 0, to: rank[graph.edges[$0].to] ?? 0) }
    var nodes = Array(self.nodes.indices)
    var position: [Int: Int]?
    if edges.count < nodes.count {
      nodes = Set(ends.lazy.map(\.from)).union(ends.lazy.map(\.to)).sorted()
      position = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    }
    let local = ends.map { from, to in
      DirectedGraph.Edge(from: position.map { $0[from] ?? 0 } ?? from, to: position.map { $0[to] ?? 0 } ?? to)
    }
    // A key may be an alias or a select in some of these stages, and a service in others.
    var isPassage = [Bool](repeating: true, count: nodes.count)
    for (edge, ends) in zip(edges, local) where !passes(edge) { isPassage[Int(ends.source)] = false }
    let part = DirectedGraph(nodeCount: nodes.count, edges: local)
    var groups = part.components().groups().filter { group in
      group.lazy.filter { !isPassage[$0] }.prefix(2).count > 1
    }
    let loops = Set(local.lazy.filter { $0.source == $0.target }.map { Int($0.source) })
    if !loops.isEmpty { groups += loops.subtracting(groups.joined()).sorted().map { [$0] } }
    return Part(nodes: nodes, graph: part, isPassage: isPassage, groups: groups)
  }

  /// Whether an edge continues a step of a cycle rather than starting one.
  private func passes(_ edge: Int) -> Bool { !countsPassages && graph.edges[edge].kind.isOfPassage }

  /// Groups the rings that share members, directly or through other rings.
  private func united(_ rings: [Ring]) -> [[Ring]] {
    let links = rings.flatMap { ring in
      zip(ring.members, ring.members.dropFirst()).flatMap { member, next in
        [DirectedGraph.Edge(from: member, to: next), .init(from: next, to: member)]
      }
    }
    let components = DirectedGraph(nodeCount: nodes.count, edges: links).components().ofNode
    return Dictionary(grouping: rings) { components[$0.members[0]] }.sorted { $0.key < $1.key }.map(\.value)
  }

  private func cycle(of rings: [Ring], unjudged: Int?) -> Cycle? {
    var results = ScenarioResults(graph, edges: \Ring.edges)
    for ring in rings { results.add(ring, length: ring.edges.count { !passes($0) }, in: ring.scenario) }
    guard let best = results.best else { return nil }
    let steps = best.edges.reduce(into: [[Int]]()) { steps, edge in
      if passes(edge), !steps.isEmpty { steps[steps.count - 1].append(edge) } else { steps.append([edge]) }
    }
    let members = rings.count == 1 ? best.members : Set(rings.flatMap(\.members)).sorted()
    let deciding = Set(best.edges.compactMap { graph.edges[$0].condition?.parameter })
    return Cycle(
      members: members.map { nodes[$0] }, nodes: Set(rings.lazy.flatMap(\.nodes).map { nodes[$0] }), steps: steps,
      values: best.scenario.values.filter { deciding.contains($0.key) }, stages: results.stages, unjudged: unjudged)
  }
}

extension DependencyGraph {
  /// Nodes in the order of their names.
  func sorted(_ nodes: [Int]) -> [Int] {
    nodes.map { (name: name(of: $0), node: $0) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map(\.node)
  }
}
