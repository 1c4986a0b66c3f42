import ConfigDI

extension Place {
  /// The place of a key's value in a mapping at this place.
  func value(of key: String, at path: [PathStep]) -> Place {
    switch self {
    case .file(let layer): Self.section(ManifestKey(rawValue: key), layer)
    case .stages: .stage
    case .stage:
      switch StageKey(rawValue: key) {
      case .extends: .value(.name(.stage))
      case nil: .unknown
      // A stage's sections have the same form as in an overlay.
      default: Self.section(ManifestKey(rawValue: key), .overlay)
      }
    case .scopes: .scope
    case .scope: ScopeKey(rawValue: key) == .parent ? .value(.scope(.parent)) : .unknown
    case .parameters(let layer): .parameter(layer, name: key)
    case .parameter:
      switch ParameterKey(rawValue: key) {
      case .type: .value(.parameterType)
      case .value, .default: .value(.interpolated)
      case .env: .value(.text)
      case .file: .value(.file(.secret))
      case .secret, .exposed, .restart, .new, .remove: .value(.choice(["true", "false"]))
      case .min, .max, .of, .description: .value(.text)
      case nil: .unknown
      }
    case .collections: .collection
    case .collection: CollectionKey(rawValue: key) == .of ? .value(.element) : .unknown
    case .root:
      switch RootKey(rawValue: key) {
      case .key: .value(.reference(nil, slot: nil, .instance))
      case .scope: .value(.scope(.root))
      case nil: .unknown
      }
    case .services(let layer): .service(layer, key: key)
    case .service(_, let own): Self.serviceField(ServiceField(rawValue: key), of: own, at: path)
    case .lifecycle: .phase
    case .use(let use):
      switch InitializerKey(rawValue: key) {
      case .factory: .value(.factory(use))
      case .dependencies: .dependencies(use)
      case .settings: .settings(use, [])
      case .onError where use.role == .initializer:
        .value(.choice([FactoryUse.FailurePolicy.stop, .continue].map(\.rawValue)))
      case .onError, nil: .unknown
      }
    case .dependencies(let use): .reference(use, slot: .key(key))
    case .reference(let use, let slot): Self.wrapped(ReferenceKey(rawValue: key), use, slot)
    case .settings(let use, let inner): .settings(use, inner + [.key(key)])
    case .cases: .value(.reference(nil, slot: nil, .instance))
    case .deprecation:
      DeprecationKey(rawValue: key) == .use ? .value(.reference(nil, slot: nil, .instance)) : .value(.text)
    case .overlays: Self.section(ManifestKey(rawValue: key), .overlay)
    case .fileReference(let use):
      switch FileReferenceKey(rawValue: key) {
      case .path: .value(.file(use))
      case .optional: .value(.choice(["true", "false"]))
      case nil: Self.section(ManifestKey(rawValue: key), .overlay)
      }
    case .roots, .phase, .decorators, .imports, .value, .unknown: .unknown
    }
  }

  /// The place of an element in a list at this place.
  func item(_ position: Int, at path: [PathStep]) -> Place {
    switch self {
    case .roots: .root
    case .phase: .use(FactoryPlace(role: .initializer, path: path + [.item(position)], key: nil))
    case .decorators(let use):
      .use(FactoryPlace(role: .decorator, path: path + [.item(position)], key: use.key))
    case .dependencies(let use): .reference(use, slot: .item(position))
    case .settings(let use, let inner): .settings(use, inner + [.item(position)])
    case .parameter: .value(.interpolated)
    case .imports: .fileReference(.imported)
    case .overlays: .fileReference(.overlay)
    case .value: self
    default: .unknown
    }
  }

  func scalar(at path: [PathStep]) -> Meaning? {
    switch self {
    case .value(let meaning): meaning
    case .service(_, let key): .factory(FactoryPlace(role: .service, path: path, key: key))
    case .use(let use): .factory(use)
    case .parameter: .interpolated
    case .root: .reference(nil, slot: nil, .instance)
    case .reference(let use, let slot): .reference(use, slot: slot, .instance)
    case .settings(_, let path): path.isEmpty ? nil : .interpolated
    case .deprecation: .text
    case .imports: .file(.imported)
    case .overlays: .file(.overlay)
    case .fileReference(let use): .file(use)
    default: nil
    }
  }

  /// The kind of names that the keys of a mapping at this place declare; `nil` if the keys belong to the format.
  var declares: SymbolKind? {
    switch self {
    case .services: .service
    case .parameters: .parameter
    case .scopes: .scope
    case .stages: .stage
    case .collections: .collection
    case .lifecycle: .phase
    default: nil
    }
  }

  private static func section(_ key: ManifestKey?, _ layer: Manifest.Kind) -> Place {
    switch key {
    case .configdi: .value(.choice(["1"]))
    case .kind: .value(.choice([Manifest.Kind.manifest.rawValue, Manifest.Kind.overlay.rawValue]))
    case .root: .value(.text)
    case .imports: .imports
    case .overlays: .overlays
    case .defaultStage: .value(.name(.stage))
    case .stages: .stages
    case .scopes: .scopes
    case .parameters: .parameters(layer)
    case .collections: .collections
    case .roots: .roots
    case .services: .services(layer)
    case .lifecycle: .lifecycle
    case nil: .unknown
    }
  }

  private static func serviceField(_ key: ServiceField?, of own: String, at path: [PathStep]) -> Place {
    let use = FactoryPlace(role: .service, path: path, key: own)
    return switch key {
    case .factory: .value(.factory(use))
    case .alias: .value(.reference(nil, slot: nil, .instance))
    case .select: .value(.choosingParameter)
    case .provided: .value(.choice(["true", "optional"]))
    case .scope: .value(.scope(.service))
    case .dependencies: .dependencies(use)
    case .settings: .settings(use, [])
    case .decorators: .decorators(use)
    case .collect: .value(.name(.collection))
    case .eager, .new, .remove: .value(.choice(["true", "false"]))
    case .cases: .cases(key: own)
    case .deprecated: .deprecation
    case .description: .value(.text)
    case nil: .unknown
    }
  }

  private static func wrapped(_ key: ReferenceKey?, _ use: FactoryPlace, _ slot: PathStep) -> Place {
    guard let kind = key.flatMap({ ReferenceKind(rawValue: $0.rawValue) }) else { return .unknown }
    return kind == .all ? .value(.name(.collection)) : .value(.reference(use, slot: slot, kind))
  }

  /// The place of a document's root, depending on the kind that the document declares.
  static func root(of outline: Outline) -> Place {
    let kind = outline.documents.first.flatMap { outline.text(ManifestKey.kind.rawValue, in: $0) }
    return .file(kind == Manifest.Kind.overlay.rawValue ? .overlay : .manifest)
  }

  static func at(_ path: [PathStep], in outline: Outline) -> Place {
    var place = root(of: outline)
    var passed: [PathStep] = []
    for step in path {
      switch step {
      case .key(let name): place = place.value(of: name, at: passed)
      case .item(let position): place = place.item(position, at: passed)
      }
      passed.append(step)
    }
    return place
  }

  /// One of the format's keys, and its purpose.
  struct Field {
    let name: String
    /// What the key belongs to, as worded in messages: `a service`.
    let owner: String
    let summary: String
  }

  /// The format's keys that a mapping at this place can have.
  var fields: [Field] {
    func all<Key: MappingKey>(_ keys: [Key]) -> [Field] {
      keys.map { Field(name: $0.rawValue, owner: Key.owner, summary: $0.summary) }
    }
    return switch self {
    case .file(.manifest): all(ManifestKey.allCases)
    case .file(.overlay): all(ManifestKey.inOverlayFile.keys)
    case .stage: all(StageKey.allCases)
    case .scope: all(ScopeKey.allCases)
    case .parameter(let layer, _):
      all(ParameterKey.allCases.filter { layer == .overlay || ![.new, .remove].contains($0) })
    case .collection: all(CollectionKey.allCases)
    case .root: all(RootKey.allCases)
    case .service(let layer, _):
      all(ServiceField.allCases.filter { layer == .overlay || ![.new, .remove].contains($0) })
    case .use(let use):
      use.role == .decorator ? all(DecoratorKey.allCases) : all(InitializerKey.allCases)
    case .reference: all(ReferenceKey.allCases)
    case .deprecation: all(DeprecationKey.allCases)
    case .fileReference: all(FileReferenceKey.allCases)
    default: []
    }
  }
}
