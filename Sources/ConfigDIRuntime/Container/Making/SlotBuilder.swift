/// Makes the slot for a service. The slot's type is the type of the factory's product.
struct SlotBuilder: FactoryVisitor {
  typealias Result = AnySlot

  let level: Level
  let service: Int
  let decorators: [PlannedFactory]

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> AnySlot {
    if level.wiring.traits[service].contains(.isAsync) { return awaited(as: Product.self, factory) }
    switch body {
    case .now(let make): return try slot(make, factory)
    case .onMain(let make): return try slot({ links in try links.onMain(make) }, factory, isOnMain: true)
    case .ready(let instance):
      guard decorators.isEmpty else { return try slot({ _ in instance() }, factory, isOurs: false) }
      let instance = instance()
      level.leaveOpen(instance, of: service)
      return Slot(owner: level, service: Int32(service), constant: instance)
    case .async, .decorating, .decoratingAsync: throw PlanMismatch.role(of: factory.name)
    }
  }

  private func awaited<Product>(as type: Product.Type, _ factory: AnyFactory) -> AnySlot {
    let scope = level.wiring.plan.services[service].scope
    var traits = level.wiring.traits[service].intersection(.takesArgument)
    if scope.sharing != .shared { traits.formUnion([.needsResolution, .isAwaited]) }
    return Slot<Product>(owner: level, service: Int32(service), sharing: scope.sharing, traits) { [traits] _ in
      throw ResolutionError(.notStarted(scope, takesArgument: traits.contains(.takesArgument)))
    }
  }

  /// - Parameter isOurs: Whether the container makes the innermost instance, and therefore closes it.
  private func slot<Product>(
    _ make: @escaping Slot<Product>.Make, _ factory: AnyFactory, isOurs: Bool = true, isOnMain: Bool = false
  ) throws -> AnySlot {
    let sharing = level.wiring.plan.services[service].scope.sharing
    let isReference = factory.traits.contains(.reference)
    var decorated = make
    if !decorators.isEmpty {
      let decoration = try Decoration<Product>(
        decorators, of: service, after: factory.parameterTypes.count, in: level, notes: sharing == .shared,
        isOurs: isOurs, isOnMain: isOnMain)
      decorated = { links in
        let product = try make(links)
        if isReference { try Level.checkReference(product) }
        return try decoration.wrap(product, links)
      }
    }
    var traits = level.wiring.traits[service].intersection([.needsResolution, .takesArgument])
    if isOnMain { traits.insert(.isMain) }
    if isReference, decorators.isEmpty { traits.insert(.isReference) }
    return Slot(owner: level, service: Int32(service), sharing: sharing, traits, make: decorated)
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
