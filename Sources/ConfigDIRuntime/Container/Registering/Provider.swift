/// A dependency that is resolved each time it is called.
///
/// Each call returns the result of resolving the key: a new instance of a transient service, or the one instance of a
/// singleton. A provider resolves in the container or open scope that made it. It cannot reach a service in an inner
/// scope; use a ``ScopedProvider`` for that.
public struct Provider<Service>: Sendable {
  // `Sendable` even if `Service` is not: such a product is new for each call, so no two callers share it.
  private let source: @Sendable () throws -> Service

  /// Creates a provider without a container, for tests. The provider calls `make` each time.
  public init(_ make: @escaping @Sendable () throws -> Service) {
    source = make
  }

  /// The service, as the container resolves it now.
  ///
  /// - Throws: The error that the service's factory threw.
  public func callAsFunction() throws -> Service {
    try source()
  }
}

/// A dependency on a main-actor service. It is resolved on the main actor each time it is called.
///
/// Any code may hold a `MainProvider`, but only the main actor may call it.
public struct MainProvider<Service>: Sendable {
  private let source: @MainActor @Sendable () throws -> Service

  /// Creates a provider without a container, for tests. The provider calls `make` each time.
  public init(_ make: @escaping @MainActor @Sendable () throws -> Service) {
    source = make
  }

  /// The service, as the container resolves it now.
  ///
  /// - Throws: The error that the service's factory threw.
  @MainActor
  public func callAsFunction() throws -> Service {
    try source()
  }
}

/// A dependency that is resolved in an open scope, which the caller passes with each call. A `ScopedProvider` lets a
/// longer-lived service use a shorter-lived one.
public struct ScopedProvider<Service>: Sendable {
  let source: @Sendable (any AnyObject & Sendable) throws -> Service

  /// Creates a provider without a container, for tests and for wiring by hand. The provider calls `make` each time,
  /// with the scope that the caller passes.
  public init(_ make: @escaping @Sendable (any AnyObject & Sendable) throws -> Service) {
    source = make
  }

  /// The service in a scope, for a provider that was created without a container. The scope must have the type that the
  /// provider's `make` expects.
  public func callAsFunction(in scope: some AnyObject & Sendable) throws -> Service {
    try source(scope)
  }
}
