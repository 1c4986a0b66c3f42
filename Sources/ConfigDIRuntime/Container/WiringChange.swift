/// One change to a wiring, made by a level of a stack or by an overlay.
struct WiringChange: Sendable {
  /// Applies the change to a definition. The container resolves types and keys to services.
  let apply: @Sendable (_ container: Container, inout LevelDefinition) throws -> Void

  static func use(_ source: LevelDefinition.Source, for service: ServiceReference) -> WiringChange {
    WiringChange { container, level in level.use(source, for: try service.defined(in: container)) }
  }

  static func set(_ parameter: String, to value: some SettingConvertible) -> WiringChange {
    let value = YAMLValue(value)
    return WiringChange { _, level in level.values[parameter] = value }
  }
}

/// A type-erased reference to a service by its key.
struct ServiceReference: Sendable {
  let type: any Any.Type
  private let name: KeyName

  init<Service>(_ key: Key<Service>) {
    type = Service.self
    name = key.name
  }

  /// Whether the key is a type without a variant.
  var isType: Bool { if case .type(nil) = name { true } else { false } }

  /// The key as the manifest writes it.
  func key(in wiring: Wiring) -> ServiceKey {
    switch name {
    case .type(let variant): wiring.key(of: type, named: variant)
    case .custom(let name): ServiceKey(name)
    }
  }

  func service(in container: Container) throws -> Int {
    switch name {
    case .type(let variant): try container.service(type, variant)
    case .custom(let name): try container.service(ServiceKey(name))
    }
  }

  /// The key under which the manifest defines the referenced service.
  func defined(in container: Container) throws -> ServiceKey {
    let service = try service(in: container)
    try container.wiring.check(type, serves: service)
    return container.wiring.plan.services[service].key
  }

  /// The requested key, which may be an alias.
  func asked(in container: Container) throws -> ServiceKey {
    let defined = try defined(in: container)
    let asked = key(in: container.wiring)
    return container.wiring.keys[asked] == nil ? defined : asked
  }
}
