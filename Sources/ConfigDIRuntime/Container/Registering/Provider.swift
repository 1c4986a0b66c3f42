/// A dependency that is asked for at each call, as often as it is needed.
///
/// Each call gives what resolving the key there and then would give: a new instance of a transient service, the one
/// instance of a singleton. It lives in the container that made it, or in the open scope: what lives in a scope further
/// in is out of its reach, and of a ``ScopedProvider``'s alone.
public struct Provider<Service> {
  private let source: @Sendable () throws -> Service

  /// A provider without a container, for tests: calls `make` each time.
  public init(_ make: @escaping @Sendable () throws -> Service) {
    source = make
  }

  /// The service, as the container gives it now.
  ///
  /// - Throws: What its factory threw.
  public func callAsFunction() throws -> Service {
    try source()
  }
}

// What is not `Sendable` is made anew at each call, so that nobody shares it.
extension Provider: Sendable {}

extension Provider: DependencyWrapper {
  static var form: DependencyForm { .provider }
  static var wrapped: any Any.Type { Service.self }
}
