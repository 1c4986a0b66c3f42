extension CheckContext {
  /// DI310: unshared services that need services in two scopes that do not contain each other.
  func checkHomes(_ lifetimes: inout Lifetimes, _ reporting: inout Diagnostics) {
    guard composed.scopes.count > 1 else { return }
    let candidates = graph.keys.indices.filter { node in
      let bits = lifetimes.held(node)
      let fits =
        bits == 0 || bits >> 63 == 0 && composed.scopes.indices.prefix(63).contains { lifetimes.fits(bits, in: $0) }
      return !fits && graph.versionsOfNode[node].contains { isShortLived(graph.versions[$0], lifetimes) }
    }
    // Dependencies come first, and are reported first.
    for node in candidates.sorted(by: { components.ofNode[$0] < components.ofNode[$1] }) {
      guard let split = lifetimes.split(at: node, self) else { continue }
      lifetimes.homeless[node] = split.stages
      reporting.report(twoScopes(split, of: node, lifetimes))
    }
  }

  fileprivate func isShortLived(_ version: Version, _ lifetimes: Lifetimes) -> Bool {
    !version.service.isPassage && lifetimes.kind(of: version) == .none
  }

  private func twoScopes(_ split: Split, of node: Int, _ lifetimes: Lifetimes) -> Diagnostic {
    let name = graph.name(of: node)
    let ways = split.ways
    var related: [Diagnostic.Related] = []
    for way in ways {
      related += way.path.prefix(8).map { holding(graph.edges[$0]) }
      related += definition(of: way.node, in: way.scope, split.stages, lifetimes)
    }
    let place = graph.describedVersion(of: node) { version in
      isShortLived(version, lifetimes) && !version.stages.intersection(split.stages).isEmpty
    }
    let needs = ways.map { way in
      let path = elided(count: 1 + way.path.count) { $0 == 0 ? name : graph.name(of: graph.edges[way.path[$0 - 1]].to) }
      return "'\(lifetimes.name(of: way.scope))' (\(path.joined(separator: " -> ")))"
    }
    var finding = Diagnostic(
      .twoScopes, "\(name) needs the scopes \(needs.joined(separator: " and ")), but neither contains the other",
      at: place?.service.key.location, related: related, symbol: "services.\(name)",
      stages: graph.names(of: split.stages))
    offerScopes(ways, split.stages, lifetimes, &finding)
    if !split.values.isEmpty { finding.notes.append(.holdsWhen(split.values)) }
    return finding
  }

  private func offerScopes(
    _ ways: [Split.Way], _ stages: StageSet, _ lifetimes: Lifetimes, _ finding: inout Diagnostic
  ) {
    // The service's own edge on the path. A ScopedProvider is not called on the main actor.
    let edges = ways.reversed().compactMap { $0.path.first.map { graph.edges[$0] } }
    if let edge = edges.first(where: { $0.kind != .collection && mainActorTargets(of: $0).isEmpty }) {
      finding.offer(
        "take a provider, and call it with the open scope: \(taking(.scopedProvider, edge))",
        writing(.scopedProvider, edge, in: stages))
    }
    for (outer, inner) in [(ways[0].scope, ways[1].scope), (ways[1].scope, ways[0].scope)] {
      let parent = composed.scopes[inner].parent.flatMap { lifetimes.positions[$0.value.text] }
      guard parent.map({ lifetimes.tree.contains(outer, in: $0) }) ?? true else { continue }
      let name = FlowText.scalar(lifetimes.name(of: outer))
      finding.offer(
        "\(!finding.help.isEmpty ? "or nest" : "nest") one scope in the other: scopes: { \(lifetimes.name(of: inner)): { parent: \(lifetimes.name(of: outer)) } }",
        nesting(composed.scopes[inner], in: name))
      break
    }
    if finding.help.isEmpty { finding.offer("define one service for each scope") }
  }

  /// The edit that changes a scope's parent.
  private func nesting(_ scope: ScopeEntry, in parent: String) -> [Diagnostic.Fix] {
    if let written = scope.parent { return [.init(replacing: written.location, with: parent)] }
    let root = composed.files.first { $0.file === scope.name.location.file }?.root
    guard let value = root?[ManifestKey.scopes]?[scope.name.value] else { return [] }
    if value.kind == .mapping { return .adding([("parent", parent)], toMappingAt: value.location) }
    let space = value.location.range.isEmpty ? " " : ""
    return [.init(replacing: value.location, with: "\(space){ parent: \(parent) }")]
  }
}

/// Two services that one service needs, although neither of their scopes contains the other.
struct Split {
  typealias Way = (node: Int, scope: Int, path: [Int])

  /// The ways to both services.
  let ways: [Way]
  /// The `select` parameters' values for which the service needs both services.
  let values: [String: String]
  var stages: StageSet
}

extension Lifetimes {
  /// Two services that a node needs in one scenario although neither of their scopes contains the other, the nearest
  /// first.
  fileprivate func split(at node: Int, _ context: CheckContext) -> Split? {
    let graph = context.graph
    let shortLived = graph.versionsOfNode[node].lazy.map { graph.versions[$0] }
      .filter { context.isShortLived($0, self) }.map(\.stages).united
    var reached: [ScopedService] = []
    var found: Split?
    var isSelected = false
    let (services, walk) = scoped(from: node, in: ScenarioSet(shortLived))
    for second in services {
      let others = reached.compactMap { first -> (service: ScopedService, both: ScenarioSet)? in
        guard !tree.contains(first.scope, in: second.scope), !tree.contains(second.scope, in: first.scope) else {
          return nil
        }
        let both = first.scenarios.intersection(second.scenarios)
        return both.isEmpty ? nil : (first, both)
      }
      let selected = others.filter { !$0.both.intersection(graph.selected).isEmpty }
      let isBetter = found == nil || !isSelected && !selected.isEmpty
      if isBetter, var first = selected.first ?? others.first {
        isSelected = !selected.isEmpty
        // A service in an inner scope says more.
        for other in selected.isEmpty ? others : selected where other.service.scope != first.service.scope {
          if tree.contains(other.service.scope, in: first.service.scope) { first = other }
        }
        let shown = selected.isEmpty ? first.both : first.both.intersection(graph.selected)
        let way = walk.path(to: first.service.stop, in: shown)
        let other = walk.path(to: second.stop, in: way.scenarios)
        found = Split(
          ways: [(first.service, way.edges), (second, other.edges)].map { ($0.node, $0.scope, $1) },
          values: graph.values(on: way.edges + other.edges), stages: shown.stages.union(found?.stages ?? StageSet()))
      }
      for (_, both) in others { found?.stages.formUnion(both.stages) }
      let known = reached.lazy.filter { $0.scope == second.scope }.map(\.scenarios)
      if !known.reduce(second.scenarios, { $0.subtracting($1) }).isEmpty { reached.append(second) }
    }
    return found
  }
}
