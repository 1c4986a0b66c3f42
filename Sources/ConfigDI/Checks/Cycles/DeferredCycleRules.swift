extension Checks {
  /// DI203: cycles that a lazy or provider edge opens, reported as notes.
  static let checkDeferredCycles: Check = { context, reporting in
    let graph = context.graph
    guard graph.edges.contains(where: \.isDeferred) else { return }
    // A note is not worth a long search.
    var stepsLeft = max(1_000_000, 2 * (graph.graph.nodeCount + graph.edges.count))
    // Everything is ordered by names, so that the order of imports has no effect.
    let groups = context.components.groups().map { group in (group, first: group.map(graph.name).min() ?? "") }
      .sorted { $0.first < $1.first }
    for (group, _) in groups {
      let sorted = graph.sorted(group)
      let ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
      let inside = Set(group)
      var reported = Set<Int>()
      var searches = 0
      func order(_ edge: Int) -> (Int, Int, Int) {
        (ranks[graph.edges[edge].to] ?? 0, graph.isOfOverlay(edge) ? 1 : 0, edge)
      }
      let deferred = sorted.flatMap { node in
        graph.graph.neighbors(of: node).map(\.edge).filter { edge in
          graph.edges[edge].kind.isDeferred && inside.contains(graph.edges[edge].to) && graph.edges[edge].to != node
        }.sorted { order($0) < order($1) }
      }
      // Each search may visit the whole group. This many searches are enough for a group that people can read.
      for edge in deferred where searches < (stepsLeft > 0 ? 64 : 1) {
        searches += 1
        guard let (way, stages) = context.pathBack(over: edge, inside: inside, ranks, &stepsLeft) else { continue }
        guard reported.isDisjoint(with: way) else { continue }
        reported.insert(edge)
        reporting.report(context.limited(context.deferredFinding(edge, way: way), to: stages))
      }
    }
    let ofThemselves = graph.edges.indices.filter { index in
      graph.edges[index].from == graph.edges[index].to && graph.edges[index].kind.isDeferred
    }
    for index in graph.baseFirst(ofThemselves) {
      reporting.report(context.limited(context.deferredFinding(index, way: []), to: graph.edges[index].stages))
    }
  }
}

extension CheckContext {
  /// The shortest path in any scenario from an edge's target back to its source.
  fileprivate func pathBack(
    over edge: Int, inside: Set<Int>, _ ranks: [Int: Int], _ stepsLeft: inout Int
  ) -> (way: [Int], stages: StageSet)? {
    let start = graph.edges[edge].to
    let goal = graph.edges[edge].from
    func search(_ scenario: Scenario?) -> [Int]? {
      var walk = LocalWalk(graph.graph, from: start)
      while let node = walk.next() {
        // Of several shortest paths, the one with the alphabetically first names wins.
        let neighbors = graph.graph.neighbors(of: node).map { (target: $0.target, edge: $0.edge) }
          .sorted { (ranks[$0.target] ?? 0, $0.edge) < (ranks[$1.target] ?? 0, $1.edge) }
        for (target, edge) in neighbors where !walk.hasReached(target) {
          stepsLeft -= 1
          guard inside.contains(target), scenario?.allows(graph.edges[edge]) != false else { continue }
          walk.follow(edge, to: target)
          if target == goal { return walk.path(to: goal) }
        }
      }
      return nil
    }
    guard let union = search(nil) else { return nil }
    let edges = (union + [edge]).map { graph.edges[$0] }
    guard edges.contains(where: { $0.condition != nil || $0.stages != graph.allStages }) else {
      return (union, graph.allStages)
    }
    let inner = ranks.sorted { $0.value < $1.value }.flatMap { node, _ in
      graph.graph.neighbors(of: node).map { graph.edges[$0.edge] }
    }
    let scenarios = Scenarios(of: inner, nodes: [], in: graph)
    var results = ScenarioResults<[Int]>(graph) { $0 }
    for scenario in scenarios.all where scenario.allows(graph.edges[edge]) {
      guard stepsLeft > 0 || results.best == nil else { break }
      guard let way = search(scenario) else { continue }
      results.add(way, length: way.count, in: scenario)
    }
    return results.best.map { ($0, results.stages) }
  }

  fileprivate func deferredFinding(_ edge: Int, way: [Int]) -> Diagnostic {
    let first = graph.edges[edge]
    let members = [first.from] + ([edge] + way).map { graph.edges[$0].to }.filter { !graph.isPassage($0) }
    let names = elided(count: members.count) { graph.name(of: members[$0]) }
    return Diagnostic(
      .deferredCycle, .deferredCycle(names, kind: first.kind.rawValue), at: first.location,
      related: ([edge] + way).prefix(9).map { step in
        let step = graph.edges[step]
        return .init(
          "\(graph.name(of: step.from)) refers to \(graph.name(of: step.to))\(askedFor(step))", at: step.location)
      },
      symbol: "services.\(graph.name(of: first.from)).dependencies.\(first.argument?.name ?? graph.name(of: first.to))")
  }
}

extension Rule {
  package static let deferredCycle = Rule(
    "DI203", "deferred-cycle", .note, summary: "a cycle that only `lazy` or `provider` breaks")
}

extension String {
  static func deferredCycle(_ names: [String], kind: String) -> String {
    "cycle broken by '\(kind)': \(names.joined(separator: " -> "))"
  }
}
