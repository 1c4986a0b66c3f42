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
    return try slot({ links in try links.onMain(make) }, factory)
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

  /// - Parameter isOurs: Whether the container makes the innermost instance, and so closes it.
  private func slot<Product>(
    _ make: @escaping Slot<Product>.Make, _ factory: AnyFactory, isOurs: Bool = true
  ) throws -> AnySlot {
    let sharing = level.wiring.plan.services[service].scope.sharing
    var decorated = make
    if !decorators.isEmpty {
      let decorate = try Self.decoration(
        of: Product.self, by: decorators, after: factory.parameterTypes.count, in: level, service,
        notes: sharing == .shared, notesInnermost: isOurs)
      decorated = { links in try decorate(try make(links), links) }
    }
    return Slot(
      owner: level, service: Int32(service), sharing: sharing,
      needsResolution: level.wiring.traits[service].contains(.needsResolution), make: decorated)
  }

  /// Wraps an instance in its decorators. Each one's parameters follow those of what it wraps.
  ///
  /// - Parameter notes: Whether what is wrapped is closed with the level, being no longer seen by it afterwards.
  static func decoration<Product>(
    of type: Product.Type, by decorators: [PlannedFactory], after count: Int, in level: Level, _ service: Int,
    notes: Bool = true, notesInnermost: Bool = true
  ) throws -> @Sendable (Product, Links) throws -> Product {
    var steps: [(offset: Int, notes: Bool, decorate: DecoratorFinder<Product>.Result)] = []
    var offset = count
    for planned in decorators {
      let decorator = try level.wiring.factory(planned, of: service)
      var finder = DecoratorFinder<Product>()
      steps.append((offset, notes && (notesInnermost || !steps.isEmpty), try decorator.accept(&finder)))
      offset += decorator.parameterTypes.count
    }
    return { [unowned(unsafe) level, steps] value, links in
      var value = value
      for step in steps {
        if step.notes { level.note(value, of: .service(service)) }
        value = try step.decorate(value, links.dropping(step.offset))
      }
      return value
    }
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
