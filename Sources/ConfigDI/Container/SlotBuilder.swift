/// Makes a service's slot under the full type of its factory.
struct SlotBuilder: FactoryVisitor {
  typealias Result = AnySlot

  let level: Level
  let service: Int
  let decorators: [PlannedFactory]

  mutating func visit<Product, each Dependency>(
    _ factory: Factory<Product, repeat each Dependency>
  ) throws -> AnySlot {
    try slot(factory.make, factory)
  }

  mutating func visit<Product, each Dependency>(
    _ factory: MainActorFactory<Product, repeat each Dependency>
  ) throws -> AnySlot {
    let make = factory.make
    return try slot(
      { links in
        guard links.resolution?._withUnsafeGuaranteedRef(\.isMain) == true else { throw NotOnMainActor(chain: []) }
        nonisolated(unsafe) let links = links
        nonisolated(unsafe) var result: Swift.Result<Product, any Error> = .failure(NotOnMainActor(chain: []))
        MainActor.assumeIsolated { result = Swift.Result { try make(links) } }
        return try result.get()
      }, factory)
  }

  mutating func visit<Product, each Dependency>(
    _ factory: AsyncFactory<Product, repeat each Dependency>
  ) throws -> AnySlot {
    try slot({ (_: Links) throws -> Product in throw NotStarted(chain: []) }, factory)
  }

  mutating func visit<Product: Sendable>(_ factory: InstanceFactory<Product>) throws -> AnySlot {
    guard decorators.isEmpty else {
      let instance = factory.instance
      return try slot({ _ in instance }, factory, isOurs: false)
    }
    return Slot(owner: level, service: Int32(service), constant: factory.instance)
  }

  mutating func visit<Product, each Dependency>(
    _ factory: DecoratorFactory<Product, repeat each Dependency>
  ) throws -> AnySlot {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Product: Initializable, each Dependency>(
    _ factory: InitializerFactory<Product, repeat each Dependency>
  ) throws -> AnySlot {
    throw WrongRole(name: factory.name)
  }

  private func slot<Product>(
    _ make: @escaping Slot<Product>.Make, _ factory: AnyFactory, isOurs: Bool = true
  ) throws -> AnySlot {
    let planned = level.wiring.plan.services[service]
    return Slot(
      owner: level, service: Int32(service), sharing: planned.scope.sharing,
      needsResolution: level.wiring.traits[service].contains(.needsResolution),
      make: try decorated(make, factory, isShared: planned.scope.sharing == .shared, isOurs: isOurs))
  }

  /// Each decorator's parameters follow those of what it wraps.
  ///
  /// - Parameter isOurs: Whether the container made the innermost instance, and so closes it.
  private func decorated<Product>(
    _ make: @escaping Slot<Product>.Make, _ factory: AnyFactory, isShared: Bool, isOurs: Bool
  ) throws -> Slot<Product>.Make {
    guard !decorators.isEmpty else { return make }
    var make = make
    var count = factory.parameterTypes.count
    var isOurs = isShared && isOurs
    for planned in decorators {
      let decorator = try level.wiring.factory(planned, of: service)
      var finder = DecoratorFinder<Product>()
      let decorate = try decorator.accept(&finder)
      let (inner, offset, notes) = (make, count, isOurs)
      make = { [unowned(unsafe) level, service] links in
        let value = try inner(links)
        if notes { level.note(value, of: service) }
        return try decorate(value, links.dropping(offset))
      }
      count += decorator.parameterTypes.count
      isOurs = isShared
    }
    return make
  }
}

/// Finds what a decorator does, given what it decorates.
private struct DecoratorFinder<Product>: FactoryVisitor {
  typealias Result = @Sendable (consuming Product, Links) throws -> Product

  mutating func visit<Other, each Dependency>(
    _ factory: DecoratorFactory<Other, repeat each Dependency>
  ) throws -> Result {
    guard Other.self == Product.self, let make = factory.make as? Result else { throw WrongRole(name: factory.name) }
    return make
  }

  mutating func visit<Other, each Dependency>(_ factory: Factory<Other, repeat each Dependency>) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Other, each Dependency>(_ factory: AsyncFactory<Other, repeat each Dependency>) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Other, each Dependency>(
    _ factory: MainActorFactory<Other, repeat each Dependency>
  ) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Other: Sendable>(_ factory: InstanceFactory<Other>) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Other: Initializable, each Dependency>(
    _ factory: InitializerFactory<Other, repeat each Dependency>
  ) throws -> Result {
    throw WrongRole(name: factory.name)
  }
}

/// A plan that uses a factory for what it is not: they do not belong together.
private struct WrongRole: Error, CustomStringConvertible {
  let name: String

  var description: String { "the factory \(name) cannot be used here" }
}

extension PlannedService.Scope {
  var sharing: AnySlot.Sharing {
    switch self {
    case .singleton, .declared: .shared
    case .transient: .transient
    case .graph: .graph
    case .weak: .weak
    }
  }
}
