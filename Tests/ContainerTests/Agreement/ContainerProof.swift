@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Resolves everything that a container has, in its scope, on its actor, and forces what is deferred.
struct ContainerProof {
  let root: Container
  private(set) var failures: [String] = []
  private(set) var resolved = 0
  private(set) var forced = 0
  /// For each service, the declared scopes that must be open, and whether making it takes the main actor.
  private var needs: [Set<Int>]
  private var isOnMain: [Bool]
  private var services: [PlannedService] { root.wiring.plan.services }

  init(_ root: Container) {
    self.root = root
    let plan = root.wiring.plan
    needs = plan.services.map { _ in [] }
    isOnMain = plan.services.map { _ in false }
    for _ in plan.services.indices {
      for index in plan.services.indices { follow(index) }
    }
  }

  /// One step of what is known of a service from what is known of those that it leads to.
  private mutating func follow(_ index: Int) {
    let service = services[index]
    switch service.kind {
    case .alias, .select:
      guard let target = service.next else { return }
      needs[index] = needs[target]
      isOnMain[index] = isOnMain[target]
      return
    case .provided: break
    case .factory(let planned, let decorators):
      for planned in [planned] + decorators {
        if root.wiring.registry.factories[planned.name]?.traits.contains(.mainActor) == true { isOnMain[index] = true }
        for argument in planned.arguments where argument.kind != .provider {
          for target in argument.targets {
            needs[index].formUnion(needs[target])
            if argument.kind != .lazy, isOnMain[target] { isOnMain[index] = true }
          }
        }
      }
    }
    if case .declared(let scope) = service.scope { needs[index].formUnion(chain(of: scope)) }
  }

  private func chain(of scope: Int) -> Set<Int> {
    var chain: Set = [scope]
    var next = root.wiring.plan.scopes[scope].parent
    while let scope = next {
      chain.insert(scope)
      next = root.wiring.plan.scopes[scope].parent
    }
    return chain
  }

  mutating func run() async {
    do { try await root.start() } catch { failures.append("start: \(error)") }
    await resolveAll(in: root, [], [])
    await open(in: root, parent: nil, chain: [])
    do { try await root.shutdown() } catch { failures.append("shutdown: \(error)") }
  }

  /// Opens every declared scope below one, and resolves in it.
  private mutating func open(in container: Container, parent: Int?, chain: Set<Int>) async {
    for (index, scope) in root.wiring.plan.scopes.enumerated() where scope.parent == parent {
      do {
        let inner = try container.openScope(scope.name, providing: Self.provided(services, in: .declared(index)))
        await resolveAll(in: inner, chain.union([index]), chain)
        await open(in: inner, parent: index, chain: chain.union([index]))
        try await inner.close()
      } catch let error as ResolutionError
        where error.reason == .notProvided
        && error.missing.allSatisfy({ AgreementRegistry.provided(ServiceKey($0.key)) == nil })
      {
        // This program has nothing to hand in for such a key.
      } catch {
        failures.append("scope \(scope.name): \(error)")
      }
    }
  }

  private mutating func resolveAll(in container: Container, _ chain: Set<Int>, _ outer: Set<Int>) async {
    for (index, service) in services.enumerated() where needs[index].isSubset(of: chain) {
      let target = root.wiring.targets[index]
      guard case .factory(let planned, _) = services[target].kind,
        let factory = root.wiring.registry.factories[planned.name]
      else {
        if let later = Self.takeProvided(service, container) { failures.append(later) }
        continue
      }
      var taker = Taker(container: container, key: service.key.text)
      let later: [Later]
      do {
        let take = try factory.accept(&taker)
        if isOnMain[index] {
          later = try await MainActor.run { try take(true) }
        } else {
          later = try take(false)
        }
        resolved += 1
      } catch {
        failures.append("\(service.key.text): \(error)")
        continue
      }
      await force(later, of: target, in: container, chain)
    }
  }

  /// Calls a service's deferred dependencies as its class would.
  private mutating func force(_ later: [Later], of service: Int, in container: Container, _ chain: Set<Int>) async {
    guard case .factory(let planned, let decorators) = services[service].kind, decorators.isEmpty else { return }
    let deferred = planned.arguments.filter { $0.kind == .lazy || $0.kind == .provider }
    for (later, argument) in zip(later, deferred) {
      guard let target = argument.targets.first else { continue }
      // Where the holder is made decides which scopes it can reach by itself.
      let home: Set<Int> =
        switch services[service].scope {
        case .singleton: []
        case .declared(let scope): self.chain(of: scope)
        case .transient, .graph, .weak: chain
        }
      do {
        switch later {
        case .here(let call):
          if needs[target].isSubset(of: home), !isOnMain[target] { try call() } else { continue }
        case .onMain(let call):
          if needs[target].isSubset(of: home) { try await MainActor.run { try call() } } else { continue }
        case .inScope(let call):
          if needs[target].isSubset(of: chain), !isOnMain[target] { try call(container) } else { continue }
        }
        forced += 1
      } catch {
        failures.append("\(services[service].key.text) calling for \(services[target].key.text): \(error)")
      }
    }
  }
}

extension ContainerProof {
  /// What a host would hand in: by the key's type, as far as this program has one.
  static func provided(_ services: [PlannedService], in scope: PlannedService.Scope) -> [Provided] {
    services.compactMap { service in
      guard case .provided = service.kind, service.scope == scope else { return nil }
      return AgreementRegistry.provided(service.key)
    }
  }

  private static func takeProvided(_ service: PlannedService, _ container: Container) -> String? {
    do {
      switch service.key.text.split(separator: "/").first.map(String.init) {
      case "Wheel": _ = try container.resolve(Key<any Wheel>(service.key.text))
      case "Engine": _ = try container.resolve(Key<any Engine>(service.key.text))
      case "Ticket": _ = try container.resolve(Key<any Ticket>(service.key.text))
      default: break
      }
      return nil
    } catch {
      return "\(service.key.text): \(error)"
    }
  }
}

/// Resolves a key under the full type of its factory.
private struct Taker: FactoryVisitor {
  typealias Result = @Sendable (_ onMain: Bool) throws -> [Later]

  let container: Container
  let key: String

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) -> Result {
    { [container, key] onMain in
      let key = Key<Product>(key)
      let product =
        onMain
        ? try container.take(container.service(key), as: Product.self, isMain: true) : try container.resolve(key)
      if let piece = product as? any Piece { return piece.later }
      return (product as? Dash)?.later ?? []
    }
  }
}
