/// Makes a service's slot under the full type of its factory.
struct SlotBuilder: FactoryVisitor {
  typealias Result = AnySlot

  let level: Level
  let service: Int
  let decorators: [PlannedFactory]

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> AnySlot {
    switch body {
    case .now(let make): return try slot(make, factory)
    case .onMain(let make): return try slot({ links in try links.onMain(make) }, factory, isOnMain: true)
    case .async: return try slot({ (_: Links) throws -> Product in throw ResolutionError(NotStarted()) }, factory)
    case .ready(let instance):
      guard decorators.isEmpty else { return try slot({ _ in instance() }, factory, isOurs: false) }
      return Slot(owner: level, service: Int32(service), constant: instance())
    case .decorating: throw WrongRole(name: factory.name)
    }
  }

  /// - Parameter isOurs: Whether the container makes the innermost instance, and so closes it.
  private func slot<Product>(
    _ make: @escaping Slot<Product>.Make, _ factory: AnyFactory, isOurs: Bool = true, isOnMain: Bool = false
  ) throws -> AnySlot {
    let sharing = level.wiring.plan.services[service].scope.sharing
    let isReference = factory.traits.contains(.reference)
    var decorated = make
    if !decorators.isEmpty {
      let decorate = try Self.decoration(
        of: Product.self, by: decorators, after: factory.parameterTypes.count, in: level, service,
        notes: sharing == .shared, isOurs: isOurs, isOnMain: isOnMain)
      decorated = { links in
        let product = try make(links)
        if isReference { try Level.checkReference(product) }
        return try decorate(product, links)
      }
    }
    return Slot(
      owner: level, service: Int32(service), sharing: sharing,
      needsResolution: level.wiring.traits[service].contains(.needsResolution), isOnMain: isOnMain,
      isReference: isReference && decorators.isEmpty, make: decorated)
  }

  /// Wraps an instance in its decorators. Each decorator's parameters follow those of the instance that it wraps.
  ///
  /// - Parameters:
  ///   - notes: Whether the wrapped instances are closed with the level, which sees only the outermost.
  ///   - isOurs: Whether the innermost is closed too; if not, the program closes it.
  ///   - isOnMain: Whether they are made on the main actor, and so closed there.
  static func decoration<Product>(
    of type: Product.Type, by decorators: [PlannedFactory], after count: Int, in level: Level, _ service: Int,
    notes: Bool = true, isOurs: Bool = true, isOnMain: Bool = false
  ) throws -> @Sendable (Product, Links) throws -> Product {
    var steps: [(planned: PlannedFactory, offset: Int, decorate: DecoratorFinder<Product>.Result)] = []
    var offset = count
    for planned in decorators {
      let decorator = try level.wiring.factory(planned, of: service)
      var finder = DecoratorFinder<Product>()
      steps.append((planned, offset, try decorator.accept(&finder)))
      offset += decorator.parameterTypes.count
    }
    return { [unowned(unsafe) level, steps] value, links in
      var value = value
      var noted: [Int] = []
      for (index, step) in steps.enumerated() {
        if notes, isOurs || index > 0 {
          if let number = level.note(value, of: .service(service), isOnMain: isOnMain) { noted.append(number) }
        } else if notes {
          level.leaveOpen(value, of: service)
        }
        do {
          value = try step.decorate(value, links.dropping(step.offset))
        } catch {
          level.discard(noted, of: service)
          throw level.wiring.failure(ofDecorator: step.planned, error)
        }
      }
      return value
    }
  }
}

/// Finds the closure of a decorator of a type.
private struct DecoratorFinder<Product>: FactoryVisitor {
  typealias Result = @Sendable (consuming Product, Links) throws -> Product

  mutating func visit<Other>(_ body: FactoryBody<Other>, of factory: AnyFactory) throws -> Result {
    guard let body = body as? FactoryBody<Product>, case .decorating(let decorate) = body else {
      throw WrongRole(name: factory.name)
    }
    return decorate
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
