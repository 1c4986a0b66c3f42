extension CheckContext {
  /// DI409: references to deprecated services, and uses of deprecated factories.
  func checkDeprecations(_ reporting: inout Diagnostics) {
    if graph.versions.contains(where: { $0.service.deprecated != nil }) {
      graph.forEachReference { edge in
        guard edge.kind != .member, edge.from != edge.to else { return }
        checkTarget(of: edge, &reporting)
      }
    }
    guard let catalog, catalog.catalog.factories.contains(where: { $0.deprecated != nil }) else { return }
    graph.forEachFactory { name, _, _, holder, _ in
      guard let deprecation = catalog.factory(named: name.value)?.deprecated else { return }
      // The path of an initializer ends with its name.
      let path = symbol(holder, nil)
      reporting.report(
        .deprecatedUse, .deprecated("factory '\(name.value)'", deprecation), at: name.location,
        notes: deprecation.message.map { [$0] } ?? [], help: deprecation.use.map { [.useInstead($0)] } ?? [],
        symbol: graph.service(of: holder) == nil ? path : "\(path).\(name.value)",
        stages: graph.names(of: graph.stages(of: holder)))
    }
  }

  private func checkTarget(of edge: Edge, _ reporting: inout Diagnostics) {
    guard edge.to < graph.keys.count else { return }
    for index in graph.versionsOfNode[edge.to] {
      let version = graph.versions[index]
      let stages = version.stages.intersection(edge.stages)
      guard let deprecation = version.service.deprecated, !stages.isEmpty else { continue }
      var finding = Diagnostic(
        .deprecatedUse, .deprecated(version.service.key.value.text, deprecation.value), at: edge.location,
        related: [.init("\(version.service.key.value.text) is marked deprecated here", at: deprecation.location)],
        notes: deprecation.value.message.map { [$0] } ?? [],
        help: deprecation.value.use.map { [.useInstead($0)] } ?? [],
        symbol: "\(symbol(edge.holder, nil)).\(version.service.key.value)", stages: graph.names(of: stages))
      // A key of another type would be DI405.
      if let use = deprecation.value.use, graph.nodes[ServiceKey(use)] != nil, mayHave(edge.argument?.slotType, use) {
        finding.addRemedy(.useInstead(use), naming(use, edge))
      }
      reporting.report(finding)
    }
  }
}

extension String {
  fileprivate static func deprecated(_ name: String, _ deprecation: Deprecation) -> String {
    deprecation.since.map { "\(name) has been deprecated since \($0)" } ?? "\(name) is deprecated"
  }

  fileprivate static func useInstead(_ name: String) -> String { "use \(name) instead" }
}
