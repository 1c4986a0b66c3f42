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
        reporting.report(context.limited(context.selfDependency(path), to: stages))
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

  /// All paths from a service to itself, one per first edge.
  func pathsToSelf(_ node: Int) -> [(path: [Int], stages: StageSet)] {
    var following: [Int: (distance: Int, edge: Int)]?
    var ways: [(path: [Int], stages: StageSet)] = []
    for (target, edge) in graph.graph.neighbors(of: node) {
      if target == node {
        if !graph.edges[edge].stages.isEmpty { ways.append(([edge], graph.edges[edge].stages)) }
        continue
      }
      guard context.components.ofNode[target] == context.components.ofNode[node], nodes.contains(target) else {
        continue
      }
      let known = following ?? self.following(backTo: node)
      following = known
      guard known[target] != nil else { continue }
      if let way = shortest(from: edge, to: node, known) ?? search(from: edge, to: node, known) { ways.append(way) }
    }
    return ways
  }

  /// For each passage that leads to a node, the distance to the node and the first edge of the path.
  private func following(backTo node: Int) -> [Int: (distance: Int, edge: Int)] {
    var found: [Int: (distance: Int, edge: Int)] = [:]
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
        } else {
          found[source] = (distance + 1, edge)
          open.append((source, distance + 1))
        }
      }
    }
    return found
  }

  /// The shortest path, if some stage and some parameter values allow it.
  private func shortest(
    from edge: Int, to node: Int, _ following: [Int: (distance: Int, edge: Int)]
  ) -> (path: [Int], stages: StageSet)? {
    var way = [edge]
    while graph.edges[way[way.count - 1]].to != node, let next = following[graph.edges[way[way.count - 1]].to] {
      way.append(next.edge)
    }
    guard context.steps.spend(way.count) else { return nil }
    var stages = graph.allStages
    var values: [String: String] = [:]
    for step in way.map({ graph.edges[$0] }) {
      stages = stages.intersection(step.stages)
      guard let condition = step.condition else { continue }
      if values.updateValue(condition.value, forKey: condition.parameter) ?? condition.value != condition.value {
        return nil
      }
    }
    return stages.isEmpty ? nil : (way, stages)
  }

  /// The shortest path that some stage and some parameter values allow. Used if the overall shortest path is
  /// impossible.
  private func search(
    from edge: Int, to node: Int, _ following: [Int: (distance: Int, edge: Int)]
  ) -> (path: [Int], stages: StageSet)? {
    var open = [(path: [edge], stages: graph.edges[edge].stages)]
    var next = 0
    var visited = Set<Int>()
    while next < open.count {
      let (path, stages) = open[next]
      next += 1
      let reached = graph.edges[path[path.count - 1]].to
      if reached == node { return (path, stages) }
      guard visited.insert(reached).inserted else { continue }
      for (target, step) in graph.graph.neighbors(of: reached) where target == node || following[target] != nil {
        guard graph.edges[step].kind.isOfPassage else { continue }
        guard context.steps.spend(1) else { return nil }
        let further = stages.intersection(graph.edges[step].stages)
        guard !further.isEmpty, agrees(step, with: path) else { continue }
        open.append((path + [step], further))
      }
      guard context.steps.spend(graph.graph.neighbors(of: reached).count) else { return nil }
    }
    return nil
  }

  /// Whether a path can be extended by an edge without giving a parameter two values.
  private func agrees(_ edge: Int, with path: [Int]) -> Bool {
    guard let condition = graph.edges[edge].condition else { return true }
    guard context.steps.spend(path.count) else { return false }
    let known = path.lazy.compactMap { graph.edges[$0].condition }.first { $0.parameter == condition.parameter }
    return known.map { $0.value == condition.value } ?? true
  }
}

extension CheckContext {
  fileprivate func selfDependency(_ path: [Int]) -> Diagnostic {
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
      finding.addRemedy("remove it from collection '\(collection)'", leavingCollection(member))
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
