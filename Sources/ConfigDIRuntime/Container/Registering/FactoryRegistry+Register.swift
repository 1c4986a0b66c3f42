extension FactoryRegistry {
  /// Registers a factory whose products may be shared by any number of threads.
  ///
  /// The closure, or `Type.init`, may return the service's type. If the service's type is `any P`, the closure may also
  /// return a type that conforms to `P`.
  ///
  /// - Parameters:
  ///   - name: The factory's name in manifests.
  ///   - type: The service's key, which is the type that other services request.
  ///   - labels: Names for the dependencies in order, not for settings. Pass no names, or one for each dependency; `_`
  ///     means no name.
  ///   - replace: Whether this registration replaces an earlier registration with the same name.
  ///   - reference: Whether the product is a class instance although `type` does not show that. Required for the scope
  ///     `weak`.
  ///   - deprecated: If not `nil`, every use in a manifest is reported as a warning.
  ///   - fileID: The file of this call; leave the default.
  ///   - line: The line of this call; leave the default.
  ///   - make: Makes one instance; the types of its parameters are its dependencies.
  @inlinable
  public mutating func register<Service: Sendable, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) throws -> Service
  ) {
    factories.append(
      Factory<Service, repeat each Dependency>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(repeat links.take((each Dependency).self)) }))
  }

  /// Registers a factory whose products are not `Sendable`: each product belongs to the code that requested it.
  ///
  /// In a manifest, such a service has the scope `transient` or `graph`.
  ///
  /// The parameters are those of `register`.
  @inlinable
  public mutating func registerUnshared<Service, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) throws -> Service
  ) {
    factories.append(
      Factory<Service, repeat each Dependency>(
        name, .unshared, labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(repeat links.take((each Dependency).self)) }))
  }

  /// Registers an asynchronous factory.
  ///
  /// The container makes singletons with such factories when it starts. When a scope opens, the container makes the
  /// asynchronous services that synchronous code needs in the scope or in a scope inside it. `resolveAsync`,
  /// ``AsyncLazy`` and ``AsyncProvider`` make the other services.
  ///
  /// The factory runs in a task of its own. If no actor calls, the task begins in its caller's thread, and notices that
  /// it is cancelled only after it first suspends.
  ///
  /// The parameters are those of `register`.
  @inlinable
  public mutating func registerAsync<Service: Sendable, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) async throws -> Service
  ) {
    factories.append(
      Factory<Service, repeat each Dependency>(
        name, .async, labels: labels, replace, reference: reference, deprecated, fileID, line,
        .async { (links: consuming Links) in try await make(repeat links.take((each Dependency).self)) }))
  }

  /// Registers a factory that runs on the main actor, and whose products are used on the main actor.
  ///
  /// Services outside the main actor use these products through ``MainLazy`` or ``MainProvider``.
  ///
  /// The parameters are those of `register`.
  @inlinable
  public mutating func registerMainActor<Service, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @MainActor @Sendable (repeat consuming each Dependency) throws -> Service
  ) {
    factories.append(
      Factory<Service, repeat each Dependency>(
        name, .mainActor, labels: labels, replace, reference: reference, deprecated, fileID, line,
        .onMain { (links: consuming Links) in try make(repeat links.take((each Dependency).self)) }))
  }

  /// Registers an instance that the program has already made, under a factory name.
  ///
  /// - Parameter instance: The instance that this factory returns to every caller. The other parameters are those of
  ///   `register`.
  @inlinable
  public mutating func registerInstance<Service: Sendable>(
    _ name: String, as type: Service.Type, _ instance: Service, replace: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line
  ) {
    factories.append(
      Factory<Service>(
        name, [], labels: [], replace, reference: false, deprecated, fileID, line,
        .ready { instance }))
  }

  /// Registers a factory that wraps a service in another service of the same type, for use under `decorators` in a
  /// manifest.
  ///
  /// ```swift
  /// registry.registerDecorator("retrying", of: (any PaymentGateway).self, RetryingGateway.init)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the services that the factory decorates.
  ///   - labels: As in `register`, without a name for the decorated instance.
  ///   - reference: As in `register`. Required if the service has the scope `weak`.
  ///   - make: Wraps its first parameter; the types of the other parameters are its dependencies.
  @inlinable
  public mutating func registerDecorator<Service, each Dependency>(
    _ name: String, of type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming Service, repeat consuming each Dependency) throws -> Service
  ) {
    factories.append(
      Factory<Service, repeat each Dependency>(
        name, .decorator, labels: labels, replace, reference: reference, deprecated, fileID, line,
        .decorating { (inner: consuming Service, links: consuming Links) in
          try make(inner, repeat links.take((each Dependency).self))
        }))
  }

  /// Registers an asynchronous factory that wraps a service in another service of the same type.
  ///
  /// The parameters are those of `registerDecorator`.
  @inlinable
  public mutating func registerAsyncDecorator<Service: Sendable, each Dependency>(
    _ name: String, of type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming Service, repeat consuming each Dependency) async throws -> Service
  ) {
    factories.append(
      Factory<Service, repeat each Dependency>(
        name, [.decorator, .async], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .decoratingAsync { (inner: consuming Service, links: consuming Links) in
          try await make(inner, repeat links.take((each Dependency).self))
        }))
  }

  /// Registers an initializer, which the manifest's `lifecycle` may run in a phase.
  ///
  /// - Parameter make: Makes the initializer; the types of its parameters are its dependencies. The other parameters are
  ///   those of `register`.
  @inlinable
  public mutating func registerInitializer<Product: Initializable, each Dependency>(
    _ name: String, labels: [String] = [], replace: Bool = false, deprecated: Deprecation? = nil,
    fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) throws -> Product
  ) {
    factories.append(
      Factory<Product, repeat each Dependency>(
        name, .initializer, labels: labels, replace, reference: false, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(repeat links.take((each Dependency).self)) }))
  }

  /// Registers an initializer that is made on the main actor, and that the manifest's `lifecycle` may run in a phase.
  ///
  /// The initializer may depend on main-actor services. Its `shouldPerform(in:)` is called on the main actor.
  ///
  /// The parameters are those of `registerInitializer`.
  @inlinable
  public mutating func registerMainActorInitializer<Product: Initializable, each Dependency>(
    _ name: String, labels: [String] = [], replace: Bool = false, deprecated: Deprecation? = nil,
    fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @MainActor @Sendable (repeat consuming each Dependency) throws -> Product
  ) {
    factories.append(
      Factory<Product, repeat each Dependency>(
        name, [.initializer, .mainActor], labels: labels, replace, reference: false, deprecated, fileID, line,
        .onMain { (links: consuming Links) in try make(repeat links.take((each Dependency).self)) }))
  }
}
