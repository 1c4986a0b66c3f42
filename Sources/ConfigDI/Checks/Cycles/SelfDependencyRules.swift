extension Checks {
  /// DI204: a service that needs itself, directly or through aliases, selects and collections.
  static let checkSelfDependencies: Check = { context, reporting in
    let graph = context.graph
    var suspects = Set(graph.edges.lazy.filter { $0.from == $0.to && !graph.isPassage($0.from) }.map(\.from))
    let passages = PassageWays(context)
    if context.components.count < graph.keys.count + graph.collections.count {
      for group in context.components.groups() where group.contains(where: passages.nodes.contains) {
        suspects.formUnion(group.filter { !graph.isPassage($0) })
      }
    }
    for node in suspects.sorted() {
      for (path, stages) in passages.pathsToSelf(node) {
        guard let first = path.first.map({ graph.edges[$0] }) else { continue }
        // A service that is an alias in these stages is in a ring of aliases alone, which is DI206.
        guard !first.leadsOn else { continue }
        if first.isDeferred {
          guard path.count > 1 else { continue }
          let name = graph.name(of: node)
          let finding = Diagnostic(
            .deferredCycle, .deferredCycle([name, name], kind: first.kind.rawValue) + context.askedFor(first),
            at: first.location, symbol: "services.\(name).dependencies.\(first.argument?.name ?? name)")
          reporting.report(context.limited(finding, to: stages))
          continue
        }
        reporting.report(context.limited(context.selfDependency(path, in: stages), to: stages))
      }
    }
  }
}

/// Finds paths through passages: aliases, selects and collections. A key may be a passage in some stages alone.
private struct PassageWays {
  /// The nodes that are passages in some stage, and on a cycle.
  let nodes: Set<Int>
  private let context: CheckContext
  private let graph: DependencyGraph
  /// The edges that start at a passage, reversed. Each edge is numbered by its position in `leaving`.
  private let users: DirectedGraph
  private let leaving: [Int]

  init(_ context: CheckContext) {
    self.context = context
    let graph = context.graph
    self.graph = graph
    let components = context.components.ofNode
    leaving = graph.edges.indices.filter { index in
      let edge = graph.edges[index]
      return edge.kind.isOfPassage && components[edge.from] == components[edge.to]
    }
    nodes = Set(leaving.lazy.map { graph.edges[$0].from })
    users = DirectedGraph(
      nodeCount: graph.graph.nodeCount,
      edges: leaving.map { .init(from: graph.edges[$0].to, to: graph.edges[$0].from) })
  }

  /// A passage that leads to a service in some stage and for some parameter values.
  private struct Lead {
    let distance: Int
    /// The first edge of the shortest path.
    var edge: Int
    /// The edges to the service and to other such passages.
    var edges: [Int]
  }

  /// A path from a service to itself for each first edge, and the stages that have such a path.
  func pathsToSelf(_ node: Int) -> [(path: [Int], stages: StageSet)] {
    var known: [Int: Lead]?
    var ways: [(path: [Int], stages: StageSet)] = []
    for edge in graph.baseFirst(graph.graph.neighbors(of: node).map(\.edge)) {
      let target = graph.edges[edge].to
      if target == node {
        if !graph.edges[edge].stages.isEmpty { ways.append(([edge], graph.edges[edge].stages)) }
        continue
      }
      guard context.components.ofNode[target] == context.components.ofNode[node], nodes.contains(target) else {
        continue
      }
      let leads = known ?? self.leads(to: node)
      known = leads
      guard leads[target] != nil else { continue }
      if let way = shortest(from: edge, to: node, leads) ?? search(from: edge, to: node, leads) { ways.append(way) }
    }
    return ways
  }

  /// The passages that lead to a node.
  private func leads(to node: Int) -> [Int: Lead] {
    var found: [Int: Lead] = [:]
    var open = [(node: node, distance: 0)]
    var next = 0
    while next < open.count {
      let (place, distance) = open[next]
      next += 1
      guard context.steps.spend(1 + users.neighbors(of: place).count) else { return [:] }
      for (source, position) in users.neighbors(of: place) {
        let edge = leaving[position]
        if let known = found[source] {
          // Of equally short paths, the one with the earlier edge wins.
          if known.distance == distance + 1, edge < known.edge { found[source]?.edge = edge }
          found[source]?.edges.append(edge)
        } else {
          found[source] = Lead(distance: distance + 1, edge: edge, edges: [edge])
          open.append((source, distance + 1))
        }
      }
    }
    return found
  }

  /// The shortest path, if some parameter values allow it in every stage that has its first edge.
  private func shortest(from edge: Int, to node: Int, _ leads: [Int: Lead]) -> (path: [Int], stages: StageSet)? {
    var path = [edge]
    while graph.edges[path[path.count - 1]].to != node, let lead = leads[graph.edges[path[path.count - 1]].to] {
      path.append(lead.edge)
    }
    let stages = graph.edges[edge].stages
    guard context.steps.spend(path.count), isPossible(path),
      path.allSatisfy({ stages.isSubset(of: graph.edges[$0].stages) })
    else { return nil }
    return (path, stages)
  }

  /// The shortest path in any scenario, if the overall shortest path does not always exist.
  private func search(from edge: Int, to node: Int, _ leads: [Int: Lead]) -> (path: [Int], stages: StageSet)? {
    var edges: [Int] = []
    var walk = LocalWalk(graph.graph, from: graph.edges[edge].to)
    while let place = walk.next() {
      guard place != node, let lead = leads[place] else { continue }
      edges += lead.edges
      for step in lead.edges { walk.follow(step, to: graph.edges[step].to) }
    }
    guard context.steps.spend(edges.count) else { return nil }
    let scenarios = Scenarios(of: ([edge] + edges).map { graph.edges[$0] }, nodes: [], in: graph)
    let grouped = ScenarioEdges(edges, of: graph)
    var results = ScenarioResults<[Int]>(graph) { $0 }
    for scenario in scenarios.all where scenario.allows(graph.edges[edge]) {
      let (path, steps) = path(from: edge, to: node, grouped, in: scenario)
      guard context.steps.spend(1 + steps) else { break }
      // With too many values to try, the path may need two values of one parameter.
      if let path, isPossible(path) { results.add(path, length: path.count, in: scenario) }
    }
    return results.best.map { ($0, results.stages) }
  }

  private func path(
    from edge: Int, to node: Int, _ grouped: ScenarioEdges, in scenario: Scenario
  ) -> (path: [Int]?, steps: Int) {
    var steps = 0
    var walk = LocalWalk(graph.graph, from: graph.edges[edge].to)
    while let place = walk.next() {
      guard place != node else { return ([edge] + walk.path(to: node), steps) }
      let leaving = grouped.leaving(place, in: scenario)
      steps += 1 + leaving.count
      for step in leaving { walk.follow(step, to: graph.edges[step].to) }
    }
    return (nil, steps)
  }

  /// Whether no parameter needs two values for a path.
  private func isPossible(_ path: [Int]) -> Bool {
    var values: [String: String] = [:]
    return path.lazy.compactMap { graph.edges[$0].condition }.allSatisfy { condition in
      (values.updateValue(condition.value, forKey: condition.parameter) ?? condition.value) == condition.value
    }
  }
}

extension CheckContext {
  fileprivate func selfDependency(_ path: [Int], in stages: StageSet) -> Diagnostic {
    let first = graph.edges[path[0]]
    let name = graph.name(of: first.from)
    let through = path.dropLast().map { graph.name(of: graph.edges[$0].to) }
    let variants = keys.named(ServiceKey(name).name).prefix(16).filter { key in
      key.text != name && graph.nodes[key].map { !mayLead(from: $0, to: first.from) } ?? false
    }.prefix(3)
    let member = path.lazy.map { graph.edges[$0] }.first { $0.kind == .member }
    let collection = member.map { graph.name(of: $0.from) }
    var finding = Diagnostic(
      .selfDependency,
      "\(name) depends on itself\(through.isEmpty ? "" : " through \(listed(through))")\(askedFor(first))",
      at: first.location,
      help: [
        collection.map { "remove it from collection '\($0)', or change its factory to take a provider" }
          ?? (variants.isEmpty
            ? "did you mean a decorator (a decorator receives the inner instance), or a variant such as "
              + "\(ServiceKey(name).name)/inner?"
            : "did you mean the variant \(variants.map(\.text).joined(separator: " or ")), or a decorator?")
      ],
      symbol: "services.\(name).dependencies.\(first.argument?.name ?? name)")
    if let member, let collection {
      // In other stages, another member may lead back.
      let fixes = stages.isSubset(of: member.stages) ? leavingCollection(member) : []
      finding.addRemedy("remove it from collection '\(collection)'", fixes)
    } else if path.count == 1, first.argument != nil {
      for variant in variants {
        guard let node = graph.nodes[variant], first.stages.isSubset(of: graph.presence[node]) else { continue }
        finding.addRemedy("write \(variant)", naming(variant.text, first, of: .version(first.owner)))
      }
    }
    return finding
  }
}

extension Rule {
  package static let selfDependency = Rule(
    "DI204", "self-dependency", .error, absent: .fittingType, summary: "a service that depends on itself")
}
