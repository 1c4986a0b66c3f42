extension CheckContext {
  /// DI203: cycles that a lazy or provider edge opens, reported as notes.
  func checkDeferredCycles(_ reporting: inout Diagnostics) {
    guard graph.edges.indices.contains(where: { graph.edges[$0].kind.isDeferred }) else { return }
    // A note is not worth a long search.
    var stepsLeft = max(1_000_000, 2 * (graph.graph.nodeCount + graph.edges.count))
    // Everything is ordered by names, so that the order of imports has no effect.
    let groups = components.groups().map { group in (group, first: group.map(graph.name).min() ?? "") }
      .sorted { $0.first < $1.first }
    for (group, _) in groups {
      let sorted = graph.sorted(group)
      let ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
      let inside = Set(group)
      var reported = Set<Int>()
      var searches = 0
      // Of several shortest paths, the one with the alphabetically first names wins.
      func areInOrder(_ first: Int, _ second: Int) -> Bool {
        func order(_ edge: Int) -> (Int, Int, Int) {
          (ranks[graph.edges[edge].to] ?? 0, graph.isOfOverlay(edge) ? 1 : 0, edge)
        }
        return order(first) < order(second)
      }
      let deferred = sorted.flatMap { node in
        graph.graph.neighbors(of: node).map(\.edge).filter { edge in
          graph.edges[edge].kind.isDeferred && inside.contains(graph.edges[edge].to) && graph.edges[edge].to != node
        }.sorted(by: areInOrder)
      }
      // Each search may visit the whole group. This many searches are enough for a group that people can read.
      for edge in deferred where searches < (stepsLeft > 0 ? 64 : 1) {
        searches += 1
        let found = graph.pathBack(over: edge) { node, _ in
          let edges = graph.graph.neighbors(of: node).map(\.edge).filter { inside.contains(graph.edges[$0].to) }
          stepsLeft -= edges.count
          return edges.sorted(by: areInOrder)
        }
        guard let (way, stages) = found, reported.isDisjoint(with: way) else { continue }
        reported.insert(edge)
        reporting.report(deferredFinding(edge, way: way, in: stages))
      }
    }
    let ofThemselves = graph.edges.indices.filter { index in
      graph.edges[index].from == graph.edges[index].to && graph.edges[index].kind.isDeferred
    }
    for index in graph.baseFirst(ofThemselves) {
      reporting.report(deferredFinding(index, way: [], in: graph.edges[index].stages))
    }
  }

  fileprivate func deferredFinding(_ edge: Int, way: [Int], in stages: StageSet) -> Diagnostic {
    let first = graph.edges[edge]
    let steps = [edge] + way
    // An alias of one stage may be a service in another.
    let members = steps.map { graph.edges[$0] }.filter { !$0.kind.isOfPassage }.map(\.from) + [first.from]
    let names = elided(count: members.count) { graph.name(of: members[$0]) }
    return Diagnostic(
      .deferredCycle, "cycle broken by '\(first.kind.rawValue)': \(names.joined(separator: " -> "))",
      at: first.location,
      related: steps.prefix(9).map { step in
        let step = graph.edges[step]
        return .init(
          "\(graph.name(of: step.from)) refers to \(graph.name(of: step.to))\(askedFor(step))", at: step.location)
      },
      symbol: "services.\(graph.name(of: first.from)).dependencies.\(first.argument?.name ?? graph.name(of: first.to))",
      stages: graph.names(of: stages))
  }
}
