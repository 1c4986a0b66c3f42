@testable import ConfigDI
@testable import ConfigDIRuntime

/// Where each service of a wiring can be made, worked out without the code that the checker and the container use.
struct ProofPlaces {
  let wiring: Wiring
  /// The declared scopes that must be open around each service.
  private(set) var needs: [Set<Int>]
  /// Whether making each service takes the main actor.
  private(set) var isOnMain: [Bool]
  /// Whether each service's instance must be awaited.
  private(set) var isAwaited: [Bool]
  /// Whether opening a scope makes each service.
  private(set) var isOpened: [Bool]
  /// The services that no open scope has all scopes for.
  private(set) var homeless: [ServiceKey] = []

  private var services: [PlannedService] { wiring.plan.services }

  init(_ wiring: Wiring) {
    self.wiring = wiring
    needs = wiring.plan.services.map { _ in [] }
    isOnMain = wiring.plan.services.map { _ in false }
    isAwaited = isOnMain
    isOpened = wiring.plan.services.map(\.isEager)
    for _ in services.indices {
      for index in services.indices { follow(index) }
    }
    for index in services.indices where !isAwaited[index] && services[index].next == nil {
      for argument in services[index].factories.flatMap(\.arguments)
      where argument.kind != .lazy && argument.kind != .provider {
        for target in argument.targets { isOpened[wiring.targets[target]] = true }
      }
    }
    let chains = wiring.plan.scopes.indices.map { chain(of: $0) } + [[]]
    homeless = services.indices.filter { index in !chains.contains { needs[index].isSubset(of: $0) } }
      .map { services[$0].key }
  }

  /// The deferred dependencies of a service's factory, then of its decorators.
  func deferred(of service: Int) -> [PlannedArgument] {
    services[service].factories.flatMap(\.arguments).filter { $0.kind == .lazy || $0.kind == .provider }
  }

  /// Whether a synchronous call, even after the start and in an open scope, must wait for a service.
  func mustWait(for service: Int) -> Bool {
    let target = wiring.targets[service]
    guard isAwaited[target] else { return false }
    return services[target].scope.isMadeAnew || services[target].scope != .singleton && !isOpened[target]
  }

  /// One step of what is known of a service from what is known of those that it leads to.
  private mutating func follow(_ index: Int) {
    let service = services[index]
    if let target = service.next {
      needs[index] = needs[target]
      isOnMain[index] = isOnMain[target]
      isAwaited[index] = isAwaited[target]
      return
    }
    for planned in service.factories {
      if wiring.registry.factories[planned.name]?.traits.contains(.mainActor) == true { isOnMain[index] = true }
      if wiring.registry.factories[planned.name]?.traits.contains(.async) == true { isAwaited[index] = true }
      for argument in planned.arguments
      where argument.form != .scopedProvider && argument.form != .asyncScopedProvider {
        for target in argument.targets {
          needs[index].formUnion(needs[target])
          guard argument.kind != .lazy, argument.kind != .provider else { continue }
          if isOnMain[target] { isOnMain[index] = true }
          if isAwaited[target], services[wiring.targets[target]].scope.isMadeAnew { isAwaited[index] = true }
        }
      }
    }
    switch service.scope {
    case .declared(let scope): needs[index] = chain(of: scope)
    case .singleton: needs[index] = []
    case .transient, .graph, .weak: break
    }
  }

  private func chain(of scope: Int) -> Set<Int> {
    var chain: Set = [scope]
    var next = wiring.plan.scopes[scope].parent
    while let scope = next {
      chain.insert(scope)
      next = wiring.plan.scopes[scope].parent
    }
    return chain
  }
}
