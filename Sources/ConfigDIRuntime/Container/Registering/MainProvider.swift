/// A dependency on a service of the main actor, asked for at each call there.
///
/// Any code may hold it; only the main actor may call it.
public struct MainProvider<Service>: Sendable {
  private let source: @MainActor @Sendable () throws -> Service

  /// A provider without a container, for tests: calls `make` each time.
  public init(_ make: @escaping @MainActor @Sendable () throws -> Service) {
    source = make
  }

  /// The service, as the container gives it now.
  ///
  /// - Throws: The error of its factory.
  @MainActor
  public func callAsFunction() throws -> Service {
    try source()
  }
}

extension MainProvider: DependencyWrapper {
  static var form: DependencyForm { .mainProvider }
  static var wrapped: any Any.Type { Service.self }
}
