extension CheckContext {
  /// DI310: unshared services that need services in two scopes that do not contain each other.
  func checkHomes(_ lifetimes: inout Lifetimes, _ held: [UInt64], _ reporting: inout Diagnostics) {
    guard composed.scopes.count > 1 else { return }
    let allowed = composed.scopes.indices.prefix(63).map { lifetimes.allowed($0) }
    let candidates = graph.keys.indices.filter { node in
      let bits = held[Int(components.ofNode[node])]
      let fits = bits >> 63 == 0 && (bits == 0 || allowed.contains { bits & ~$0 == 0 })
      return !fits && graph.versionsOfNode[node].contains { isShortLived(graph.versions[$0], lifetimes) }
    }
    // Dependencies come first, and are reported first.
    for node in candidates.sorted(by: { components.ofNode[$0] < components.ofNode[$1] }) {
      guard let split = lifetimes.split(at: node, self) else { continue }
      lifetimes.homeless[node] = split.stages
      reporting.report(twoScopes(split, of: node, lifetimes))
    }
  }

  fileprivate func isShortLived(_ version: DependencyGraph.Version, _ lifetimes: Lifetimes) -> Bool {
    !version.service.isPassage && lifetimes.kind(of: version) == .none
  }

  private func twoScopes(_ split: Split, of node: Int, _ lifetimes: Lifetimes) -> Diagnostic {
    let name = graph.name(of: node)
    let ways = [split.first, split.second]
    var related: [Diagnostic.Related] = []
    for way in ways {
      related += way.path.prefix(8).map { holding(graph.edges[$0]) }
      if let place = definition(of: way.node, in: way.scope, split.stages, lifetimes) {
        related.append(.init(.livesIn(graph.name(of: way.node), lifetimes.name(of: way.scope)), at: place))
      }
    }
    let place = graph.versionsOfNode[node].lazy.map { graph.versions[$0] }
      .first { isShortLived($0, lifetimes) && !$0.stages.intersection(split.stages).isEmpty }
    let needs = ways.map { way in
      let path = elided(count: 1 + way.path.count) { $0 == 0 ? name : graph.name(of: graph.edges[way.path[$0 - 1]].to) }
      return "'\(lifetimes.name(of: way.scope))' (\(path.joined(separator: " -> ")))"
    }
    var finding = Diagnostic(
      .twoScopes, "\(name) needs the scopes \(needs.joined(separator: " and ")), but neither contains the other",
      at: place?.service.key.location, related: related, symbol: "services.\(name)")
    offerScopes(ways, split.stages, lifetimes, &finding)
    if !split.values.isEmpty { finding.notes.append(.holdsWhen(split.values)) }
    return limited(finding, to: split.stages)
  }

  private func offerScopes(
    _ ways: [Split.Way], _ stages: StageSet, _ lifetimes: Lifetimes, _ finding: inout Diagnostic
  ) {
    // The service's own edge on the path. A ScopedProvider is not called on the main actor.
    let edges = ways.reversed().compactMap { $0.path.first.map { graph.edges[$0] } }
    if let edge = edges.first(where: { $0.kind != .collection && mainActorTarget(of: $0) == nil }) {
      finding.offer(
        "take a provider, and call it with the open scope: \(taking(.scopedProvider, edge))",
        writing(.scopedProvider, edge, in: stages))
    }
    for (outer, inner) in [(ways[0].scope, ways[1].scope), (ways[1].scope, ways[0].scope)] {
      let parent = composed.scopes[inner].parent.flatMap { lifetimes.position(of: $0.value.text) }
      guard parent.map({ lifetimes.contains(outer, in: $0) }) ?? true else { continue }
      let name = FlowText.scalar(lifetimes.name(of: outer))
      finding.offer(
        "\(!finding.help.isEmpty ? "or nest" : "nest") one scope in the other: scopes: { \(lifetimes.name(of: inner)): { parent: \(lifetimes.name(of: outer)) } }",
        nesting(composed.scopes[inner], in: name))
      break
    }
    if finding.help.isEmpty { finding.offer("define one service for each scope", []) }
  }

  /// The edit that changes a scope's parent.
  private func nesting(_ scope: ScopeEntry, in parent: String) -> [Diagnostic.Fix] {
    if let written = scope.parent { return [.init(replacing: written.location, with: parent, safe: false)] }
    let root = composed.files.first { $0.file === scope.name.location.file }?.root
    guard let value = root?[ManifestKey.scopes.rawValue]?[scope.name.value] else { return [] }
    if value.kind == .mapping { return Diagnostic.Fix.adding([("parent", parent)], toMappingAt: value.location) }
    let space = value.location.range.isEmpty ? " " : ""
    return [.init(replacing: value.location, with: "\(space){ parent: \(parent) }", safe: false)]
  }
}

/// Two services that one service needs, although neither of their scopes contains the other.
struct Split {
  struct Way {
    let node: Int
    let scope: Int
    let path: [Int]
  }

  let first: Way
  let second: Way
  /// The `select` parameters' values for which the service needs both services.
  let values: [String: String]
  var stages: StageSet
}

extension Lifetimes {
  /// Two services that a node needs although neither of their scopes contains the other, from the first scenario with
  /// such services.
  fileprivate func split(at node: Int, _ context: CheckContext) -> Split? {
    guard let (nodes, edges) = reach(from: node) else { return nil }
    let graph = context.graph
    let scenarios = Scenarios(of: edges.map { graph.edges[$0] }, nodes: nodes, in: graph)
    var found: Split?
    for scenario in scenarios.all {
      let version = graph.version(of: node, in: scenario.stage ?? graph.allStages.first ?? 0)
      guard let version, context.isShortLived(version, self) else { continue }
      guard let split = split(at: node, in: scenario, graph) else { continue }
      let stages = (found?.stages ?? StageSet()).union(split.stages)
      found = found ?? split
      found?.stages = stages
    }
    return found
  }

  private func split(at node: Int, in scenario: Scenario, _ graph: DependencyGraph) -> Split? {
    var innermost: Split.Way?
    var found: Split?
    _ = eachScoped(from: node, in: scenario) { target, scope, walk in
      let way = Split.Way(node: target, scope: scope, path: walk.path(to: target))
      guard let first = innermost else {
        innermost = way
        return true
      }
      guard !contains(scope, in: first.scope) else {
        innermost = way
        return true
      }
      guard !contains(first.scope, in: scope) else { return true }
      var values: [String: String] = [:]
      for condition in (first.path + way.path).compactMap({ graph.edges[$0].condition }) {
        // With too many values to try, the two paths may need different values of one parameter.
        if let other = values.updateValue(condition.value, forKey: condition.parameter), other != condition.value {
          return true
        }
      }
      found = Split(
        first: first, second: way, values: values,
        stages: scenario.stage.map(StageSet.init(stage:)) ?? graph.allStages)
      return false
    }
    return found
  }
}

extension Rule {
  package static let twoScopes = Rule(
    "DI310", "two-scopes", .error, summary: "a service that needs two scopes, neither inside the other")
}
