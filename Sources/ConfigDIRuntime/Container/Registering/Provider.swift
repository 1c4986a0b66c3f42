/// A dependency that is asked for at each call, as often as it is needed.
///
/// Each call gives the same as resolving the key then: a new instance of a transient service, the one instance of a
/// singleton. It resolves in the container, or the open scope, that made it. It cannot reach a service of a scope
/// further in; only a ``ScopedProvider`` can.
public struct Provider<Service> {
  private let source: @Sendable () throws -> Service

  /// A provider without a container, for tests: calls `make` each time.
  public init(_ make: @escaping @Sendable () throws -> Service) {
    source = make
  }

  /// The service, as the container gives it now.
  ///
  /// - Throws: The error of its factory.
  public func callAsFunction() throws -> Service {
    try source()
  }
}

// An instance that is not `Sendable` is made anew at each call, so that no two callers share it.
extension Provider: Sendable {}

extension Provider: DependencyWrapper {
  static var form: DependencyForm { .provider }
  static var wrapped: any Any.Type { Service.self }
}
