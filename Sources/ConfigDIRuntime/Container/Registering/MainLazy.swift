/// A dependency on a service of the main actor, made once, at its first use there.
///
/// Any code may hold it; only the main actor may call it.
public struct MainLazy<Service>: Sendable {
  private let source: @MainActor @Sendable () throws -> Service

  /// - Parameter source: Gives the same instance at each call.
  init(source: @escaping @MainActor @Sendable () throws -> Service) {
    self.source = source
  }

  /// A lazy dependency without a container, for tests: calls `make` at its first use and keeps the result.
  @MainActor
  public init(_ make: @escaping @MainActor @Sendable () throws -> Service) {
    let kept = Kept<Service>()
    self.init(source: { try kept.value(make) })
  }

  /// The service, made now if this is its first use.
  ///
  /// - Throws: The error of its factory; the next call tries again.
  @MainActor
  public func callAsFunction() throws -> Service {
    try source()
  }
}

extension MainLazy: DependencyWrapper {
  static var form: DependencyForm { .mainLazy }
  static var wrapped: any Any.Type { Service.self }
}

@MainActor
private final class Kept<Value> {
  private var result: Value?

  func value(_ make: @MainActor () throws -> Value) throws -> Value {
    if let result { return result }
    let made = try make()
    if let result { return result }
    result = made
    return made
  }
}
