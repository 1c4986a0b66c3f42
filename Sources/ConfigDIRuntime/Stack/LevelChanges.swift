/// What a level of a ``ContainerStack`` changes: other factories, instances, closures, parameters' values; the same as an
/// ``OverlayDefinition`` does.
///
/// Of two changes of one thing, the last counts. What a change names is a new instance, even where the same factory makes
/// it.
public struct LevelChanges: Sendable {
  private var changes: [WiringChange] = []

  init() {}

  /// Another factory for a service. Its scope, its decorators and its collections stay as the manifest has them.
  ///
  /// - Parameters:
  ///   - factory: The name under which it is registered.
  ///   - type: The type whose service it makes.
  ///   - variant: Which named variant of it.
  ///   - settings: The factory's settings as Swift values; text is taken as it is, unless it is a `.template("…")`.
  public mutating func use<Service>(
    _ factory: String, for type: Service.Type, named variant: String? = nil, settings: ChangedSettings = [:]
  ) {
    changes.append(
      .use(.factory(factory, settings: settings.value), for: ServiceReference(type, named: variant)))
  }

  /// Another factory for the service of a custom key.
  public mutating func use<Service>(_ factory: String, for key: Key<Service>, settings: ChangedSettings = [:]) {
    changes.append(.use(.factory(factory, settings: settings.value), for: ServiceReference(key)))
  }

  /// An instance for a service, as it is, without its decorators. The host closes it, and it is never saved.
  public mutating func use<Service: Sendable>(
    instance: Service, for type: Service.Type, named variant: String? = nil
  ) {
    changes.append(.use(.instance(LevelPart(instance: instance)), for: ServiceReference(type, named: variant)))
  }

  /// An instance for the service of a custom key.
  public mutating func use<Service: Sendable>(instance: Service, for key: Key<Service>) {
    changes.append(.use(.instance(LevelPart(instance: instance)), for: ServiceReference(key)))
  }

  /// What the closure makes of the original, which is made first, as a decorator would. It is never saved.
  public mutating func use<Service: Sendable>(
    for type: Service.Type, named variant: String? = nil,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    changes.append(.use(.closure(LevelPart(make)), for: ServiceReference(type, named: variant)))
  }

  /// What the closure makes of the original of a custom key.
  public mutating func use<Service: Sendable>(
    for key: Key<Service>, _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    changes.append(.use(.closure(LevelPart(make)), for: ServiceReference(key)))
  }

  /// A parameter's value, in the place of all that the manifest and the environment say.
  public mutating func set(_ parameter: String, to value: some SettingConvertible) {
    changes.append(.set(parameter, to: value))
  }

  /// A case of an enumeration for a parameter.
  @_disfavoredOverload
  public mutating func set<Value: RawRepresentable<String>>(_ parameter: String, to value: Value) {
    changes.append(.set(parameter, to: value.rawValue))
  }

  /// A service made anew, with all that needs it, though nothing else changes: a user's cache at logout.
  public mutating func renew<Service>(_ type: Service.Type, named variant: String? = nil) {
    renew(ServiceReference(type, named: variant))
  }

  /// The service of a custom key made anew, with all that needs it.
  public mutating func renew<Service>(_ key: Key<Service>) {
    renew(ServiceReference(key))
  }

  /// Takes back what this level has changed of a service so far: it is again as the level below has it.
  public mutating func takeBack<Service>(_ type: Service.Type, named variant: String? = nil) {
    takeBack(ServiceReference(type, named: variant))
  }

  /// Takes back what this level has changed of a custom key's service so far.
  public mutating func takeBack<Service>(_ key: Key<Service>) {
    takeBack(ServiceReference(key))
  }

  /// Takes back the value that this level has set a parameter to.
  public mutating func takeBack(parameter: String) {
    changes.append(WiringChange { _, level in level.takeBack(parameter: parameter) })
  }

  private mutating func renew(_ service: ServiceReference) {
    changes.append(WiringChange { container, level in level.renew(try service.defined(in: container)) })
  }

  private mutating func takeBack(_ service: ServiceReference) {
    changes.append(WiringChange { container, level in level.takeBack(try service.defined(in: container)) })
  }

  /// The definition with these changes made to it, for the keys that a container has.
  func applied(to definition: LevelDefinition, of container: Container) throws -> LevelDefinition {
    var definition = definition
    for change in changes { try change.apply(container, &definition) }
    return definition
  }
}
