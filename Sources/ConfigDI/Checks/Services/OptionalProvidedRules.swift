extension CheckContext {
  /// DI208: services that the program may omit, although other services require them.
  func checkOptionalProvided(_ reporting: inout Diagnostics) {
    guard catalog != nil, graph.versions.contains(where: \.service.mayBeAbsent) else { return }
    graph.forEachReference { edge, holder in
      if edge.kind == .member { return checkMember(edge, &reporting) }
      guard edge.to < graph.keys.count, let argument = edge.argument, let slot = argument.slot,
        slot.kind != .optional,
        // DI405 reports a type that differs from the factory's.
        graph.isPassage(edge.to) || argument.slotType == graph.types[edge.to]
      else { return }
      let stages = stagesWithoutService(for: edge)
      guard !stages.isEmpty else { return }
      reporting.report(
        mayBeAbsent(
          edge, stages, for: holderName(holder),
          help: "take '\(slot.key)?'\(slot.label.map { " for '\($0)'" } ?? "") in the factory",
          symbol: symbol(holder, argument)))
    }
  }

  /// The stages in which a reference may have no service, because it leads to a key that is `provided: optional`.
  fileprivate func stagesWithoutService(for edge: Edge) -> StageSet {
    targets(of: edge).lazy.filter { graph.versions[$0.version].service.mayBeAbsent }.map(\.scenarios.stages).united
  }

  /// Checks a member of a collection, which the collection's users take as always present.
  fileprivate func checkMember(_ edge: Edge, _ reporting: inout Diagnostics) {
    let stages = stagesWithoutService(for: edge)
    guard !stages.isEmpty else { return }
    let name = graph.name(of: edge.from)
    reporting.report(
      mayBeAbsent(
        edge, stages, for: "collection '\(name)'", help: "remove it from the collection",
        symbol: "services.\(graph.name(of: edge.to)).collect.\(name)"))
  }

  fileprivate func mayBeAbsent(
    _ edge: Edge, _ stages: StageSet, for holder: String, help: String, symbol: String
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

extension Rule {
  package static let optionalProvided = Rule(
    "DI208", "optional-provided", .error, needsCatalog: true, hides: [.fittingForm],
    summary: "an optional service used as required")
}
