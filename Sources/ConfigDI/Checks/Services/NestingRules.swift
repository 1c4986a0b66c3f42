extension CheckContext {
  /// DI007: unshared services that are nested deeper than a container allows.
  func checkNesting(_ reporting: inout Diagnostics) {
    let anew = graph.versions.indices.count(where: isMadeAnew)
    guard anew > Plan.deepestNesting else { return }
    let components = graph.graph.components { !graph.edges[$0].kind.isDeferred }
    var depths = [Int](repeating: 0, count: graph.keys.count + graph.collections.count)
    // Nodes that a node leads to have smaller numbers, except in a cycle, which another rule reports.
    for node in depths.indices.sorted(by: { components.ofNode[$0] < components.ofNode[$1] }) {
      let isPassage = graph.isPassage(node)
      guard isPassage || graph.versionsOfNode[node].contains(where: isMadeAnew) else { continue }
      var depth = isPassage ? 0 : 1
      for (target, edge) in graph.graph.neighbors(of: node) where !graph.edges[edge].kind.isDeferred {
        depth = max(depth, depths[target] + (isPassage ? 0 : 1))
      }
      depths[node] = depth
      if depth == Plan.deepestNesting + 1, !isPassage, let service = graph.describedVersion(of: node)?.service {
        reporting.report(
          .resourceLimit,
          "\(service.key.value) depends on a chain of more than \(Plan.deepestNesting) unshared services",
          at: service.key.location,
          help: ["make one of them a singleton, or give it a declared scope: this limit cannot be raised"],
          symbol: "services.\(service.key.value)")
      }
    }
  }

  private func isMadeAnew(_ version: Int) -> Bool {
    !graph.versions[version].service.isPassage && graph.versions[version].scope.isMadeAnew
  }
}
