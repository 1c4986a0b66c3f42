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

  typealias Step = (edge: Int, passages: [Int])

  /// Services that are on cycles together, and the cycle to report.
  struct Cycle {
    /// The services, sorted by name.
    let members: [Int]
    /// The services, and the aliases, selects and collections between them.
    let nodes: Set<Int>
    /// For each service on the reported cycle, its edge, and those of the aliases, selects and collections that lead on
    /// to the next service.
    let steps: [Step]
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
    let (components, unjudged) = components(of: edges, spending: budget)
    return united(components).compactMap { cycle(of: $0, unjudged: unjudged) }
  }

  /// Whether a cycle's services are on no cycle in any scenario without some of the edges.
  func isOpen(_ cycle: Cycle, without removed: [Int]) -> Bool {
    let remaining = edges.filter { edge in
      !removed.contains(edge) && cycle.nodes.contains(graph.edges[edge].from)
        && cycle.nodes.contains(graph.edges[edge].to)
    }
    guard !part(of: remaining).groups.isEmpty else { return true }
    // A cycle that remains may need two stages or two values at once. Help is not worth a long search.
    let steps = SearchSteps(100_000)
    return components(of: remaining, spending: steps).found.isEmpty && !steps.isSpent
  }

  /// A component with a cycle in one scenario. Its nodes are positions in the knot's `nodes`.
  private struct Component {
    let part: Part
    let group: [Int]
    let stages: StageSet

    var nodes: [Int] { group.map { part.nodes[$0] } }
    var members: [Int] { group.filter { !part.isPassage[$0] }.map { part.nodes[$0] } }

    /// The edges of a shortest cycle.
    var cycle: [Int]? {
      part.graph.shortestCycle(in: group, passing: { part.isPassage[$0] })?.map { part.edges[$0] }
    }
  }

  private static let mostCombinations = 1000
  /// The maximum number of edge visits over all combinations. A graph that would need more has too many combinations to
  /// examine.
  private static let mostLooks = 10_000_000

  /// The components with a cycle in any scenario. Each stage is examined with all cases at once if the parameters have
  /// too many combinations of values; `unjudged` is then their number.
  private func components(of edges: [Int], spending steps: SearchSteps) -> (found: [Component], unjudged: Int?) {
    let always = edges.filter { graph.edges[$0].condition == nil && graph.edges[$0].stages == graph.allStages }
    let part = part(of: always)
    var found = part.groups.map { Component(part: part, group: $0, stages: graph.allStages) }
    guard always.count < edges.count else { return (found, nil) }
    let values = Dictionary(grouping: Set(edges.lazy.compactMap { graph.edges[$0].condition }), by: \.parameter)
    let combinations = values.values.reduce(1) { $0.multipliedSaturated($1.count) }
    let isStaged = edges.contains { graph.stages(of: graph.edges[$0]) != graph.allStages }
    let looks = edges.count * (isStaged ? graph.allStages.members.count : 1)
    let isJudged = combinations <= min(Self.mostCombinations, max(2, Self.mostLooks / looks))
    let plain = Dictionary(grouping: always) { graph.edges[$0].from }

    /// Adds the components that contain some of the edges which do not always exist.
    func search(_ varying: [Int], in stages: StageSet) {
      let part = self.part(of: reached(from: varying, plain))
      guard steps.spend(1 + part.edges.count) else { return }
      for group in part.groups {
        let inside = Set(group.lazy.map { nodes[part.nodes[$0]] })
        let own = varying.filter { inside.contains(graph.edges[$0].from) && inside.contains(graph.edges[$0].to) }
        if own.contains(where: { !stages.isSubset(of: graph.stages(of: graph.edges[$0])) }) {
          let selected = stages.intersection(graph.selected)
          for stage in selected.members + stages.subtracting(selected).members {
            search(own.filter { graph.stages(of: graph.edges[$0]).contains(stage) }, in: StageSet(stage: stage))
          }
        } else if isJudged, let parameter = graph.parameterWithTwoValues(on: own) {
          let cases = Dictionary(grouping: own) { edge in
            graph.edges[edge].condition.flatMap { $0.parameter == parameter ? $0.value : nil }
          }
          for (value, edges) in cases.sorted(by: { $0.value[0] < $1.value[0] }) where value != nil {
            search((cases[nil] ?? []) + edges, in: stages)
          }
        } else if !own.isEmpty {
          found.append(Component(part: part, group: group, stages: stages))
        }
      }
    }
    let isPlain = Set(always)
    search(edges.filter { !isPlain.contains($0) }, in: graph.allStages)
    return (found, isJudged ? nil : combinations)
  }

  /// Some edges, and those of the edges in `plain` that can be reached from them. A cycle that does not always exist has
  /// an edge that some scenarios lack, so no other edges need to be searched.
  private func reached(from starts: [Int], _ plain: [Int: [Int]]) -> [Int] {
    let own = Dictionary(grouping: starts) { graph.edges[$0].from }
    var seen = Set(own.keys)
    var open = Array(seen)
    var found: [Int] = []
    while let node = open.popLast() {
      for edge in (plain[node] ?? []) + (own[node] ?? []) {
        found.append(edge)
        if seen.insert(graph.edges[edge].to).inserted { open.append(graph.edges[edge].to) }
      }
    }
    // In the order in which edges were added, as in the searches of the whole knot.
    return found.sorted()
  }

  /// The subgraph of some edges.
  private struct Part {
    let edges: [Int]
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
    return Part(edges: edges, nodes: nodes, graph: part, isPassage: isPassage, groups: groups)
  }

  /// Whether an edge continues a step of a cycle rather than starting one.
  private func passes(_ edge: Int) -> Bool { !countsPassages && graph.edges[edge].kind.isOfPassage }

  /// Groups the components that share members, directly or through other components.
  private func united(_ found: [Component]) -> [[Component]] {
    guard found.count > 1 else { return [found] }
    let members = found.map(\.members)
    let links = members.flatMap { members in
      zip(members, members.dropFirst()).flatMap { member, next in
        [DirectedGraph.Edge(from: member, to: next), .init(from: next, to: member)]
      }
    }
    let components = DirectedGraph(nodeCount: nodes.count, edges: links).components().ofNode
    return Dictionary(grouping: found.indices) { components[members[$0][0]] }.sorted { $0.key < $1.key }
      .map { $0.value.map { found[$0] } }
  }

  private func cycle(of components: [Component], unjudged: Int?) -> Cycle? {
    // A shortest cycle in a selected stage if there is one, and of these one with the fewest references from overlays.
    let cycles = components.compactMap { component in
      component.cycle.map { edges in
        let isSelected = !component.stages.intersection(graph.selected).isEmpty
        let order = (isSelected ? 0 : 1, edges.count { !passes($0) }, edges.count(where: graph.isOfOverlay))
        return (edges: edges, order: order)
      }
    }
    guard let best = cycles.min(by: { $0.order < $1.order })?.edges else { return nil }
    let steps = best.reduce(into: [Step]()) { steps, edge in
      if passes(edge), !steps.isEmpty { steps[steps.count - 1].passages.append(edge) } else { steps.append((edge, [])) }
    }
    return Cycle(
      members: Set(components.flatMap(\.members)).sorted().map { nodes[$0] },
      nodes: Set(components.flatMap(\.nodes).map { nodes[$0] }), steps: steps,
      values: unjudged == nil ? graph.values(on: best) : [:],
      stages: components.map(\.stages).united, unjudged: unjudged)
  }
}

extension DependencyGraph {
  /// Nodes in the order of their names.
  func sorted(_ nodes: [Int]) -> [Int] {
    nodes.map { (name: name(of: $0), node: $0) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map(\.node)
  }
}
