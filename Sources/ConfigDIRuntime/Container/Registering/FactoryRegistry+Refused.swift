/// Overloads that the compiler refuses or warns about, with a message, for a factory that is registered wrongly.
extension FactoryRegistry {
  @available(*, unavailable, message: "a factory that must be awaited is registered with registerAsync")
  public mutating func register<Service: Sendable, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) async throws -> Service
  ) {}

  @available(*, unavailable, message: "what the factory makes is not of the type that it is registered as")
  public mutating func register<Service: Sendable, Other>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable () throws -> Other
  ) {}

  /// A factory that takes a container. It compiles, and no manifest can give it one.
  @available(
    *, deprecated, message: "a factory is never handed the container: let its parameters be what it would ask that for"
  )
  public mutating func register<Service: Sendable>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (Container) throws -> Service
  ) {
    let registration = FactoryRegistration(
      traits: [], labels: labels, replace: replace, reference: reference, deprecated: deprecated, fileID: fileID,
      line: line)
    factories.append(
      Factory<Service, Container>(
        name, registration,
        .now { links in
          var links = links
          return try make(links.take(Container.self))
        }))
  }
}
