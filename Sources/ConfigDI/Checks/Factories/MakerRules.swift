extension CheckContext {
  /// DI416: services that take an argument but are used without an argument, and makers that pass the wrong argument.
  func checkMakers(_ reporting: inout Diagnostics) {
    guard let catalog, catalog.hasArguments else { return }
    for version in graph.versions { checkTaker(version, catalog, &reporting) }
    graph.forEachReference { checkUse($0, catalog, &reporting) }
  }

  /// The stages in which an edge leads to a service that takes an argument.
  func stagesWithArgument(_ edge: Edge) -> StageSet {
    guard catalog?.hasArguments == true, edge.to < graph.keys.count else { return StageSet() }
    return targets(of: edge).lazy.filter { graph.versions[$0.version].argument != nil }.map(\.scenarios.stages).united
  }

  /// The stages in which DI416 reports an edge and names the form that fits, also where the service is made
  /// asynchronously or on the main actor.
  func stagesWithWrongArgument(_ edge: Edge) -> StageSet {
    guard let catalog, catalog.hasArguments else { return StageSet() }
    let uses = uses(edge, catalog)
    return suitsOthers(uses) ? StageSet() : uses.filter { $0.finding != nil }.map(\.target.scenarios.stages).united
  }

  /// The Swift call that makes a node's service with an argument.
  func making(_ node: Int) -> String {
    let key = graph.keys[node]
    let type = catalog?.spelled(String(key.name)) ?? String(key.name)
    let spelled = type.hasPrefix("any ") ? "(\(type)).self" : "\(type).self"
    let named = key.variant.map { ", named: \"\($0)\"" } ?? ""
    return
      "\(async.missing(node).isEmpty ? "try container.make" : "try await container.makeAsync")(\(spelled)\(named), with: …)"
  }

  /// Checks the entry of a service that takes an argument: when it is made, its collections and its decorators.
  fileprivate func checkTaker(_ version: Version, _ catalog: CatalogIndex, _ reporting: inout Diagnostics) {
    let service = version.service
    let symbol = "services.\(service.key.value)"
    for collection in service.collect where graph.collectionNodes[collection.value] != nil {
      let takers = graph.targets(of: version.node, in: ScenarioSet(version.stages), spending: steps.spend)
        .filter { graph.versions[$0.version].argument != nil }
      guard let taker = takers.first.map({ graph.versions[$0.version] }) else { continue }
      reporting.report(
        .wrongArgument,
        "\(service.key.value) cannot be in '\(collection.value)': \(taking(taker)), which only a call can pass",
        at: collection.location, related: definition(of: taker),
        help: ["remove it from the collection, and change its users to take \(maker(of: taker, catalog))"],
        symbol: "\(symbol).collect", stages: graph.names(of: takers.map(\.scenarios.stages).united))
    }
    guard case .factory = service.kind, let factory = version.factory else { return }
    if let eager = service.eager, eager.value, version.argument != nil {
      reporting.report(
        .wrongArgument, "\(service.key.value) cannot be eager: \(taking(version)), which only a call can pass",
        at: eager.location, related: definition(of: version),
        help: ["write eager: false"], fixes: [.init(replacing: eager.location, with: "false")],
        symbol: "\(symbol).eager", stages: graph.names(of: version.stages))
    }
    for (use, decorator) in zip(service.decorators, version.decorators) {
      guard let decorator, let asked = decorator.entry.argument else { continue }
      if let given = version.argument, ArgumentType.isSame(asked, given) { continue }
      let given = version.argument.map { "takes one of type \(ArgumentType.spelled($0))" } ?? "takes none"
      reporting.report(
        .wrongArgument,
        "decorator '\(use.factory.value)' takes an argument of type \(ArgumentType.spelled(asked)), but factory "
          + "'\(factory.entry.name)' \(given)", at: use.factory.location, related: definition(of: version),
        help: [
          "remove the decorator, or change '\(factory.entry.name)' to take Argument<\(ArgumentType.spelled(asked))>"
        ], symbol: "\(symbol).decorators.\(use.factory.value)", stages: graph.names(of: version.stages))
    }
  }

  /// Checks one reference: a dependency or a root.
  fileprivate func checkUse(_ edge: Edge, _ catalog: CatalogIndex, _ reporting: inout Diagnostics) {
    let uses = uses(edge, catalog)
    let suitsOthers = suitsOthers(uses)
    var found = StagedFindings()
    for use in uses {
      guard var finding = use.finding else { continue }
      if suitsOthers { finding.help = [takingSame(edge.argument?.slot, graph.versions[use.target.version])] }
      // Versions of one service may differ in other parts.
      found.report(finding, in: use.target.scenarios.stages)
    }
    found.finish(names: composed.stages.map(\.name), reporting: &reporting)
  }

  /// The services that a reference leads to, each with the finding about its argument.
  private func uses(_ edge: Edge, _ catalog: CatalogIndex) -> [Use] {
    guard !edge.leadsOn, edge.kind != .collection, edge.kind != .member, !edge.isOfRefusedFactory else { return [] }
    let asked = edge.argument?.slotType
    // DI405 reports a different type.
    return targets(of: edge).filter { asked == nil || graph.types[graph.versions[$0.version].node] == asked }
      .map { ($0, finding(edge, graph.versions[$0.version], catalog)) }
  }

  /// Whether a change of the reference would break its other cases and stages.
  private func suitsOthers(_ uses: [Use]) -> Bool {
    uses.contains { use in
      let target = graph.versions[use.target.version]
      return use.finding == nil && !target.isRefused && !target.service.isMalformed
    }
  }

  private func finding(_ edge: Edge, _ target: Version, _ catalog: CatalogIndex) -> Diagnostic? {
    let key = target.service.key.value
    let name = holderName(edge.holder)
    func finding(_ message: String, _ help: String) -> Diagnostic {
      Diagnostic(
        .wrongArgument, message, at: edge.location, related: definition(of: target), help: [help], symbol: symbol(edge))
    }
    guard let slot = edge.argument?.slot, slot.form.isMaker else {
      guard target.argument != nil else { return nil }
      return edge.argument == nil
        ? finding(
          "\(graph.name(of: edge.to)) cannot be a root: \(taking(target)), which only a call can pass",
          "remove it from 'roots', and ask for it in code: \(making(target.node))")
        : finding(
          "\(name) asks for \(key) without an argument, but \(taking(target))", takingMaker(edge, target, catalog))
    }
    guard !target.isRefused, !target.service.isMalformed else { return nil }
    guard let taken = target.argument else {
      if let factory = target.factory, LevelPart.isInstance(factory.entry.name) { return nil }
      let wrapper = slot.form.wrapper ?? "Maker"
      return finding(
        "\(name) takes \(wrapper.withArticle) of \(key), but \(key) takes no argument",
        taking(form(.provider, of: target), edge))
    }
    guard let handed = slot.argument, !ArgumentType.isSame(handed, taken) else { return nil }
    return finding(
      "\(name) passes \(key) an argument of type \(ArgumentType.spelled(handed)), but \(taking(target))",
      takingMaker(edge, target, catalog))
  }

  /// The remedy that makes a service with the argument that a reference passes to its other cases, or without one.
  private func takingSame(_ slot: CatalogDependency?, _ target: Version) -> String {
    let argument = slot?.argument.map { "Argument<\(ArgumentType.spelled($0))>" } ?? "an argument"
    let taken = slot?.form.isMaker == true ? argument : "no argument"
    return "use a factory for \(target.service.key.value) that takes \(taken)"
  }

  /// The remedy that makes a factory take a maker: the change in Swift and the reference to write in the manifest.
  private func takingMaker(_ edge: Edge, _ target: Version, _ catalog: CatalogIndex) -> String {
    let name = edge.argument?.factory?.entry.name ?? ""
    return taking(.maker, edge, after: "change '\(name)' to take \(maker(of: target, catalog))")
  }

  /// The parameter type that requests a service through a maker.
  private func maker(of target: Version, _ catalog: CatalogIndex) -> String {
    let argument = target.argument.map { ArgumentType.spelled($0) } ?? "…"
    return "\(form(.maker, of: target).wrapper ?? "")<\(argument), \(catalog.spelled(graph.types[target.node]))>"
  }

  /// The counterpart of a form that fits where and how a service is made.
  private func form(_ form: DependencyForm, of target: Version) -> DependencyForm {
    if target.isOnMain { return form.isMaker ? .mainMaker : .mainProvider }
    return async.missing(target.node).isEmpty ? form : form.awaiting
  }

  private func taking(_ version: Version) -> String {
    let factory = version.factory?.entry.name ?? ""
    let type = version.argument.map { ArgumentType.spelled($0) } ?? ""
    return "factory '\(factory)' takes an argument of type \(type)"
  }

  private func definition(of version: Version) -> [Diagnostic.Related] {
    definition(CollectionOfOne(version)) { "\($0) is made by '\($1)'" }
  }
}

private typealias Use = (target: DependencyGraph.Target, finding: Diagnostic?)
