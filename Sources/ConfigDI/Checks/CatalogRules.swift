extension Catalog {
  /// Reports how a catalog's file differs from what the program says of itself, factory by factory.
  ///
  /// - Parameter remedy: How to write the file anew.
  package func reportStale(comparedTo current: Catalog, remedy: String, reporting: inout Diagnostics) {
    guard let file else { return }
    var written: [String: CatalogFactory] = [:]
    for factory in factories where written[factory.name] == nil { written[factory.name] = factory }
    var theirs: Set<String> = []
    for factory in current.factories where theirs.insert(factory.name).inserted {
      let message: String
      if let mine = written[factory.name] {
        let differences = differences(mine, from: factory, in: current)
        guard !differences.isEmpty else { continue }
        message = .differs(factory.name, differences)
      } else {
        message = .lacks(factory.name)
      }
      reporting.report(
        Diagnostic(
          .staleCatalog, message, at: written[factory.name]?.location ?? file.beginning, help: [remedy],
          symbol: "factories.\(factory.name)"))
    }
    for factory in factories where !theirs.contains(factory.name) {
      reporting.report(
        Diagnostic(
          .staleCatalog, .isGone(factory.name), at: factory.location ?? file.beginning, help: [remedy],
          symbol: "factories.\(factory.name)"))
    }
  }

  private func differences(_ mine: CatalogFactory, from theirs: CatalogFactory, in current: Catalog) -> [String] {
    func dependencies(_ factory: CatalogFactory, _ names: KeyNames) -> [CatalogDependency] {
      factory.dependencies.map { CatalogDependency(key: names.key($0.key).text, kind: $0.kind, label: $0.label) }
    }
    let (names, others) = (keyNames, current.keyNames)
    let parts: [(String, Bool)] = [
      ("role", mine.role == theirs.role),
      ("provides", mine.provides.map { names.key($0) } == theirs.provides.map { others.key($0) }),
      ("dependencies", dependencies(mine, names) == dependencies(theirs, others)),
      ("settings", mine.settings == theirs.settings),
      ("isolation", mine.isolation == theirs.isolation),
      ("async", mine.isAsync == theirs.isAsync),
      ("shareable", mine.isShareable == theirs.isShareable),
      ("reference", mine.isReference == theirs.isReference),
      ("deprecated", mine.deprecated == theirs.deprecated),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  /// Reports the factories that no stage of the manifests uses.
  package func reportUnused(in manifests: [ComposedManifest], reporting: inout Diagnostics) {
    var used: Set<String> = []
    for stage in manifests.flatMap(\.stages) {
      for service in stage.services {
        if case .factory(let name) = service.kind { used.insert(name.value) }
        used.formUnion(service.decorators.map(\.factory.value))
      }
      for phase in stage.lifecycle { used.formUnion(phase.initializers.map(\.factory.value)) }
    }
    for factory in factories where !used.contains(factory.name) {
      guard let location = factory.location else { continue }
      reporting.report(
        Diagnostic(
          .unusedFactory, .unused(factory.name), at: location, help: [.removeRegistration],
          symbol: "factories.\(factory.name)"))
    }
  }
}

extension Rule {
  package static let staleCatalog = Rule(
    "DI701", "stale-catalog", .error, summary: "a catalog that differs from the program's own",
    explanation: """
      The committed catalog is what manifests are checked against where the program itself cannot be asked. This one no \
      longer says what the program says of itself (`--catalog-from`), so a check against it proves nothing.

      Write the catalog anew and commit it; a test that compares the two keeps it so.
      """)

  package static let unusedFactory = Rule(
    "DI702", "unused-factory", .note, needsCatalog: true, summary: "a registered factory that no manifest names",
    explanation: """
      The program registers this factory, and none of the manifests that were checked uses it in any stage. It may be \
      what is left of a service that is gone, or be meant for a manifest that was not checked.

      Remove the registration where nothing else needs it.
      """)
}

extension String {
  fileprivate static func lacks(_ name: String) -> String {
    "the catalog lacks factory '\(name)', which the program has"
  }

  fileprivate static func isGone(_ name: String) -> String {
    "the catalog has factory '\(name)', which the program no longer has"
  }

  fileprivate static func differs(_ name: String, _ parts: [String]) -> String {
    "the catalog's factory '\(name)' differs from the program's: \(parts.joined(separator: ", "))"
  }

  fileprivate static func unused(_ name: String) -> String { "no manifest uses factory '\(name)'" }

  fileprivate static var removeRegistration: String { "remove its registration, unless another program needs it" }
}
