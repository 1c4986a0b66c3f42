extension Checks {
  /// DI401, DI402, DI410, DI606: the factories that services, decorators and phases name.
  static let checkFactories: Check = { context, reporting in
    guard let catalog = context.catalog else { return }
    let checker = FactoryChecker(context: context, catalog: catalog)
    for version in context.graph.versions {
      let service = version.service
      let stages = version.stages
      if case .factory(let name) = service.kind {
        checker.checkService(name, key: service.key, stages: stages, &reporting)
      }
      for decorator in service.decorators {
        checker.checkDecorator(decorator.factory, key: service.key.value, stages: stages, &reporting)
      }
    }
    for entryPoint in context.graph.entryPoints {
      guard case .initializer(let use, let phase) = entryPoint.kind else { continue }
      checker.checkInitializer(use.factory, phase: phase, stages: entryPoint.stages, &reporting)
    }
  }
}

private struct FactoryChecker {
  let context: CheckContext
  let catalog: CatalogIndex

  func checkService(
    _ name: Located<String>, key: Located<ServiceKey>, stages: StageSet, _ reporting: inout Diagnostics
  ) {
    let symbol = "services.\(key.value).factory"
    let type = catalog.type(of: key.value)
    guard let factory = find(name, role: .service, for: type, symbol: symbol, stages, &reporting) else { return }
    guard let provided = catalog.provided(by: factory), provided != type,
      catalog.ambiguous[String(key.value.name)] == nil
    else { return }
    let providers = catalog.catalog.factories.filter { $0.role == .service && catalog.provided(by: $0) == type }
    let misspelt = Spelling.suggestions(for: String(key.value.name), among: [provided])
    var finding = Diagnostic(
      .factoryMismatch, .mismatch(name.value, provides: provided, key: key.value), at: name.location,
      related: related(factory) + [.init("the key is written here", at: key.location)],
      help: providers.isEmpty && !misspelt.isEmpty
        ? Spelling.help(for: misspelt) : [.otherFactory(providers.map(\.name), key: key.value)], symbol: symbol)
    if let file = factory.file { finding.notes.append(.registeredIn(name.value, file)) }
    reporting.report(context.limited(finding, to: stages))
  }

  func checkDecorator(_ name: Located<String>, key: ServiceKey, stages: StageSet, _ reporting: inout Diagnostics) {
    let symbol = "services.\(key).decorators.\(name.value)"
    let type = catalog.type(of: key)
    guard let factory = find(name, role: .decorator, for: type, symbol: symbol, stages, &reporting) else { return }
    guard let decorated = catalog.provided(by: factory), decorated != type, catalog.ambiguous[String(key.name)] == nil
    else { return }
    let fitting = catalog.catalog.factories.filter { $0.role == .decorator && catalog.provided(by: $0) == type }
    let finding = Diagnostic(
      .decoratorMismatch, .decorates(name.value, decorated, key: key), at: name.location, related: related(factory),
      help: [.otherDecorator(fitting.map(\.name), key: key)], symbol: symbol)
    reporting.report(context.limited(finding, to: stages))
  }

  func checkInitializer(_ name: Located<String>, phase: String, stages: StageSet, _ reporting: inout Diagnostics) {
    _ = find(name, role: .initializer, for: nil, symbol: "lifecycle.\(phase).\(name.value)", stages, &reporting)
  }

  /// The factory of that name where it has the role that is due there; else a finding.
  private func find(
    _ name: Located<String>, role: CatalogFactory.Role, for type: String?, symbol: String, _ stages: StageSet,
    _ reporting: inout Diagnostics
  ) -> CatalogFactory? {
    guard let factory = catalog.factory(named: name.value) else {
      let fitting = catalog.catalog.factories.filter { $0.role == role }
      let suggestions = Spelling.suggestions(for: name.value, among: fitting.map(\.name)) { candidate in
        type != nil && catalog.factory(named: candidate).flatMap(catalog.provided) == type
      }
      let providers = fitting.filter { type != nil && catalog.provided(by: $0) == type }.map(\.name)
      let finding = Diagnostic(
        .unknownFactory, .unknown(name.value, role: role), at: name.location,
        help: suggestions.isEmpty ? [.registerOrChoose(providers)] : Spelling.help(for: suggestions),
        fixes: suggestions.count == 1 ? [.init(replacing: name.location, with: suggestions[0], safe: true)] : [],
        symbol: symbol)
      reporting.report(context.limited(finding, to: stages))
      return nil
    }
    guard factory.role == role else {
      let finding = Diagnostic(
        .wrongRole, .role(name.value, is: factory.role, due: role), at: name.location, related: related(factory),
        help: [.move(name.value, role: factory.role)], symbol: symbol)
      reporting.report(context.limited(finding, to: stages))
      return nil
    }
    return factory
  }

  private func related(_ factory: CatalogFactory) -> [Diagnostic.Related] {
    factory.location.map { [.init("'\(factory.name)' is registered here", at: $0)] } ?? []
  }
}

extension Rule {

  package static let unknownFactory = Rule(
    "DI401", "unknown-factory", .error, needsCatalog: true, summary: "a factory that the program does not register")

  package static let factoryMismatch = Rule(
    "DI402", "factory-mismatch", .error, needsCatalog: true,
    summary: "a factory that provides another type than its key's")

  package static let wrongRole = Rule(
    "DI410", "wrong-role", .error, needsCatalog: true,
    summary: "a decorator or initializer where a service's factory is due, or the reverse")

  package static let decoratorMismatch = Rule(
    "DI606", "decorator-mismatch", .error, needsCatalog: true, summary: "a decorator of another key")
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

extension String {
  fileprivate static func unknown(_ name: String, role: CatalogFactory.Role) -> String {
    "unknown \(role.noun) '\(name)'"
  }

  fileprivate static func registerOrChoose(_ providers: [String]) -> String {
    providers.isEmpty
      ? "register it and export the catalog again"
      : "choose \(providers.prefix(3).map { "'\($0)'" }.joined(separator: ", ")), or register it and export the catalog again"
  }

  fileprivate static func mismatch(_ name: String, provides: String, key: ServiceKey) -> String {
    "factory '\(name)' provides \(provides), which cannot serve \(key)"
  }

  fileprivate static func otherFactory(_ names: [String], key: ServiceKey) -> String {
    names.isEmpty
      ? "no factory provides the type of \(key): register one"
      : "choose \(names.prefix(3).map { "'\($0)'" }.joined(separator: ", "))"
  }

  fileprivate static func registeredIn(_ name: String, _ file: String) -> String {
    "'\(name)' is registered in \(file)"
  }

  fileprivate static func role(_ name: String, is role: CatalogFactory.Role, due: CatalogFactory.Role) -> String {
    let article = role == .initializer ? "an" : "a"
    let expected = due == .service ? "a service's factory" : due == .decorator ? "a decorator" : "an initializer"
    return "'\(name)' is \(article) \(role.noun), where \(expected) is due"
  }

  fileprivate static func move(_ name: String, role: CatalogFactory.Role) -> String {
    switch role {
    case .service: "name it as the 'factory' of a service"
    case .decorator: "name it under the 'decorators' of a service"
    case .initializer: "name it in a phase of 'lifecycle'"
    }
  }

  fileprivate static func decorates(_ name: String, _ decorated: String, key: ServiceKey) -> String {
    "decorator '\(name)' decorates \(decorated), not \(key)"
  }

  fileprivate static func otherDecorator(_ names: [String], key: ServiceKey) -> String {
    names.isEmpty
      ? "no decorator of \(key) is registered"
      : "choose \(names.prefix(3).map { "'\($0)'" }.joined(separator: ", "))"
  }
}
