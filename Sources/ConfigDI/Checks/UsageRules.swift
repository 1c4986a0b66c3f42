extension Checks {
  /// DI207: services that nothing reaches, judged over all stages.
  static let checkUnused: Check = { context, reporting in
    let graph = context.graph
    let rooted = graph.entryPoints.reduce(StageSet()) { stages, entryPoint in
      guard case .root = entryPoint.kind else { return stages }
      return stages.union(entryPoint.stages)
    }
    // A stage without roots says nothing about what its program asks for.
    guard rooted == graph.allStages, !graph.allStages.isEmpty else { return }
    let used = context.usedNodes()
    for (node, key) in graph.keys.enumerated() where !used[node] {
      guard let version = graph.versionsOfNode[node].first.map({ graph.versions[$0] }) else { continue }
      guard !version.service.isMalformed else { continue }
      var finding = Diagnostic(
        .unusedService, .unused(key), at: version.service.key.location, help: [.removeOrRoot(key)],
        symbol: "services.\(key)")
      if graph.presence[node] != graph.allStages, let stages = graph.names(of: graph.presence[node]) {
        finding.notes.append("\(key) exists in \(stages.joined(separator: ", ")) alone")
      }
      reporting.report(finding)
    }
  }
}

extension CheckContext {
  /// What an entry point, an eager service or a collection reaches in some stage.
  fileprivate func usedNodes() -> [Bool] {
    let isUniform = graph.edges.allSatisfy { $0.stages == graph.allStages }
    let stages: [Int?] = isUniform ? [nil] : graph.allStages.members
    var used = [Bool](repeating: false, count: graph.keys.count + graph.collections.count)
    for stage in stages {
      func holds(_ set: StageSet) -> Bool { stage.map(set.contains) ?? true }
      var sources: [Int] = graph.collections.indices.map { graph.keys.count + $0 }
      for entryPoint in graph.entryPoints {
        sources += entryPoint.edges.lazy.filter { holds($0.stages) }.map(\.to)
      }
      sources += graph.versions.lazy.filter { $0.service.isEager && holds($0.stages) }.map(\.node)
      let reached = graph.graph.reachable(from: sources) { holds(graph.edges[$0].stages) }
      for node in used.indices where reached[node] { used[node] = true }
    }
    return used
  }
}

extension Rule {
  package static let unusedService = Rule(
    "DI207", "unused-service", .warning, summary: "a service that nothing asks for")
}

extension String {
  fileprivate static func unused(_ key: ServiceKey) -> String { "nothing uses \(key)" }

  fileprivate static func removeOrRoot(_ key: ServiceKey) -> String {
    "remove it, or add \(key) to 'roots' if the program asks for it"
  }
}
