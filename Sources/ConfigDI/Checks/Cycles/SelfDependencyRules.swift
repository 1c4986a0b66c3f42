extension CheckContext {
  /// DI204: a service that needs itself, directly or through aliases, selects and collections.
  func checkSelfDependencies(_ reporting: inout Diagnostics) {
    var suspects = Set(graph.edges.lazy.filter { $0.from == $0.to && !graph.isPassage($0.from) }.map(\.from))
    let passages = PassageWays(self)
    if components.count < graph.keys.count + graph.collections.count {
      for group in components.groups() where group.contains(where: passages.nodes.contains) {
        suspects.formUnion(group.filter { !graph.isPassage($0) })
      }
    }
    for node in suspects.sorted() {
      for (path, stages) in passages.pathsToSelf(node) {
        guard let first = path.first.map({ graph.edges[$0] }) else { continue }
        // A service that is an alias in these stages is in a ring of aliases alone, which is DI206. A deferred edge is
        // DI203.
        guard !first.leadsOn, !first.isDeferred else { continue }
        reporting.report(selfDependency(path, in: stages))
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
    leaving = graph.edges.indices.filter { edge in
      graph.edges[edge].kind.isOfPassage && components[graph.edges[edge].from] == components[graph.edges[edge].to]
    }
    nodes = Set(leaving.lazy.map { graph.edges[$0].from })
    users = DirectedGraph(
      nodeCount: graph.graph.nodeCount,
      edges: leaving.map { .init(from: graph.edges[$0].to, to: graph.edges[$0].from) })
  }

  /// A path from a service to itself for each first edge, and the stages that have such a path.
  func pathsToSelf(_ node: Int) -> [(path: [Int], stages: StageSet)] {
    lazy var leads = self.leads(to: node)
    return graph.baseFirst(graph.graph.neighbors(of: node).map(\.edge)).compactMap { edge in
      let target = graph.edges[edge].to
      if target == node { return ([edge], graph.edges[edge].stages) }
      guard context.components.ofNode[target] == context.components.ofNode[node], nodes.contains(target) else {
        return nil
      }
      let found = graph.pathBack(over: edge) { place, scenarios in
        guard let edges = leads[place] else { return [] }
        return context.steps.spend(scenarios.steps * (1 + edges.count)) ? edges : nil
      }
      // The path may need two values of a parameter if the walk forgot conditions.
      guard let (path, stages) = found, graph.parameterWithTwoValues(on: [edge] + path) == nil else { return nil }
      return ([edge] + path, stages)
    }
  }

  /// For each passage that leads to a node in some stage and for some parameter values, its edges to the node and to
  /// other such passages.
  private func leads(to node: Int) -> [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    var open = [node]
    while let place = open.popLast() {
      let users = users.neighbors(of: place)
      guard context.steps.spend(1 + users.count) else { return [:] }
      for (source, position) in users {
        if found[source] == nil { open.append(source) }
        found[source, default: []].append(leaving[position])
      }
    }
    return found.mapValues { graph.baseFirst($0.sorted()) }
  }
}

extension CheckContext {
  fileprivate func selfDependency(_ path: [Int], in stages: StageSet) -> Diagnostic {
    let first = graph.edges[path[0]]
    let name = graph.name(of: first.from)
    let through = path.dropLast().map { graph.name(of: graph.edges[$0].to) }
    let variants = serving(keys.named(ServiceKey(name).name), place(of: first)).prefix(3)
    let member = path.lazy.map { graph.edges[$0] }.first { $0.kind == .member }
    let collection = member.map { graph.name(of: $0.from) }
    var finding = Diagnostic(
      .selfDependency,
      "\(name) depends on itself\(through.isEmpty ? "" : " through \(listed(through))")\(askedFor(first))",
      at: first.location,
      help: [
        collection.map { "remove it from collection '\($0)', or change its factory to take a provider" }
          ?? (first.kind == .decorator
            ? "\(String.removeInner), or choose a variant of \(ServiceKey(name).name)"
            : variants.isEmpty
              ? "did you mean a decorator (a decorator receives the inner instance), or a variant such as "
                + "\(ServiceKey(name).name)/inner?"
              : "did you mean the variant \(variants.map(\.text).joined(separator: " or ")), or a decorator?")
      ],
      symbol: "services.\(name).dependencies.\(first.argument?.name ?? name)", stages: graph.names(of: stages))
    if let member, let collection {
      // In other stages, another member may lead back.
      let fixes = stages.isSubset(of: member.stages) ? leavingCollection(member) : []
      finding.addRemedy("remove it from collection '\(collection)'", fixes)
    } else if path.count == 1, first.argument != nil {
      for variant in variants { finding.addRemedy("write \(variant)", naming(variant.text, first)) }
    }
    return finding
  }
}
