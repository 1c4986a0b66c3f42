/// What a level of a ``ContainerStack`` changes: other factories, instances, parameters' values.
///
/// Of two changes of one thing, the last counts.
public struct LevelChanges: Sendable {
  private var changes: [@Sendable (Container, inout LevelDefinition) throws -> Void] = []

  init() {}

  /// Another factory for a service. Its scope, its decorators and its collections stay as the manifest has them.
  ///
  /// - Parameters:
  ///   - factory: The name under which it is registered.
  ///   - type: The type whose service it makes.
  ///   - variant: Which named variant of it.
  ///   - settings: The factory's settings, written as in the manifest; `${name}` stands for a parameter.
  public mutating func use<Service>(
    _ factory: String, for type: Service.Type, named variant: String? = nil, settings: SettingDefaults = [:]
  ) {
    let settings = YAMLValue(settings)
    changes.append { container, level in
      level.use(.factory(factory, settings: settings), for: try container.key(type, variant))
    }
  }

  /// Another factory for the service of a custom key.
  public mutating func use<Service>(_ factory: String, for key: Key<Service>, settings: SettingDefaults = [:]) {
    let settings = YAMLValue(settings)
    changes.append { container, level in
      level.use(.factory(factory, settings: settings), for: try container.key(key))
    }
  }

  /// An instance for a service, as it is, without its decorators. The host closes it, and it is never saved.
  public mutating func use<Service: Sendable>(
    instance: Service, for type: Service.Type, named variant: String? = nil
  ) {
    let instance = LevelInstance(instance)
    changes.append { container, level in
      level.use(.instance(instance), for: try container.key(type, variant))
    }
  }

  /// An instance for the service of a custom key.
  public mutating func use<Service: Sendable>(instance: Service, for key: Key<Service>) {
    let instance = LevelInstance(instance)
    changes.append { container, level in level.use(.instance(instance), for: try container.key(key)) }
  }

  /// A parameter's value, in the place of all that the manifest and the environment say.
  public mutating func set(_ parameter: String, to value: String) { set(parameter, .literal(value)) }
  /// A number for a parameter.
  public mutating func set(_ parameter: String, to value: Int) { set(parameter, .plain("\(value)")) }
  /// A number for a parameter.
  public mutating func set(_ parameter: String, to value: Double) { set(parameter, YAMLValue(value)) }
  /// A truth value for a parameter.
  public mutating func set(_ parameter: String, to value: Bool) { set(parameter, .plain("\(value)")) }
  /// A duration for a parameter, to the millisecond.
  public mutating func set(_ parameter: String, to value: Duration) { set(parameter, .text(value.manifestText)) }
  /// A size for a parameter.
  public mutating func set(_ parameter: String, to value: ByteSize) { set(parameter, .plain("\(value.bytes)")) }
  /// A list for a parameter.
  public mutating func set(_ parameter: String, to value: [String]) {
    set(parameter, .list(value.map { .literal($0) }))
  }
  /// A case of an enumeration for a parameter.
  public mutating func set<Value: RawRepresentable<String>>(_ parameter: String, to value: Value) {
    set(parameter, to: value.rawValue)
  }

  private mutating func set(_ parameter: String, _ value: YAMLValue) {
    changes.append { _, level in level.values[parameter] = value }
  }

  /// The definition with these changes made to it, for the keys that a container has.
  func applied(to definition: LevelDefinition, of container: Container) throws -> LevelDefinition {
    var definition = definition
    for change in changes { try change(container, &definition) }
    return definition
  }
}

extension Container {
  /// The key under which the manifest defines what serves a type.
  fileprivate func key(_ type: any Any.Type, _ variant: String?) throws -> ServiceKey {
    wiring.plan.services[try service(type, variant)].key
  }

  fileprivate func key<Service>(_ key: Key<Service>) throws -> ServiceKey {
    wiring.plan.services[try service(key)].key
  }
}
