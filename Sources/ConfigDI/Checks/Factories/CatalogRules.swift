extension Catalog {
  /// Reports the differences between a catalog file and the program's own catalog, factory by factory.
  package func reportStale(comparedTo current: Catalog, remedy: String, reporting: inout Diagnostics) {
    guard let file else { return }
    var places: [String: SourceLocation] = [:]
    for factory in factories { places[factory.name] = places[factory.name] ?? factory.location }
    for change in current.changes(since: self) {
      let (place, symbol) =
        switch change.subject {
        case .key(let name): (SourceLocation?.none, "keys.\(name)")
        case .factory(let name): (places[name], "factories.\(name)")
        }
      reporting.report(
        .staleCatalog,
        "the catalog is out of date: \(change.subject.name) \(change.text)",
        at: place ?? file.beginning, help: [remedy], symbol: symbol)
    }
  }

  /// Reports the factories that no stage of the manifests uses.
  package func reportUnused(in manifests: [ComposedManifest], reporting: inout Diagnostics) {
    let stages = manifests.flatMap(\.stages)
    let services = stages.flatMap(\.services)
    let made = services.compactMap { service -> String? in
      if case .factory(let name) = service.kind { name.value } else { nil }
    }
    let uses = services.flatMap(\.decorators) + stages.flatMap(\.lifecycle).flatMap(\.initializers)
    let used = Set(made + uses.map(\.factory.value))
    for factory in factories where !used.contains(factory.name) {
      guard let location = factory.location else { continue }
      reporting.report(
        .unusedFactory, "no manifest uses factory '\(factory.name)'", at: location,
        help: ["remove its registration, unless another program needs it"],
        symbol: "factories.\(factory.name)")
    }
  }
}
