extension Container {
  /// Fills an initializer, or any function, from the graph: each parameter as a factory's would be.
  ///
  /// ```swift
  /// let environment = try container.make(Environment.init)
  /// ```
  public func make<Product, each Dependency>(
    _ make: (repeat each Dependency) throws -> Product
  ) throws -> Product {
    guard !level.hasEnded else { throw ContainerClosed() }
    return try level.core.withLevel(for: level) { level in
      try withExtendedLifetime(level) { try make(repeat argument((each Dependency).self, in: level)) }
    }
  }

  private func argument<Dependency>(_ type: Dependency.Type, in level: Level) throws -> Dependency {
    guard let shape = type as? any ParameterShape.Type else {
      return try level.slot(service(type, nil), as: type).take(in: nil)
    }
    let services: [Int]
    do {
      services = [try service(shape.wrapped, nil)]
    } catch let error as UnknownKey {
      guard shape.form == .optional else { throw error }
      services = []
    }
    var kept: [AnySlot]?
    let slot = try shape.slot(of: services, in: level, keeping: &kept)
    guard let typed = slot.typed(as: type) else { throw WrongType(chain: [], expected: "\(type)", found: "\(shape)") }
    return try withExtendedLifetime(slot) { try typed.take(in: nil) }
  }
}
