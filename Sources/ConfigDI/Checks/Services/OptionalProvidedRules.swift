extension CheckContext {
  /// DI208: services that the program may omit, although other services or the users of a collection require them.
  func checkOptionalProvided(_ reporting: inout Diagnostics) {
    guard catalog != nil, graph.versions.contains(where: \.service.mayBeAbsent) else { return }
    graph.forEachReference { edge in
      let collection = edge.kind == .member ? graph.name(of: edge.from) : nil
      guard collection != nil || isRequired(edge) else { return }
      let stages = targets(of: edge).lazy.filter { graph.versions[$0.version].service.mayBeAbsent }
        .map(\.scenarios.stages).united
      guard !stages.isEmpty else { return }
      var places: [SourceLocation] = []
      for index in graph.versionsOfNode[edge.to] {
        guard case .provided(let place, isOptional: true) = graph.versions[index].service.kind, !places.contains(place)
        else { continue }
        places.append(place)
      }
      var change = "write 'provided: true'"
      var fixes = places.map { Diagnostic.Fix(replacing: $0, with: "true") }
      // DI405 would report the form of the reference next.
      if let argument = edge.argument, let form = argument.slot?.form, form.kind != argument.kind {
        change += " and \(taking(form, edge))"
        let reference = writing(form, edge)
        fixes = reference.isEmpty ? [] : fixes + reference
      }
      let name = graph.name(of: edge.to)
      let remedy = edge.argument?.slot.map { slot in
        "take '\(slot.key)?'\(slot.label.map { " for '\($0)'" } ?? "") in the factory"
      }
      reporting.report(
        .optionalProvided,
        "\(collection.map { "collection '\($0)'" } ?? holderName(edge.holder)) requires \(name), but the host may omit it",
        at: edge.location, related: places.prefix(1).map { .init("declared optional here", at: $0) },
        help: ["\(remedy ?? "remove it from the collection"), or \(change)"],
        remedies: places.isEmpty ? [] : [.init(title: change, fixes: fixes)],
        symbol: collection.map { "services.\(name).collect.\($0)" } ?? symbol(edge), stages: graph.names(of: stages))
    }
  }

  private func isRequired(_ edge: Edge) -> Bool {
    guard edge.to < graph.keys.count, let argument = edge.argument, let slot = argument.slot, slot.kind != .optional
    else { return false }
    // DI405 reports a type that differs from the factory's.
    return graph.isPassage(edge.to) || argument.slotType == graph.types[edge.to]
  }
}
