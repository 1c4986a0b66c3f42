/// The changes that a level of a ``ContainerStack`` makes: factories, instances, closures and parameter values, as in
/// an ``OverlayDefinition``.
///
/// If a service or parameter is changed twice, the last change wins. A changed service gets a new instance, even from
/// the same factory.
public struct LevelChanges: Sendable, ContentsHiding {
  private(set) var changes: [WiringChange] = []

  /// Uses another factory, given by its registered name, for a service. The service keeps its scope, decorators and
  /// collections from the manifest.
  ///
  /// - Parameter settings: The factory's settings as Swift values. Text is literal, unless it is a `.template("…")`.
  public mutating func use<Service>(
    _ factory: String, for type: Service.Type, named variant: String? = nil,
    settings: [String: any SettingConvertible] = [:]
  ) {
    use(factory, for: Key(type, named: variant), settings: settings)
  }

  /// Uses another factory for the service with a given key.
  public mutating func use<Service>(
    _ factory: String, for key: Key<Service>, settings: [String: any SettingConvertible] = [:]
  ) {
    changes.append(.use(.factory(factory, settings: YAMLValue(entries: settings)), for: ServiceReference(key)))
  }

  /// Uses an instance for a service, without its decorators. The program must close the instance, which is never saved.
  public mutating func use<Service: Sendable>(instance: Service, for type: Service.Type, named variant: String? = nil) {
    use(instance: instance, for: Key(type, named: variant))
  }

  /// Uses an instance for the service with a given key.
  public mutating func use<Service: Sendable>(instance: Service, for key: Key<Service>) {
    changes.append(.use(.part(LevelPart(instance: instance)), for: ServiceReference(key)))
  }

  /// Replaces a service with a closure's result. Like a decorator, the closure receives the original service, which is
  /// made first. A `provided` service can only be replaced by an instance. The change is never saved.
  public mutating func use<Service: Sendable>(
    for type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    use(for: Key(type, named: variant), fileID: fileID, line: line, make)
  }

  /// Replaces the service with a given key. The closure receives the original service.
  public mutating func use<Service: Sendable>(
    for key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    changes.append(.use(.part(LevelPart(at: "\(fileID):\(line)", make)), for: ServiceReference(key)))
  }

  /// Sets a parameter's value, overriding the manifest and the environment. A list may contain only single values, and a
  /// mapping is refused.
  public mutating func set(_ parameter: String, to value: some SettingConvertible) {
    changes.append(.set(parameter, to: value))
  }

  /// Makes a service and its dependents again, even if nothing else changes, for example to clear a user's cache at
  /// logout.
  public mutating func renew<Service>(_ type: Service.Type, named variant: String? = nil) {
    renew(Key(type, named: variant))
  }

  /// Makes the service with a given key and its dependents again.
  public mutating func renew<Service>(_ key: Key<Service>) {
    let service = ServiceReference(key)
    changes.append(WiringChange { container, level in level.renew(try service.defined(in: container)) })
  }

  /// Reverts this level's changes to a service, so that it is the same as in the level below.
  public mutating func takeBack<Service>(_ type: Service.Type, named variant: String? = nil) {
    takeBack(Key(type, named: variant))
  }

  /// Reverts this level's changes to the service with a given key.
  public mutating func takeBack<Service>(_ key: Key<Service>) {
    let service = ServiceReference(key)
    changes.append(WiringChange { container, level in level.takeBack(try service.defined(in: container)) })
  }

  /// Reverts this level's change to a parameter.
  public mutating func takeBack(parameter: String) {
    changes.append(WiringChange { _, level in level.takeBack(parameter: parameter) })
  }
}
