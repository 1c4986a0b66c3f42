extension CheckContext {
  /// DI209, DI305, DI306: mistakes in the scope of a single service.
  func checkScopes(_ reporting: inout Diagnostics) {
    let declared = Set(composed.scopes.map(\.name.value))
    for index in graph.versions.indices {
      let service = graph.versions[index].service
      switch service.kind {
      case .provided:
        if let scope = service.scope, scope.value.isMadeAnew {
          reporting.report(
            .providedScope,
            "\(service.key.value) is provided by the host, which cannot supply a '\(scope.value)' service",
            at: scope.location,
            help: ["remove the scope and pass the instance when the container is built, or name a declared scope"],
            remedies: .naming(
              ["singleton"] + composed.scopes.prefix(3).map(\.name.value), "write scope:", at: scope.location),
            symbol: "services.\(service.key.value).scope", stages: graph.names(of: graph.versions[index].stages))
        }
      case .factory:
        // DI416 reports an eager service that takes an argument.
        if let eager = service.eager, eager.value, graph.versions[index].argument == nil, let scope = service.scope,
          scope.value.isMadeAnew
        {
          let mayBeShared = graph.versions[index].factory?.entry.isShareable ?? true
          reporting.report(
            .eagerNeedsSingleton,
            "\(service.key.value) is eager, but a '\(scope.value)' service cannot be made in advance",
            at: eager.location, related: [.init("the scope is \(scope.value)", at: scope.location)],
            help: ["write eager: false" + (mayBeShared ? ", or scope: singleton" : "")],
            fixes: [.init(replacing: eager.location, with: "false")], symbol: "services.\(service.key.value).eager",
            stages: graph.names(of: graph.versions[index].stages))
        }
        // DI303 or DI005 reports any other scope.
        let scope = graph.versions[index].scope
        if let factory = graph.versions[index].factory, scope.isBuiltIn || declared.contains(scope.text) {
          checkSharing(of: index, scope, factory, reporting: &reporting)
        }
      case .alias, .select: break
      }
    }
  }

  fileprivate func checkSharing(
    of version: Int, _ scope: ScopeName, _ factory: KnownFactory, reporting: inout Diagnostics
  ) {
    let service = graph.versions[version].service
    let decorators = graph.versions[version].decorators
    func refuse(_ reason: String, _ help: String, _ remedies: [Remedy] = []) {
      reporting.report(
        .scopeNotAllowed, "\(service.key.value) cannot be '\(scope)': \(reason)",
        at: service.scope?.location ?? service.key.location, help: [help], remedies: remedies,
        symbol: "services.\(service.key.value).scope", stages: graph.names(of: graph.versions[version].stages))
    }
    /// The remedy that writes a scope; it has no edits where an overlay forbids to edit the scope.
    func writing(_ name: ScopeName, _ others: [Diagnostic.Fix] = []) -> Remedy {
      let fixes = self.writing(.scope, name.text, in: service)
      return Remedy(title: "write scope: \(name)", fixes: fixes.isEmpty ? [] : fixes + others)
    }
    func first(_ holds: (KnownFactory) -> Bool) -> KnownFactory? {
      holds(factory) ? factory : decorators.lazy.compactMap { $0 }.first(where: holds)
    }
    if scope != .transient, graph.versions[version].argument != nil {
      refuse(
        "factory '\(factory.entry.name)' takes an argument, so each call makes a new service",
        "write 'scope: transient', or omit 'scope'", [writing(.transient)])
    } else if scope != .transient, scope != .graph, let unshared = first({ !$0.entry.isShareable }) {
      // DI306 would report an eager service in such a scope.
      let notEager = [service.eager].compactMap { $0 }.filter(\.value).map {
        Diagnostic.Fix(replacing: $0.location, with: "false")
      }
      refuse(
        "the product of factory '\(unshared.entry.name)' is not Sendable and cannot be shared",
        "write 'scope: transient' or 'scope: graph'\(service.isEager ? " with 'eager: false'" : ""), or make the type Sendable and register it with 'register'",
        [writing(.transient, notEager), writing(.graph, notEager)])
    } else if scope == .weak, let outermost = decorators.last ?? factory, !outermost.entry.isReference {
      let name = outermost.entry.name
      refuse(
        "the product of \(outermost.entry.role.noun) '\(name)' is not known to be a class instance",
        "use another scope, or register '\(name)' with 'reference: true' if it makes class instances")
    }
  }
}
