/// The signatures of Factory that the migration page uses.
public final class Container: Sendable {
  public static let shared = Container()

  public func callAsFunction<T>(_ factory: @escaping @Sendable () -> T) -> Factory<T> { Factory(make: factory) }

  public func callAsFunction<P, T>(_ factory: @escaping @Sendable (P) -> T) -> ParameterFactory<P, T> {
    ParameterFactory(make: factory)
  }
}

public struct ParameterFactory<P, T> {
  let make: @Sendable (P) -> T

  public func callAsFunction(_ parameter: P) -> T { make(parameter) }
}

public struct Factory<T> {
  let make: @Sendable () -> T

  public func callAsFunction() -> T { make() }
  public var singleton: Factory<T> { self }
  @discardableResult public func register(factory: @escaping @Sendable () -> T) -> Factory<T> { self }
}
