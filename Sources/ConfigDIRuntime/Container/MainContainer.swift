/// A container as the main actor sees it, with the services that are made on the main actor.
@MainActor
public struct MainContainer {
  let container: Container

  /// The service of a type's key, made now if it does not exist yet.
  public func resolve<Service>(_ type: Service.Type, named variant: String? = nil) throws -> Service {
    try container.take(container.service(type, variant), as: type, isMain: true)
  }

  /// The service of a custom key.
  public func resolve<Service>(_ key: Key<Service>) throws -> Service {
    try container.take(container.service(key), as: Service.self, isMain: true)
  }
}

extension Container {
  /// This container as the main actor sees it.
  @MainActor public var main: MainContainer { MainContainer(container: self) }
}
