extension Checks {
  /// DI204: a service that needs itself, at once or through aliases, selects and collections.
  static let checkSelfDependencies: Check = { context, reporting in
    let graph = context.graph
    var suspects = Set(graph.edges.lazy.filter { $0.from == $0.to && !graph.isPassage($0.from) }.map(\.from))
    if context.components.count < graph.keys.count + graph.collections.count {
      for group in context.components.groups() where group.contains(where: graph.isPassage) {
        suspects.formUnion(group.filter { !graph.isPassage($0) })
      }
    }
    for node in suspects.sorted() {
      for (path, stages) in context.waysToSelf(node) {
        guard let first = path.first.map({ graph.edges[$0] }) else { continue }
        if first.isDeferred {
          if path.count > 1 { reporting.report(context.limited(context.deferredSelf(first), to: stages)) }
          continue
        }
        reporting.report(context.limited(context.selfDependency(path), to: stages))
      }
    }
  }
}

extension CheckContext {
  /// The ways from a service to itself over passages alone, one for each edge that it begins with.
  fileprivate func waysToSelf(_ node: Int) -> [(path: [Int], stages: StageSet)] {
    var ways: [(path: [Int], stages: StageSet)] = []
    for (_, edge) in graph.graph.neighbors(of: node) {
      var open: [(path: [Int], stages: StageSet, values: [String: String])] = []
      var next = 0
      var visited = Set<Int>()
      if let start = extend((path: [], stages: graph.allStages, values: [:]), by: edge) { open.append(start) }
      while next < open.count {
        let state = open[next]
        next += 1
        guard let reached = state.path.last.map({ graph.edges[$0].to }) else { continue }
        if reached == node {
          ways.append((state.path, state.stages))
          break
        }
        guard graph.isPassage(reached), visited.insert(reached).inserted else { continue }
        for (_, following) in graph.graph.neighbors(of: reached) {
          if let longer = extend(state, by: following) { open.append(longer) }
        }
      }
    }
    return ways
  }

  private func extend(
    _ state: (path: [Int], stages: StageSet, values: [String: String]), by edge: Int
  ) -> (path: [Int], stages: StageSet, values: [String: String])? {
    let step = graph.edges[edge]
    let stages = state.stages.intersection(step.stages)
    guard !stages.isEmpty else { return nil }
    var values = state.values
    if let condition = step.condition {
      if let value = values[condition.parameter], value != condition.value { return nil }
      values[condition.parameter] = condition.value
    }
    return (state.path + [edge], stages, values)
  }

  fileprivate func selfDependency(_ path: [Int]) -> Diagnostic {
    let first = graph.edges[path[0]]
    let name = graph.name(of: first.from)
    let through = path.dropLast().map { graph.name(of: graph.edges[$0].to) }
    let variants = graph.keys.filter { $0.name == ServiceKey(name).name && $0.text != name }.map(\.text)
    return Diagnostic(
      .selfDependency, .needsItself(name, through: through) + askedFor(first), at: first.location,
      help: [
        path.contains { graph.edges[$0].kind == .member }
          ? .leaveCollection(through.last ?? "") : .decoratorOrVariant(name, variants: Array(variants.prefix(3)))
      ],
      symbol: "services.\(name).dependencies.\(first.argument?.name ?? name)")
  }

  fileprivate func deferredSelf(_ edge: DependencyGraph.Edge) -> Diagnostic {
    let name = graph.name(of: edge.from)
    return Diagnostic(
      .deferredCycle, "cycle opened by '\(edge.kind.rawValue)': \(name) -> \(name)\(askedFor(edge))", at: edge.location,
      symbol: "services.\(name).dependencies.\(edge.argument?.name ?? name)")
  }
}

extension Rule {
  package static let selfDependency = Rule("DI204", "self-dependency", .error, summary: "a service that needs itself")
}

extension String {
  fileprivate static func needsItself(_ name: String, through: [String]) -> String {
    through.isEmpty ? "\(name) needs itself" : "\(name) needs itself through \(through.joined(separator: ", "))"
  }

  fileprivate static func leaveCollection(_ name: String) -> String {
    "leave it out of collection '\(name)', or let its factory take a provider"
  }

  fileprivate static func decoratorOrVariant(_ name: String, variants: [String]) -> String {
    variants.isEmpty
      ? "did you mean a decorator ('decorators' are handed the inner instance), or a variant such as \(name)/inner?"
      : "did you mean the variant \(variants.joined(separator: " or ")), or a decorator?"
  }
}
