extension CheckContext {
  /// DI401, DI402, DI410, DI606: the factories named by services, decorators and phases.
  func checkFactories(_ reporting: inout Diagnostics) {
    guard let catalog else { return }
    graph.forEachFactory { name, known, role, holder, use in
      // A factory that the graph has found is valid. Every other name leads to a finding.
      guard known == nil else { return }
      let symbol = symbol(of: name, as: role, holder)
      let checker = FactoryChecker(
        context: self, catalog: catalog, use: use(), role: role, service: graph.service(of: holder),
        symbol: role == .service ? "\(symbol).factory".leading(to: name.value) : symbol,
        present: graph.stages(of: holder))
      if let finding = checker.finding { reporting.report(finding) }
    }
  }
}

private struct FactoryChecker {
  let context: CheckContext
  let catalog: CatalogIndex
  let use: FactoryUse
  /// The role in which the manifest uses the factory.
  let role: CatalogFactory.Role
  /// The service that the factory makes or decorates; `nil` for an initializer.
  let service: ComposedService?
  let symbol: String
  /// The stages that use the factory.
  let present: StageSet

  private var name: Located<String> { use.factory }
  private var key: Located<ServiceKey>? { service?.key }
  private var stages: [String]? { context.graph.names(of: present) }

  /// The type of the key's instances.
  private var type: String? { key.map { catalog.type(of: $0.value) } }

  var finding: Diagnostic? {
    guard let factory = catalog.factory(named: name.value) else { return unknown }
    guard factory.role == role else { return wrongRole(factory) }
    guard let key, let provided = catalog.provided(by: factory), provided != type,
      catalog.ambiguous[String(key.value.name)] == nil
    else { return nil }
    return role == .decorator
      ? decoratorMismatch(factory, of: provided, key.value) : mismatch(factory, of: provided, key)
  }

  private func mismatch(_ factory: CatalogFactory, of provided: String, _ key: Located<ServiceKey>) -> Diagnostic {
    let providers = context.cheapestFirst(fitting)
    let misspelt = misspellings(of: provided, in: key.value)
    var finding: Diagnostic
    if providers.isEmpty, !misspelt.isEmpty {
      // The key is the part to correct. It keeps its variant.
      let meant = key.value.qualified(provided)
      let isTaken = context.graph.nodes[meant] != nil
      let variant = key.value.variant == nil ? "write \(provided)/\(key.value)" : "choose another variant"
      finding = Diagnostic(
        .factoryMismatch, "unknown key '\(key.value)': factory '\(name.value)' provides \(provided)", at: key.location,
        related: [.init("'\(name.value)' provides \(provided)", at: name.location)] + related(factory),
        help: isTaken
          ? ["remove this entry, since '\(meant)' is already defined, or \(variant)"]
          : Spelling.help(for: [meant.text]),
        fixes: isTaken ? [] : context.renaming(key, to: meant.text), symbol: symbol, stages: stages)
    } else {
      finding = Diagnostic(
        .factoryMismatch, "factory '\(name.value)' provides \(provided), which cannot be used as \(key.value)",
        at: name.location,
        related: related(factory) + [.init("the key is written here", at: key.location)],
        help: providers.isEmpty
          ? ["register a factory that provides \(key.value)"]
            + (catalog.knows(key.value) ? [] : [customKey(key.value, of: provided)])
          : ["write \(key.value): \(providers.prefix(3).joined(separator: ", or "))"],
        remedies: context.writing(providers, in: use, as: role), symbol: symbol, stages: stages)
    }
    if let file = factory.file { finding.notes.append("'\(name.value)' is registered in \(file)") }
    if !catalog.knows(key.value) {
      // What names the key finds no service of the right type, because of the key.
      finding.hides.append(Absence(.service, key.value.text))
      if !misspelt.isEmpty {
        finding.hides += .misspelling(of: provided)
        // A stage may also lack a key that other stages define.
        let meant = key.value.qualified(provided)
        if context.graph.nodes[meant] == nil { finding.hides.append(Absence(.service, meant.text)) }
      }
    }
    return finding
  }

  /// The type, if a key misspells it or writes it as Swift does, such as `any Greeter`.
  private func misspellings(of type: String, in key: ServiceKey) -> [String] {
    let name = String(key.name)
    if let swift = SwiftReference(name), swift.kind == .instance, catalog.type(of: catalog.names.key(swift.key)) == type
    {
      return [type]
    }
    return Spelling.suggestions(for: name, among: [type])
  }

  /// The help for a name of the author's own: a variant, or a key that the program declares.
  private func customKey(_ key: ServiceKey, of type: String) -> String {
    let base = String(key.name)
    // `Database.replica` for `Database/replica`.
    let rest = base.hasPrefix(type) ? base.dropFirst(type.count) : ""
    let isVariant = rest.count > 1 && ".-_:".contains(rest.first ?? " ")
    let name = key.variant.map(String.init) ?? (isVariant ? String(rest.dropFirst()) : base)
    return "or write \(type)/\(name), or declare the key: registry.declare(Key<\(catalog.spelled(type))>(\"\(base)\"))"
  }

  private func decoratorMismatch(_ factory: CatalogFactory, of decorated: String, _ key: ServiceKey) -> Diagnostic? {
    // A misspelled key is reported where the service's own factory is compared with it.
    guard catalog.knows(key) || misspellings(of: decorated, in: key).isEmpty else { return nil }
    let fitting = fitting
    return Diagnostic(
      .decoratorMismatch, "decorator '\(name.value)' decorates \(decorated), not \(key)", at: name.location,
      related: related(factory),
      help: [
        fitting.isEmpty
          ? "register a decorator for \(key)"
          : "write decorators: [\(fitting[0])]\(fitting.count > 1 ? ", or use \(fitting.dropFirst().prefix(2).joined(separator: " or "))" : "")"
      ], remedies: context.writing(fitting, in: use, as: role), symbol: symbol, stages: stages)
  }

  private var unknown: Diagnostic {
    var finding = Diagnostic(
      .unknownFactory, "unknown \(role.noun) '\(name.value)'", at: name.location, symbol: symbol, stages: stages,
      absent: Absence(.factory, name.value))
    if let remedy = providedField ?? alias {
      finding.offer(remedy.title, remedy.fixes)
      return finding
    }
    let type = type
    func fits(_ candidate: String) -> Bool {
      type == nil || catalog.factory(named: candidate).flatMap(catalog.provided) == type
    }
    // DI402 or DI606 would refuse the factory of another type, unless the key is misspelled.
    let isKnown = key.map { catalog.knows($0.value) } ?? true
    let providers = context.cheapestFirst(fitting)
    let suggestions = misspelledNames(where: fits)
    if suggestions.isEmpty || isKnown && !providers.isEmpty && !suggestions.contains(where: fits) {
      let choice = providers.isEmpty ? "" : "write \(providers.prefix(3).joined(separator: " or ")), or "
      finding.help = ["\(choice)register '\(name.value)'\(registration) and export the catalog again"]
      for remedy in context.writing(providers, in: use, as: role) {
        finding.addRemedy(remedy.title, remedy.fixes)
      }
      return finding
    }
    finding.suggest(suggestions, as: FlowText.scalar) { candidate in
      guard !isKnown || fits(candidate) else { return [] }
      return [.init(naming: candidate, at: name.location, safe: suggestions.count == 1)]
    }
    return finding
  }

  /// The known factories whose names the written name resembles, as in `systemClock()` or `SystemClock.init`.
  private func misspelledNames(where fits: (String) -> Bool) -> [String] {
    let written = name.value.prefix { $0 != "(" }
    let called = String(written.hasSuffix(".init") ? written.dropLast(5) : written)
    if called != name.value, catalog.factory(named: called)?.role == role { return [called] }
    return Spelling.suggestions(for: called, among: catalog.names(of: role), preferred: fits)
  }

  /// The method that registers a factory in this role, if it is not `register` itself.
  private var registration: String {
    switch role {
    case .service: ""
    case .decorator: " with registerDecorator"
    case .initializer: " with registerInitializer"
    }
  }

  /// The remedy if the name is the field `provided` in the place of its mapping.
  private var providedField: Remedy? {
    guard role == .service, name.value == ServiceField.provided.rawValue else { return nil }
    return Remedy(
      title: "write { provided: true }, if the program passes the instance",
      fixes: use.location == name.location
        ? [.init(replacing: name.location, with: "{ provided: true }")] : [])
  }

  /// The remedy if the name is the key of another service, such as `Clock: Clock/utc`.
  private var alias: Remedy? {
    let graph = context.graph
    guard role == .service, let service, let key, let node = graph.nodes[ServiceKey(name.value)],
      graph.keys[node] != key.value,
      service.scope == nil, service.dependencies == nil, service.settings == nil, service.eager == nil,
      service.decorators.isEmpty, present.isSubset(of: graph.presence[node]),
      graph.nodes[key.value].map({ !context.mayLead(from: [node], to: [$0]) }) ?? true,
      !catalog.knows(key.value) || isOfType(node)
    else { return nil }
    let field = "\(ServiceField.alias.rawValue): \(FlowText.scalar(name.value))"
    let isShort = service.location == name.location
    return Remedy(
      title: "write \(isShort ? "{ \(field) }" : field), since '\(name.value)' is a service",
      fixes: isShort
        ? [.init(replacing: name.location, with: "{ \(field) }")]
        : .renaming(ServiceField.factory.rawValue, to: ServiceField.alias.rawValue, before: name.location))
  }

  /// Whether a service has the key's type wherever aliases and cases lead; DI405 would refuse an alias of any other.
  private func isOfType(_ node: Int) -> Bool {
    let graph = context.graph
    let targets = graph.targets(
      of: node, in: ScenarioSet(present), endingAt: { catalog.knows(graph.keys[$0]) }, spending: context.steps.spend)
    return targets.allSatisfy { graph.types[graph.versions[$0.version].node] == type }
  }

  private func wrongRole(_ factory: CatalogFactory) -> Diagnostic {
    let help =
      switch factory.role {
      case .service: "use it as the 'factory' of a service"
      case .decorator: "add it to the service that it decorates: decorators: [\(name.value)]"
      case .initializer: "add it to a phase in 'lifecycle'"
      }
    let others = context.cheapestFirst(fitting)
    return Diagnostic(
      .wrongRole,
      "expected \(role == .service ? "a service factory" : role.described), found '\(name.value)', "
        + "which is \(factory.role.described)", at: name.location, related: related(factory),
      help: [help] + (others.isEmpty ? [] : ["or write \(others.prefix(3).joined(separator: " or "))"]),
      remedies: context.writing(others, in: use, as: role), symbol: symbol, stages: stages)
  }

  /// The factories for the key's type and in this role that are not deprecated.
  private var fitting: [String] {
    guard let type else { return [] }
    return catalog.factories(providing: type, role: role).filter { $0.deprecated == nil }.map(\.name)
  }

  private func related(_ factory: CatalogFactory) -> [Diagnostic.Related] {
    factory.location.map { [.init("'\(factory.name)' is registered here", at: $0)] } ?? []
  }
}

extension CatalogFactory.Role {
  /// What messages call a factory with this role.
  package var noun: String { self == .service ? "factory" : rawValue }

  fileprivate var described: String { (self == .initializer ? "an " : "a ") + noun }
}
