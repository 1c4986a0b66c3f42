extension CheckContext {
  /// DI208: services that the program may omit, although other services or the users of a collection require them.
  func checkOptionalProvided(_ reporting: inout Diagnostics) {
    guard catalog != nil, graph.versions.contains(where: \.service.mayBeAbsent) else { return }
    var uses: [(edge: Edge, nodes: Set<Int>, stages: StageSet)] = []
    // The services that some reference has in a form that DI405 would report if they were always there.
    var misshapen: Set<Int> = []
    graph.forEachReference { edge in
      guard edge.kind == .member || isRequired(edge) else { return }
      let absent = targets(of: edge).filter { graph.versions[$0.version].service.mayBeAbsent }
      guard !absent.isEmpty else { return }
      let nodes = Set(absent.map { graph.versions[$0.version].node })
      uses.append((edge, nodes, absent.lazy.map(\.scenarios.stages).united))
      guard let argument = edge.argument, let form = argument.slot?.form, form.kind != argument.kind else { return }
      misshapen.formUnion(nodes)
    }
    for (edge, nodes, stages) in uses {
      let collection = edge.kind == .member ? graph.name(of: edge.from) : nil
      var places: [SourceLocation] = []
      for index in graph.versionsOfNode[edge.to] {
        guard case .provided(let place, isOptional: true) = graph.versions[index].service.kind, !places.contains(place)
        else { continue }
        places.append(place)
      }
      let change = "write 'provided: true'"
      let mayChange = misshapen.isDisjoint(with: nodes)
      let name = graph.name(of: edge.to)
      let remedy = edge.argument?.slot.map { slot in
        "take '\(slot.key)?'\(slot.label.map { " for '\($0)'" } ?? "") in the factory"
      }
      reporting.report(
        .optionalProvided,
        "\(collection.map { "collection '\($0)'" } ?? holderName(edge.holder)) requires \(name), but the host may omit it",
        at: edge.location, related: places.prefix(1).map { .init("declared optional here", at: $0) },
        help: [(remedy ?? "remove it from the collection") + (mayChange ? ", or \(change)" : "")],
        remedies: mayChange ? [.init(title: change, fixes: places.map { .init(replacing: $0, with: "true") })] : [],
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
