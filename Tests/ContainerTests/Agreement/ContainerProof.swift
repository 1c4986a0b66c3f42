@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Resolves everything that a container has, in its scope, on its actor, and makes every deferred call.
struct ContainerProof {
  let root: Container
  private(set) var failures: [String] = []
  private(set) var resolved = 0
  private(set) var forced = 0
  private var places: ProofPlaces

  init(_ root: Container) {
    self.root = root
    places = ProofPlaces(root.wiring)
  }

  private var services: [PlannedService] { places.wiring.plan.services }

  /// - Parameter overlays: Further changes, each tried alone on the started container.
  /// - Returns: For each overlay the mistakes for which the container refused it: none if it was taken; `nil` if only a
  ///   new container could take it.
  @discardableResult
  mutating func run(under overlays: [[OverlayDefinition]] = []) async -> [[Diagnostic]?] {
    failures += places.homeless.map { "\($0) can be made in no scope" }
    do { try await root.start() } catch { failures.append("start: \(error)") }
    await visitAll()
    var refusals: [[Diagnostic]?] = []
    for overlay in overlays { refusals.append(await run(under: overlay)) }
    do { try await root.shutdown() } catch { failures.append("shutdown: \(error)") }
    return refusals
  }

  private mutating func run(under overlay: [OverlayDefinition]) async -> [Diagnostic]? {
    let before = places
    let count = failures.count
    defer {
      places = before
      for index in count..<failures.count { failures[index] = "under an overlay, \(failures[index])" }
    }
    do {
      try await root.withOverlays(overlay) {
        places = ProofPlaces(root.seenWiring)
        failures += places.homeless.map { "\($0) can be made in no scope" }
        // No start makes what the overlay has made anew.
        for index in services.indices where places.isAwaited[index] && services[index].scope == .singleton {
          try await root.currentLevel.makeAsyncParts(of: index)
        }
        await visitAll()
      }
      return []
    } catch let error as ManifestError {
      return error.diagnostics
    } catch let error as ResolutionError where error.reason == .overlayUnfit {
      return nil
    } catch let error as ResolutionError where error.isOfOriginal {
      return []
    } catch {
      failures.append("\(error)")
      return []
    }
  }

  private mutating func visitAll() async {
    await resolveAll(in: root, [])
    await open(in: root, parent: nil, chain: [])
  }

  /// Opens every declared scope below one, and resolves in it.
  private mutating func open(in container: Container, parent: Int?, chain: Set<Int>) async {
    for (index, scope) in places.wiring.plan.scopes.enumerated() where scope.parent == parent {
      do {
        let provided = Self.provided(services, in: .declared(index))
        let inner: Container
        do {
          inner = try container.openScope(scope.name, providing: provided)
        } catch let error as ResolutionError where error.reason == .notStarted {
          let makes = services.indices.contains { places.isOpened[$0] && services[$0].scope != .singleton }
          if !makes { failures.append("scope \(scope.name) need not wait: \(error)") }
          inner = try await container.startScope(scope.name, providing: provided)
        }
        await resolveAll(in: inner, chain.union([index]))
        await open(in: inner, parent: index, chain: chain.union([index]))
        try await inner.close()
      } catch let error as ResolutionError
        where error.reason == .notProvided
        && error.missing.allSatisfy({ AgreementRegistry.provided(ServiceKey($0)) == nil })
      {
        // This program has nothing to hand in for such a key.
      } catch let error as ResolutionError where error.isOfOriginal {
        // The scope makes what an overlay's closure gives.
      } catch {
        failures.append("scope \(scope.name): \(error)")
      }
    }
  }

  private mutating func resolveAll(in container: Container, _ chain: Set<Int>) async {
    for (index, service) in services.enumerated() where places.needs[index].isSubset(of: chain) {
      let target = places.wiring.targets[index]
      guard case .factory(let planned, _) = services[target].kind,
        let factory = places.wiring.registry.factories[planned.name]
      else {
        if let failure = Self.takeProvided(service, container) { failures.append(failure) }
        continue
      }
      var taker = Taker(container: container, key: service.key.text, argument: planned.argument)
      let later: [Later]
      do {
        let take = try factory.accept(&taker)
        if places.mustWait(for: index) {
          do {
            _ = try take(places.isOnMain[index])
            // Someone may have asked for a scope's service before.
            if services[target].scope.isMadeAnew { failures.append("\(service.key.text) was made without waiting") }
          } catch let error as ResolutionError where error.reason == .notStarted {}
          guard let made = try await Self.takeAwaited(factory.product, service.key.text, planned.argument, container)
          else { continue }
          later = made
        } else if places.isOnMain[index] {
          later = try await MainActor.run { try take(true) }
        } else {
          later = try take(false)
        }
        resolved += 1
      } catch let error as ResolutionError where error.isOfOriginal {
        continue
      } catch {
        failures.append("\(service.key.text): \(error)")
        continue
      }
      await force(later, of: target, in: container, chain)
    }
  }

  /// Calls a service's deferred dependencies as its class would: a `ScopedProvider` in this scope, if that is one in
  /// which its service lives, and each other one where it is.
  private mutating func force(_ later: [Later], of service: Int, in container: Container, _ chain: Set<Int>) async {
    let deferred = places.deferred(of: service)
    // An overlay's closure gives an instance that has none.
    guard later.count == deferred.count else {
      if !later.isEmpty { failures.append("\(services[service].key.text) has not all of its deferred dependencies") }
      return
    }
    for (later, argument) in zip(later, deferred) {
      guard let target = argument.targets.first else { continue }
      do {
        switch later {
        case .here(let call): _ = try call()
        case .onMain(let call): try await MainActor.run { _ = try call() }
        case .inScope(let call):
          guard places.needs[target].isSubset(of: chain) else { continue }
          _ = try call(container)
        case .awaited(let call): _ = try await call()
        case .awaitedInScope(let call):
          guard places.needs[target].isSubset(of: chain) else { continue }
          _ = try await call(container)
        }
        forced += 1
      } catch let error as ResolutionError where error.isOfOriginal {
        continue
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

  /// The deferred dependencies of a service that must be awaited; `nil` for a product that no task may hand over.
  private static func takeAwaited(
    _ type: any Any.Type, _ key: String, _ argument: String?, _ container: Container
  ) async throws -> [Later]? {
    func later<Service: Sendable>(_ type: Service.Type) async throws -> [Later] {
      let key = Key<Service>(key)
      let product =
        switch argument {
        case "Swift.Int": try await container.makeAsync(key, with: 7)
        case "Swift.String": try await container.makeAsync(key, with: "seven")
        default: try await container.resolveAsync(key)
        }
      return (product as? any Piece)?.later ?? []
    }
    if type == (any Cabin).self { return try await later((any Cabin).self) }
    if type == (any Wheel).self { return try await later((any Wheel).self) }
    if type == (any Engine).self { return try await later((any Engine).self) }
    if type == (any TestSupport.Seat).self { return try await later((any TestSupport.Seat).self) }
    if type == (any Radio).self { return try await later((any Radio).self) }
    if type == (any Horn).self { return try await later((any Horn).self) }
    if type == (any Lamp).self { return try await later((any Lamp).self) }
    if type == (any Body).self { return try await later((any Body).self) }
    if type == (any Ticket).self { return try await later((any Ticket).self) }
    if type == (any Trip).self { return try await later((any Trip).self) }
    if type == (any Garage).self { return try await later((any Garage).self) }
    if type == (any Pilot).self { return try await later((any Pilot).self) }
    if type == Fleet<Int>.self { return try await later(Fleet<Int>.self) }
    return nil
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

extension ResolutionError {
  /// Whether an overlay's closure, which cannot wait, asked for a new original that must be awaited.
  fileprivate var isOfOriginal: Bool {
    reason == .notStarted && chain.count > 1 && chain[chain.count - 1] == chain[chain.count - 2]
  }
}

/// Resolves a key under the full type of its factory.
private struct Taker: FactoryVisitor {
  typealias Result = @Sendable (_ onMain: Bool) throws -> [Later]

  let container: Container
  let key: String
  /// The type of the argument that it takes.
  let argument: String?

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) -> Result {
    { [container, key, argument] onMain in
      let key = Key<Product>(key)
      let service = try container.service(key)
      let product =
        switch argument {
        case "Swift.Int": try container.make(service, as: Product.self, with: 7, isMain: onMain)
        case "Swift.String": try container.make(service, as: Product.self, with: "seven", isMain: onMain)
        default: onMain ? try container.take(service, as: Product.self, isMain: true) : try container.resolve(key)
        }
      if let piece = product as? any Piece { return piece.later }
      return (product as? Dash)?.later ?? []
    }
  }
}
