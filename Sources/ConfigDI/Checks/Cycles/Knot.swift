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
    self.nodes = graph.sorted(nodes)
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
    let ways = KnotWays(edges, of: graph)
    let scenarios = Scenarios(of: edges.lazy.map { graph.edges[$0] }, nodes: nodes, in: graph)
    var best: (steps: [[Int]], scenario: Scenario)?
    var holding: [Scenario] = []
    var holdsAlways = false
    for (index, scenario) in scenarios.all.enumerated() {
      let (edges, steps) = index == 0 ? ways.all(in: scenario) : ways.reached(in: scenario)
      // The first scenario is searched in every knot; further ones multiply the cost. A cycle that does not always
      // exist has an edge that some scenarios lack, so only the edges that can be reached from such edges are searched.
      guard index == 0 || budget.spend(1 + steps) else { break }
      if index == 1 { holdsAlways = cycle(among: ways.always, asMembers: asMembers) != nil }
      let found = edges.isEmpty ? nil : cycle(among: edges, asMembers: asMembers)
      if holdsAlways || found != nil { holding.append(scenario) }
      if let found, found.count < best?.steps.count ?? .max { best = (found, scenario) }
    }
    guard let best else { return nil }
    return Cycle(
      steps: best.steps, scenario: best.scenario, stages: holding.stages(of: graph.allStages),
      unjudged: scenarios.unjudged)
  }

  /// The shortest cycle among the edges of a scenario; if several are equally short, the first by the order of `nodes`.
  private func cycle(among edges: [Int], asMembers: Bool) -> [[Int]]? {
    let ends = Set(edges.lazy.flatMap { [graph.edges[$0].from, graph.edges[$0].to] })
    let nodes = ends.count == self.nodes.count ? self.nodes : ends.sorted { (rank[$0] ?? 0) < (rank[$1] ?? 0) }
    let local = local(nodes, edges)
    // A key may be an alias or a select in this scenario's stage, and a service in others.
    let passages = Set(edges.lazy.filter { asMembers && graph.edges[$0].kind.isOfPassage }.map { graph.edges[$0].from })
    let isPassage = nodes.map(passages.contains)
    let cycle = local.shortestCycle(in: Array(nodes.indices), passing: { isPassage[$0] })
    return cycle?.reduce(into: [[Int]]()) { steps, edge in
      if isPassage[Int(local.edges[edge].source)] {
        steps[steps.count - 1].append(edges[edge])
      } else {
        steps.append([edges[edge]])
      }
    }
  }

  /// Whether the group has no cycle without an edge. A node's edges to itself do not count.
  func isOpen(without edge: Int) -> Bool {
    let remaining = edges.filter { $0 != edge && graph.edges[$0].from != graph.edges[$0].to }
    return local(nodes, remaining).components().count == nodes.count
  }

  /// A graph of some nodes and edges, numbered by their positions.
  private func local(_ nodes: [Int], _ edges: [Int]) -> DirectedGraph {
    let position = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    return DirectedGraph(
      nodeCount: nodes.count,
      edges: edges.compactMap { edge in
        guard let from = position[graph.edges[edge].from], let to = position[graph.edges[edge].to] else { return nil }
        return .init(from: from, to: to)
      })
  }
}

extension DependencyGraph {
  /// Nodes in the order of their names.
  func sorted(_ nodes: [Int]) -> [Int] {
    nodes.map { (name: name(of: $0), node: $0) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map(\.node)
  }
}

/// The edges between the services in a group, grouped by the scenarios in which they exist. Examining one scenario then
/// visits only the edges that exist in it: a select with 160 cases that need it has 160 scenarios.
private struct KnotWays {
  /// All edges, in node order.
  let edges: [Int]
  /// The edges that exist in every scenario.
  let always: [Int]

  private let graph: DependencyGraph
  private var alwaysFrom: [Int: [Int]] = [:]
  private var conditional: [DependencyGraph.Condition: [Int]] = [:]
  private var conditionalFrom: [Int: [DependencyGraph.Condition: [Int]]] = [:]
  /// The parameters that decide where each `select` node leads.
  private var parameters: [Int: [String]] = [:]
  /// The edges that exist only in some stages, regardless of parameter values.
  private var staged: [Int] = []
  private var stagedFrom: [Int: [Int]] = [:]

  init(_ edges: [Int], of graph: DependencyGraph) {
    self.edges = edges
    self.graph = graph
    var always: [Int] = []
    for index in edges {
      let edge = graph.edges[index]
      if let condition = edge.condition {
        conditional[condition, default: []].append(index)
        conditionalFrom[edge.from, default: [:]][condition, default: []].append(index)
        if parameters[edge.from]?.contains(condition.parameter) != true {
          parameters[edge.from, default: []].append(condition.parameter)
        }
      } else if edge.stages == graph.allStages {
        always.append(index)
        alwaysFrom[edge.from, default: []].append(index)
      } else {
        staged.append(index)
        stagedFrom[edge.from, default: []].append(index)
      }
    }
    self.always = always
  }

  /// The edges that exist in a scenario, and the number of steps spent on finding them.
  func all(in scenario: Scenario) -> (edges: [Int], steps: Int) {
    (edges.filter { scenario.allows(graph.edges[$0]) }, edges.count)
  }

  /// The edges in a scenario that can be reached from an edge missing in other scenarios, and the number of steps spent
  /// on finding them.
  func reached(in scenario: Scenario) -> (edges: [Int], steps: Int) {
    // If there are too many values to examine, every scenario has every case.
    if scenario.values.isEmpty, !conditional.isEmpty { return all(in: scenario) }
    let ofValues = scenario.values.lazy.flatMap { conditional[.init(parameter: $0.key, value: $0.value)] ?? [] }
    let starts = (staged + ofValues).filter { scenario.allows(graph.edges[$0]) }.map { graph.edges[$0].from }
    var found: [Int] = []
    var steps = staged.count + starts.count
    var walk = LocalWalk(graph.graph, from: starts)
    while let node = walk.next() {
      let leaving = self.leaving(node, in: scenario)
      steps += 1 + leaving.count
      for index in leaving where scenario.allows(graph.edges[index]) {
        found.append(index)
        walk.follow(index, to: graph.edges[index].to)
      }
    }
    // Sorted in the order in which edges were added, as in the searches of the whole knot.
    return (found.sorted(), steps)
  }

  private func leaving(_ node: Int, in scenario: Scenario) -> [Int] {
    var leaving = (alwaysFrom[node] ?? []) + (stagedFrom[node] ?? [])
    for parameter in parameters[node] ?? [] {
      guard let value = scenario.values[parameter] else { continue }
      leaving += conditionalFrom[node]?[.init(parameter: parameter, value: value)] ?? []
    }
    return leaving
  }
}
