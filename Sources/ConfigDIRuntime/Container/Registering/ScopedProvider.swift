/// A dependency that is made in an open scope, which is named at each call: how a longer-lived service reaches a
/// shorter-lived one.
public struct ScopedProvider<Service> {
  let source: @Sendable (any AnyObject & Sendable) throws -> Service

  /// - Parameter source: Is given the open scope.
  init(source: @escaping @Sendable (any AnyObject & Sendable) throws -> Service) {
    self.source = source
  }
}

extension ScopedProvider: Sendable {}

extension ScopedProvider: DependencyWrapper {
  static var form: DependencyForm { .scopedProvider }
  static var wrapped: any Any.Type { Service.self }
}
