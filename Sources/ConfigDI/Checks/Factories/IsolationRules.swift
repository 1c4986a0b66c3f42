extension CheckContext {
  /// DI308: main-actor services that are made outside the main actor, for another service or by a call.
  func checkIsolation(_ reporting: inout Diagnostics) {
    guard let factories = catalog?.catalog.factories,
      factories.indices.contains(where: { factories[$0].isolation == .main })
    else { return }
    var lifetimes = lifetimes
    graph.forEachReference { edge in
      guard !edge.isOfRefusedFactory else { return }
      let isOnMain: Bool
      var asked = ""
      switch edge.holder {
      case .version(let index):
        let version = graph.versions[index]
        guard case .factory = version.service.kind, edge.kind != .member else { return }
        isOnMain = version.isOnMain
        asked = askedFor(edge)
      case .entryPoint(let index):
        guard let initializer = graph.entryPoints[index].factory else { return }
        isOnMain = initializer.entry.isolation == .main
      }
      // A call outside the main actor can never make a main-actor service.
      let form = edge.argument?.slot?.form
      let isCalledOffMain =
        form.map { $0.kind.rawValue == edge.kind.rawValue && $0.isDeferred && !$0.isOnMain } ?? false
      guard edge.isDeferred ? isCalledOffMain : !isOnMain else { return }
      for (target, all) in mainActorTargets(of: edge) {
        let stages = all.subtracting(stagesWithWrongArgument(edge))
        guard !stages.isEmpty else { continue }
        let (name, needed) = (holderName(edge.holder), graph.name(of: target))
        let wrapper = edge.isDeferred ? form?.wrapper : nil
        let versions = graph.versionsOfNode[target].map { graph.versions[$0] }.filter(\.isOnMain)
        // If the factory already takes this form, only the manifest changes.
        let isMaker = edge.kind == .provider && edge.argument?.form.isMaker == true
        let wanted: DependencyForm = isMaker ? .mainMaker : edge.kind == .lazy ? .mainLazy : .mainProvider
        let isCollection = edge.kind == .collection
        reporting.report(
          .mainActorInNonisolated,
          wrapper.map { "\(name) takes \($0.withArticle) of \(needed)\(asked), but \(needed) is on the main actor" }
            ?? "\(name) needs \(needed)\(asked), but only \(needed) is on the main actor",
          at: edge.location,
          related: definition(versions) { "\($0) is made by '\($1)' on the main actor" },
          help: [
            isCollection
              ? "remove main-actor services from the collection, and take a MainProvider of each instead"
              : taking(wanted, edge) + moving(edge, &lifetimes)
          ], fixes: isCollection || isMaker ? [] : writing(wanted, edge), symbol: symbol(edge),
          stages: graph.names(of: stages))
      }
    }
  }

  /// The move that must follow if another type replaces a ScopedProvider: no provider on the main actor reaches another
  /// scope.
  private func moving(_ edge: Edge, _ lifetimes: inout Lifetimes) -> String {
    guard edge.namesScope, case .version(let index) = edge.holder,
      let holder = lifetimes.home(of: graph.versions[index]),
      let captures = lifetimes.captures(over: edge, in: holder)
    else { return "" }
    let scope = FlowText.scalar(lifetimes.name(of: captures.innermost))
    return ", then give \(holderName(edge.holder)) the same scope: scope: \(scope)"
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
  /// The main-actor services that an edge makes, directly or through aliases, cases and collections. Each stage has only
  /// the nearest one.
  func mainActorTargets(of edge: Edge) -> [(node: Int, stages: StageSet)] {
    var found = OrderedEntries<Int, (node: Int, stages: StageSet)>()
    var seen = StageSet()
    for target in targets(of: edge) where graph.versions[target.version].isOnMain {
      let node = graph.versions[target.version].node
      let stages = target.scenarios.stages.subtracting(seen)
      guard !stages.isEmpty else { continue }
      seen.formUnion(stages)
      found.set((node, stages.union(found[node]?.stages ?? StageSet())), for: node)
    }
    return found.values
  }
}
