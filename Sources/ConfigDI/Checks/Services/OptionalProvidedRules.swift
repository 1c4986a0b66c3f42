extension Checks {
  /// DI208: services that the program may omit, although other services require them.
  static let checkOptionalProvided: Check = { context, reporting in
    guard context.catalog != nil else { return }
    let absent = context.graph.nodesThatMayBeAbsent()
    guard absent.contains(where: { !$0.isEmpty }) else { return }
    context.graph.forEachReference { edge, holder in
      guard edge.to < absent.count else { return }
      let stages = edge.stages.intersection(absent[edge.to])
      guard !stages.isEmpty else { return }
      if edge.kind == .member {
        // The collection's users take the member as always present.
        let name = context.graph.name(of: edge.from)
        return reporting.report(
          context.mayBeAbsent(
            edge, stages, for: "collection '\(name)'", help: "remove it from the collection",
            symbol: "services.\(context.graph.name(of: edge.to)).collect.\(name)"))
      }
      guard let argument = edge.argument, let slot = argument.slot, slot.kind != .optional,
        // DI405 reports a type that differs from the factory's.
        context.graph.isPassage(edge.to) || argument.slotType == context.graph.types[edge.to]
      else { return }
      reporting.report(
        context.mayBeAbsent(
          edge, stages, for: context.holderName(holder),
          help: "take '\(slot.key)?'\(slot.label.map { " for '\($0)'" } ?? "") in the factory",
          symbol: context.symbol(holder, argument)))
    }
  }
}

extension CheckContext {
  fileprivate func mayBeAbsent(
    _ edge: DependencyGraph.Edge, _ stages: StageSet, for holder: String, help: String, symbol: String
  ) -> Diagnostic {
    var places: [SourceLocation] = []
    for index in graph.versionsOfNode[edge.to] {
      guard case .provided(let place, isOptional: true) = graph.versions[index].service.kind, !places.contains(place)
      else { continue }
      places.append(place)
    }
    var change = "write 'provided: true'"
    var fixes = places.map { Diagnostic.Fix(replacing: $0, with: "true", safe: false) }
    // DI405 would report the form of the reference next.
    if let argument = edge.argument, let form = argument.slot?.form, form.kind != argument.kind {
      change += " and \(taking(form, edge))"
      fixes += writing(form, edge)
    }
    var finding = Diagnostic(
      .optionalProvided, "\(holder) requires \(graph.name(of: edge.to)), but the host may omit it",
      at: edge.location, related: places.prefix(1).map { .init("declared optional here", at: $0) },
      help: ["\(help), or \(change)"], symbol: symbol)
    if !places.isEmpty { finding.addRemedy(change, fixes) }
    return limited(finding, to: stages)
  }
}

extension DependencyGraph {
  /// For each key, the stages in which it may have no service. The key is `provided: optional`, or an alias or select
  /// that leads to such a key.
  fileprivate func nodesThatMayBeAbsent() -> [StageSet] {
    var absent = [StageSet](repeating: StageSet(), count: keys.count)
    var open: [Int] = []
    for version in versions {
      guard case .provided(_, isOptional: true) = version.service.kind else { continue }
      absent[version.node] = absent[version.node].union(version.stages)
      open.append(version.node)
    }
    guard !open.isEmpty else { return [] }
    var holders: [Int: [Edge]] = [:]
    for edge in edges where edge.leadsOn { holders[edge.to, default: []].append(edge) }
    while let node = open.popLast() {
      for edge in holders[node] ?? [] {
        let stages = absent[edge.from].union(edge.stages.intersection(absent[node]))
        guard stages != absent[edge.from] else { continue }
        absent[edge.from] = stages
        open.append(edge.from)
      }
    }
    return absent
  }
}

extension Rule {
  package static let optionalProvided = Rule(
    "DI208", "optional-provided", .error, needsCatalog: true, hides: [.fittingForm],
    summary: "an optional service used as required")
}
