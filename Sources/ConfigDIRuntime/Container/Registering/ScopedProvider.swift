/// A dependency that is made in an open scope, which the caller names at each call. With it a longer-lived service
/// reaches a shorter-lived one.
public struct ScopedProvider<Service> {
  let source: @Sendable (any AnyObject & Sendable) throws -> Service

  /// - Parameter source: Makes the service in the open scope that it is given.
  init(source: @escaping @Sendable (any AnyObject & Sendable) throws -> Service) {
    self.source = source
  }
}

extension ScopedProvider: Sendable {}

extension ScopedProvider: DependencyWrapper {
  static var form: DependencyForm { .scopedProvider }
  static var wrapped: any Any.Type { Service.self }
}
