extension Checks {
  /// DI209, DI305, DI306, DI307: mistakes in the scope of a single service.
  static let checkScopes: Check = { context, reporting in
    for version in context.graph.versions {
      let service = version.service
      switch service.kind {
      case .provided:
        if let scope = service.scope, scope.value.isMadeAnew {
          reporting.report(context.limited(.providedScope(service, scope), to: version.stages))
        }
      case .factory:
        if let eager = service.eager, eager.value, let scope = service.scope, scope.value != .singleton {
          reporting.report(context.limited(.eagerScope(service, eager, scope.value), to: version.stages))
        }
        if let factory = version.factory { context.checkSharing(version, factory.entry, reporting: &reporting) }
      case .alias, .select: break
      }
    }
  }
}

extension CheckContext {
  fileprivate func checkSharing(
    _ version: DependencyGraph.Version, _ factory: CatalogFactory, reporting: inout Diagnostics
  ) {
    let service = version.service
    let scope = service.scope?.value ?? .singleton
    let place = service.scope?.location ?? service.key.location
    func first(_ holds: (CatalogFactory) -> Bool) -> CatalogFactory? {
      holds(factory) ? factory : version.decorators.lazy.compactMap { $0?.entry }.first(where: holds)
    }
    if scope != .transient, scope != .graph, let unshared = first({ !$0.isShareable }) {
      let finding = Diagnostic(
        .scopeNotAllowed, .notShareable(service.key.value, factory: unshared.name, scope: scope), at: place,
        help: ["write 'scope: transient' or 'scope: graph', or make the type Sendable and register it with 'register'"],
        symbol: "services.\(service.key.value).scope")
      reporting.report(limited(finding, to: version.stages))
    } else if scope == .weak, !factory.isReference {
      let finding = Diagnostic(
        .scopeNotAllowed, .notReference(service.key.value, factory: factory.name), at: place,
        help: ["use another scope, or register '\(factory.name)' with 'reference: true' if it makes class instances"],
        symbol: "services.\(service.key.value).scope")
      reporting.report(limited(finding, to: version.stages))
    }
    if scope != .singleton, let asynchronous = first(\.isAsync) {
      let finding = Diagnostic(
        .asyncInSync, .asynchronous(service.key.value, factory: asynchronous.name, scope: scope),
        at: service.key.location,
        related: service.scope.map { [.init("the scope is \($0.value)", at: $0.location)] } ?? [],
        help: ["write scope: singleton"], symbol: "services.\(service.key.value).scope")
      reporting.report(limited(finding, to: version.stages))
    }
  }
}

extension Diagnostic {
  fileprivate static func providedScope(_ service: ComposedService, _ scope: Located<ScopeName>) -> Diagnostic {
    Diagnostic(
      .providedScope, "\(service.key.value) is provided by the host, which cannot supply a '\(scope.value)' service",
      at: scope.location,
      help: ["remove the scope and pass the instance when the container is built, or name a declared scope"],
      symbol: "services.\(service.key.value).scope")
  }

  fileprivate static func eagerScope(
    _ service: ComposedService, _ eager: Located<Bool>, _ scope: ScopeName
  ) -> Diagnostic {
    Diagnostic(
      .eagerNeedsSingleton,
      "\(service.key.value) is eager, but its scope is '\(scope)' and only singletons are made at start",
      at: eager.location,
      related: service.scope.map { [.init("the scope is \(scope)", at: $0.location)] } ?? [],
      help: ["remove 'eager', or write scope: singleton"], symbol: "services.\(service.key.value).eager")
  }
}

extension Rule {
  package static let providedScope = Rule(
    "DI209", "provided-scope", .error, summary: "a provided service in a scope that the host cannot supply")

  package static let scopeNotAllowed = Rule(
    "DI305", "scope-not-allowed", .error, needsCatalog: true,
    summary: "a scope that the factory's product does not allow")

  package static let eagerNeedsSingleton = Rule(
    "DI306", "eager-needs-singleton", .error, summary: "an eager service that is not a singleton")

  package static let asyncInSync = Rule(
    "DI307", "async-in-sync", .error, needsCatalog: true,
    summary: "an asynchronous factory whose service is not a singleton")
}

extension String {
  fileprivate static func notShareable(_ key: ServiceKey, factory: String, scope: ScopeName) -> String {
    "\(key) cannot be '\(scope)': the product of factory '\(factory)' is not Sendable and cannot be shared"
  }

  fileprivate static func notReference(_ key: ServiceKey, factory: String) -> String {
    "\(key) cannot be 'weak': the product of factory '\(factory)' is not known to be a class instance"
  }

  fileprivate static func asynchronous(_ key: ServiceKey, factory: String, scope: ScopeName) -> String {
    "\(key) is '\(scope)', but factory '\(factory)' is asynchronous and can only make singletons"
  }
}
