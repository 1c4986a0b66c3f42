extension Checks {
  /// DI308: main-actor services that are made outside the main actor, for another service or by a call.
  static let checkIsolation: Check = { context, reporting in
    guard let factories = context.catalog?.catalog.factories,
      factories.indices.contains(where: { factories[$0].isolation == .main })
    else { return }
    context.graph.forEachReference { edge, holder in
      guard !edge.isOfRefusedFactory else { return }
      let isOnMain: Bool
      var asked = ""
      switch holder {
      case .version(let index):
        let version = context.graph.versions[index]
        guard case .factory = version.service.kind, edge.kind != .member else { return }
        isOnMain = version.isOnMain
        asked = context.askedFor(edge)
      case .entryPoint(let index):
        guard let initializer = context.graph.entryPoints[index].factory else { return }
        isOnMain = initializer.entry.isolation == .main
      }
      // A call outside the main actor can never make a main-actor service.
      let form = edge.argument?.slot?.form
      let isCalledOffMain =
        form.map { $0.kind.rawValue == edge.kind.rawValue && $0.isDeferred && !$0.isOnMain } ?? false
      guard edge.isDeferred ? isCalledOffMain : !isOnMain, let (target, stages) = context.mainActorTarget(of: edge)
      else { return }
      let (name, needed) = (context.holderName(holder), context.graph.name(of: target))
      let wrapper = edge.isDeferred ? form?.wrapper : nil
      let versions = context.graph.versionsOfNode[target].map { context.graph.versions[$0] }.filter(\.isOnMain)
      var finding = Diagnostic(
        .mainActorInNonisolated,
        wrapper.map { "\(name) takes \($0.withArticle) of \(needed)\(asked), but \(needed) is on the main actor" }
          ?? "\(name) needs \(needed)\(asked), but only \(needed) is on the main actor",
        at: edge.location,
        related: context.definition(versions) { "\($0) is made by '\($1)' on the main actor" },
        symbol: context.symbol(holder, edge.argument))
      if edge.kind == .collection {
        finding.offer("remove main-actor services from the collection, and take a MainProvider of each instead", [])
      } else {
        // If the factory already takes this form, only the manifest changes.
        let isMaker = edge.kind == .provider && edge.argument?.form.isMaker == true
        let form: DependencyForm = isMaker ? .mainMaker : edge.kind == .lazy ? .mainLazy : .mainProvider
        finding.offer(context.taking(form, edge), isMaker ? [] : context.writing(form, edge))
      }
      reporting.report(context.limited(finding, to: stages))
    }
  }
}

extension DependencyGraph.Version {
  /// Whether the service is made on the main actor because its factory or a decorator is isolated to it.
  var isOnMain: Bool {
    guard case .factory = service.kind else { return false }
    return factory?.entry.isolation == .main || decorators.contains { $0?.entry.isolation == .main }
  }
}

extension CheckContext {
  /// The main-actor service that an edge makes, directly or through aliases, cases and collections.
  func mainActorTarget(of edge: DependencyGraph.Edge) -> (node: Int, stages: StageSet)? {
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
      for (target, edge) in graph.graph.neighbors(of: node) where graph.edges[edge].kind.isOfPassage {
        // A node is visited again if another path leads to it in different stages.
        let further = stages.intersection(graph.edges[edge].stages)
        let known = stagesOfNode[target] ?? StageSet()
        guard !further.isSubset(of: known) else { continue }
        stagesOfNode[target] = known.union(further)
        open.append(target)
      }
    }
    return nil
  }
}

extension Rule {
  package static let mainActorInNonisolated = Rule(
    "DI308", "main-actor-in-nonisolated", .error, needsCatalog: true,
    summary: "a main-actor dependency of a service that is not on the main actor")
}
