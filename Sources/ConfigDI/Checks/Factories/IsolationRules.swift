extension Checks {
  /// DI308: main-actor services that are made for services outside the main actor.
  static let checkIsolation: Check = { context, reporting in
    guard let catalog = context.catalog, catalog.catalog.factories.contains(where: { $0.isolation == .main }) else {
      return
    }
    for (index, version) in context.graph.versions.enumerated() {
      guard case .factory = version.service.kind, !version.isOnMain else { continue }
      for edge in version.edges.lazy.map({ context.graph.edges[$0] })
      where edge.from == version.node && !edge.isDeferred && edge.kind != .member {
        guard let (target, stages) = context.mainActorTarget(of: edge) else { continue }
        let name = version.service.key.value
        let finding = Diagnostic(
          .mainActorInNonisolated, .needsMain(name, context.graph.name(of: target), asked: context.askedFor(edge)),
          at: edge.location,
          related: context.definition(ofFactory: target),
          help: [.takeProvider(context.graph.name(of: edge.to), label: edge.argument?.name)],
          symbol: context.symbol(.version(index), edge.argument))
        reporting.report(context.limited(finding, to: stages))
      }
    }
    for (index, entryPoint) in context.graph.entryPoints.enumerated() {
      guard case .initializer(let use, let phase) = entryPoint.kind,
        entryPoint.factory?.entry.isolation == CatalogFactory.Isolation.none
      else { continue }
      for edge in entryPoint.edges where !edge.isDeferred {
        guard let (target, stages) = context.mainActorTarget(of: edge) else { continue }
        let finding = Diagnostic(
          .mainActorInNonisolated, .initializerNeedsMain(use.factory.value, phase, context.graph.name(of: target)),
          at: edge.location, related: context.definition(ofFactory: target),
          help: [.takeProvider(context.graph.name(of: edge.to), label: edge.argument?.name)],
          symbol: context.symbol(.entryPoint(index), edge.argument))
        reporting.report(context.limited(finding, to: stages))
      }
    }
  }
}

extension DependencyGraph.Version {
  /// Whether the service is made on the main actor: its factory or one of its decorators is.
  fileprivate var isOnMain: Bool {
    guard case .factory = service.kind else { return false }
    return factory?.entry.isolation == .main || decorators.contains { $0?.entry.isolation == .main }
  }
}

extension CheckContext {
  /// The main-actor service that an edge makes, through aliases, cases and collections.
  fileprivate func mainActorTarget(of edge: DependencyGraph.Edge) -> (node: Int, stages: StageSet)? {
    var stagesOfNode = [edge.to: edge.stages]
    var open = [edge.to]
    var next = 0
    while next < open.count {
      let node = open[next]
      let stages = stagesOfNode[node] ?? StageSet()
      next += 1
      if node < graph.keys.count {
        let onMain = graph.versionsOfNode[node].reduce(StageSet()) { found, version in
          graph.versions[version].isOnMain ? found.union(graph.versions[version].stages) : found
        }.intersection(stages)
        if !onMain.isEmpty { return (node, onMain) }
      }
      guard graph.isPassage(node) else { continue }
      for (target, edge) in graph.graph.neighbors(of: node) {
        // Once more where another way leads there in other stages.
        let further = stages.intersection(graph.edges[edge].stages)
        let known = stagesOfNode[target] ?? StageSet()
        guard !further.isSubset(of: known) else { continue }
        stagesOfNode[target] = known.union(further)
        open.append(target)
      }
    }
    return nil
  }

  fileprivate func definition(ofFactory node: Int) -> [Diagnostic.Related] {
    for version in graph.versionsOfNode[node] {
      let service = graph.versions[version].service
      if case .factory(let name) = service.kind, graph.versions[version].isOnMain {
        return [.init(.madeOnMain(service.key.value, name.value), at: name.location)]
      }
    }
    return []
  }
}

extension Rule {

  package static let mainActorInNonisolated = Rule(
    "DI308", "main-actor-in-nonisolated", .error, needsCatalog: true,
    summary: "a main-actor product made for a service that is not on the main actor")
}

extension String {
  fileprivate static func needsMain(_ holder: ServiceKey, _ target: String, asked: String) -> String {
    "\(holder), which is not on the main actor, needs what is made there: \(target)\(asked)"
  }

  fileprivate static func initializerNeedsMain(_ factory: String, _ phase: String, _ target: String) -> String {
    "initializer '\(factory)' of phase '\(phase)', which is not on the main actor, needs what is made there: \(target)"
  }

  fileprivate static func takeProvider(_ target: String, label: String?) -> String {
    let reference = label.map { "\($0): { provider: \(target) }" } ?? "{ provider: \(target) }"
    return "let its factory take a MainProvider and write \(reference)"
  }

  fileprivate static func madeOnMain(_ key: ServiceKey, _ factory: String) -> String {
    "\(key) is made by '\(factory)' on the main actor"
  }
}
