/// The signatures of Swinject that the migration page uses.
public protocol Resolver {
  func resolve<Service>(_ serviceType: Service.Type) -> Service?
}

public final class Container: Resolver {
  public init() {}

  @discardableResult
  public func register<Service>(
    _ serviceType: Service.Type, name: String? = nil, factory: @escaping (any Resolver) -> Service
  ) -> ServiceEntry<Service> { ServiceEntry() }

  @discardableResult
  public func register<Service, Arg1, Arg2>(
    _ serviceType: Service.Type, name: String? = nil, factory: @escaping (any Resolver, Arg1, Arg2) -> Service
  ) -> ServiceEntry<Service> { ServiceEntry() }

  public func resolve<Service>(_ serviceType: Service.Type) -> Service? { nil }

  public func resolve<Service, Arg1, Arg2>(
    _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2
  ) -> Service? { nil }
}

public final class ServiceEntry<Service> {
  @discardableResult public func inObjectScope(_ objectScope: ObjectScope) -> Self { self }
}

public final class ObjectScope: Sendable {
  public static let container = ObjectScope()
  public static let graph = ObjectScope()
  public static let transient = ObjectScope()
  public static let weak = ObjectScope()
}
