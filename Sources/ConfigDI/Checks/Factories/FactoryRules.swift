extension Checks {
  /// DI401, DI402, DI410, DI606: the factories named by services, decorators and phases.
  static let checkFactories: Check = { context, reporting in
    guard let catalog = context.catalog else { return }
    let checker = FactoryChecker(context: context, catalog: catalog)
    // A factory that the graph has found is valid. Every other name leads to a finding.
    for version in context.graph.versions {
      let service = version.service
      let stages = version.stages
      if version.isRefused, case .factory(let name) = service.kind {
        checker.checkService(name, of: service, stages: stages, &reporting)
      }
      for (decorator, known) in zip(service.decorators, version.decorators) where known == nil {
        checker.checkDecorator(decorator.factory, key: service.key.value, stages: stages, &reporting)
      }
    }
    for entryPoint in context.graph.entryPoints {
      guard entryPoint.factory == nil, case .initializer(let use, let phase) = entryPoint.kind else { continue }
      let symbol = "lifecycle.\(phase).\(use.factory.value)"
      _ = checker.find(use.factory, role: .initializer, for: nil, symbol: symbol, entryPoint.stages, &reporting)
    }
  }
}

private struct FactoryChecker {
  let context: CheckContext
  let catalog: CatalogIndex

  func checkService(
    _ name: Located<String>, of service: ComposedService, stages: StageSet, _ reporting: inout Diagnostics
  ) {
    let key = service.key
    let symbol = "services.\(key.value).factory".leading(to: name.value)
    let type = catalog.type(of: key.value)
    guard
      let factory = find(name, role: .service, for: type, in: service, symbol: symbol, stages, &reporting)
    else { return }
    guard let provided = catalog.provided(by: factory), provided != type,
      catalog.ambiguous[String(key.value.name)] == nil
    else { return }
    let providers = context.cheapestFirst(names(for: type, .service))
    let misspelt = Spelling.suggestions(for: String(key.value.name), among: [provided])
    var finding: Diagnostic
    if providers.isEmpty, !misspelt.isEmpty {
      // The key is the part to correct. It keeps its variant.
      let meant = key.value.variant.map { "\(provided)/\($0)" } ?? provided
      finding = Diagnostic(
        .factoryMismatch, "unknown key '\(key.value)': factory '\(name.value)' provides \(provided)", at: key.location,
        related: [.init("'\(name.value)' provides \(provided)", at: name.location)] + related(factory),
        meaning: [meant], symbol: symbol)
    } else {
      finding = Diagnostic(
        .factoryMismatch, "factory '\(name.value)' provides \(provided), which cannot be used as \(key.value)",
        at: name.location,
        related: related(factory) + [.init("the key is written here", at: key.location)],
        help: providers.isEmpty
          ? ["register a factory that provides \(key.value)"]
            + (catalog.knows(key.value) ? [] : [customKey(key.value, of: provided)])
          : ["write \(key.value): \(providers.prefix(3).joined(separator: ", or "))"], symbol: symbol)
      context.offer(providers, at: name, in: service, &finding)
    }
    if let file = factory.file { finding.notes.append("'\(name.value)' is registered in \(file)") }
    if !catalog.knows(key.value) {
      // What names the key finds no service of the right type, because of the key.
      finding.hides = [Absence(.service, key.value.text)]
      if !misspelt.isEmpty { finding.hides += .misspelling(of: provided) }
    }
    reporting.report(context.limited(finding, to: stages))
  }

  /// The help for a name of the author's own: a variant, or a key that the program declares.
  private func customKey(_ key: ServiceKey, of type: String) -> String {
    let name = key.variant.map(String.init) ?? String(key.name)
    let base = String(key.name)
    return "or write \(type)/\(name), or declare the key: registry.declare(Key<\(catalog.spelled(type))>(\"\(base)\"))"
  }

  func checkDecorator(_ name: Located<String>, key: ServiceKey, stages: StageSet, _ reporting: inout Diagnostics) {
    let symbol = "services.\(key).decorators.\(name.value)"
    let type = catalog.type(of: key)
    guard let factory = find(name, role: .decorator, for: type, symbol: symbol, stages, &reporting) else { return }
    guard let decorated = catalog.provided(by: factory), decorated != type, catalog.ambiguous[String(key.name)] == nil
    else { return }
    // A misspelled key is reported where the service's own factory is compared with it.
    guard catalog.knows(key) || Spelling.suggestions(for: String(key.name), among: [decorated]).isEmpty else { return }
    let fitting = names(for: type, .decorator)
    var finding = Diagnostic(
      .decoratorMismatch, "decorator '\(name.value)' decorates \(decorated), not \(key)", at: name.location,
      related: related(factory),
      help: [
        fitting.isEmpty
          ? "register a decorator for \(key)"
          : "write decorators: [\(fitting[0])]\(fitting.count > 1 ? ", or use \(fitting.dropFirst().prefix(2).joined(separator: " or "))" : "")"
      ], symbol: symbol)
    context.offer(fitting, at: name, in: nil, &finding)
    reporting.report(context.limited(finding, to: stages))
  }

  /// Returns the factory with a name. If no such factory has the expected role, reports a finding.
  func find(
    _ name: Located<String>, role: CatalogFactory.Role, for type: String?, in service: ComposedService? = nil,
    symbol: String, _ stages: StageSet, _ reporting: inout Diagnostics
  ) -> CatalogFactory? {
    guard let factory = catalog.factory(named: name.value) else {
      // `systemClock` for `systemClock()`, and `SystemClock` for `SystemClock.init`.
      let written = name.value.prefix { $0 != "(" }
      let called = String(written.hasSuffix(".init") ? written.dropLast(5) : written)
      let suggestions =
        called != name.value && catalog.factory(named: called)?.role == role
        ? [called]
        : Spelling.suggestions(for: called, among: catalog.names(of: role)) { candidate in
          type != nil && catalog.factory(named: candidate).flatMap(catalog.provided) == type
        }
      let providers = context.cheapestFirst(type.map { names(for: $0, role) } ?? [])
      var finding = Diagnostic(
        .unknownFactory, "unknown \(role.noun) '\(name.value)'", at: name.location,
        help: suggestions.isEmpty
          ? [
            providers.isEmpty
              ? "register '\(name.value)' and export the catalog again"
              : "write \(providers.prefix(3).joined(separator: " or ")), or register '\(name.value)' and export the "
                + "catalog again"
          ] : [], meaning: suggestions, symbol: symbol)
      if suggestions.isEmpty { context.offer(providers, at: name, in: service, &finding) }
      finding.absent = Absence(.factory, name.value)
      reporting.report(context.limited(finding, to: stages))
      return nil
    }
    guard factory.role == role else {
      let article = factory.role == .initializer ? "an" : "a"
      let help =
        switch factory.role {
        case .service: "use it as the 'factory' of a service"
        case .decorator: "add it to the service that it decorates: decorators: [\(name.value)]"
        case .initializer: "add it to a phase in 'lifecycle'"
        }
      var finding = Diagnostic(
        .wrongRole, "expected \(role.described), found '\(name.value)', which is \(article) \(factory.role.noun)",
        at: name.location, related: related(factory), help: [help], symbol: symbol)
      let others = context.cheapestFirst(type.map { names(for: $0, role) } ?? [])
      if !others.isEmpty {
        finding.help.append("or write \(others.prefix(3).joined(separator: " or "))")
        context.offer(others, at: name, in: service, &finding)
      }
      reporting.report(context.limited(finding, to: stages))
      return nil
    }
    return factory
  }

  /// The factories for a type that are not deprecated.
  private func names(for type: String, _ role: CatalogFactory.Role) -> [String] {
    catalog.factories(providing: type, role: role).filter { $0.deprecated == nil }.map(\.name)
  }

  private func related(_ factory: CatalogFactory) -> [Diagnostic.Related] {
    factory.location.map { [.init("'\(factory.name)' is registered here", at: $0)] } ?? []
  }
}

extension Rule {
  package static let unknownFactory = Rule(
    "DI401", "unknown-factory", .error, needsCatalog: true, hides: [.plainText],
    summary: "a factory that the program has not registered")

  package static let factoryMismatch = Rule(
    "DI402", "factory-mismatch", .error, needsCatalog: true,
    summary: "a factory that does not provide its key's type")

  package static let wrongRole = Rule(
    "DI410", "wrong-role", .error, needsCatalog: true,
    summary: "a factory in the wrong role, such as a decorator used as a service factory")

  package static let decoratorMismatch = Rule(
    "DI606", "decorator-mismatch", .error, needsCatalog: true,
    summary: "a decorator that was registered for another key")
}

extension CatalogFactory.Role {
  fileprivate var noun: String {
    switch self {
    case .service: "factory"
    case .decorator: "decorator"
    case .initializer: "initializer"
    }
  }
}
