extension Checks {
  /// DI409: references to deprecated services, and uses of deprecated factories.
  static let checkDeprecations: Check = { context, reporting in
    let graph = context.graph
    if graph.versions.contains(where: { $0.service.deprecated != nil }) {
      graph.forEachReference { edge, holder in
        guard edge.kind != .member, edge.from != edge.to else { return }
        context.checkTarget(of: edge, by: holder, &reporting)
      }
    }
    guard let catalog = context.catalog, catalog.catalog.factories.contains(where: { $0.deprecated != nil }) else {
      return
    }
    for version in graph.versions {
      var names = version.service.decorators.map(\.factory)
      if case .factory(let name) = version.service.kind { names.insert(name, at: 0) }
      for name in names {
        context.checkFactory(name, catalog, "services.\(version.service.key.value)", version.stages, &reporting)
      }
    }
    for entryPoint in graph.entryPoints {
      guard case .initializer(let use, let phase) = entryPoint.kind else { continue }
      context.checkFactory(use.factory, catalog, "lifecycle.\(phase)", entryPoint.stages, &reporting)
    }
  }
}

extension CheckContext {
  fileprivate func checkTarget(of edge: Edge, by holder: Holder, _ reporting: inout Diagnostics) {
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
        symbol: "\(symbol(holder, nil)).\(version.service.key.value)")
      if let use = deprecation.value.use, graph.nodes[ServiceKey(use)] != nil {
        finding.addRemedy(.useInstead(use), naming(use, edge, of: holder))
      }
      reporting.report(limited(finding, to: stages))
    }
  }

  fileprivate func checkFactory(
    _ name: Located<String>, _ catalog: CatalogIndex, _ symbol: String, _ stages: StageSet,
    _ reporting: inout Diagnostics
  ) {
    guard let deprecation = catalog.factory(named: name.value)?.deprecated else { return }
    let finding = Diagnostic(
      .deprecatedUse, .deprecated("factory '\(name.value)'", deprecation), at: name.location,
      notes: deprecation.message.map { [$0] } ?? [], help: deprecation.use.map { [.useInstead($0)] } ?? [],
      symbol: "\(symbol).\(name.value)")
    reporting.report(limited(finding, to: stages))
  }
}

extension Rule {
  package static let deprecatedUse = Rule("DI409", "deprecated-use", .warning, summary: "a use of a deprecated service")
}

extension String {
  fileprivate static func deprecated(_ name: String, _ deprecation: Deprecation) -> String {
    deprecation.since.map { "\(name) has been deprecated since \($0)" } ?? "\(name) is deprecated"
  }

  fileprivate static func useInstead(_ name: String) -> String { "use \(name) instead" }
}
