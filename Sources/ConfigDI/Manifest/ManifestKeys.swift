package enum ManifestKey: String, MappingKey {
  case configdi, kind, root, imports, overlays, defaultStage, stages, scopes
  case parameters, collections, roots, services, lifecycle

  package static let table = KeyTable<Self>(of: "a manifest")
  package static let areSections = true
  package static let allowsExtensions = true
  package static let lists = KeySet<Self>(.imports, .overlays, .roots)
  package static let inManifestsOnly = KeySet<Self>(.root, .imports, .overlays, .defaultStage, .stages, .scopes)

  package var form: ManifestForm {
    switch self {
    case .configdi: .scalar(.choice([String(ManifestDecoder.version)]))
    case .kind: .scalar(.choice(Manifest.Kind.allCases.map(\.rawValue)))
    case .root: .scalar(.word)
    case .imports: .list(.fileReference(.imported))
    case .overlays: .list(.fileReference(.overlay))
    case .defaultStage: .scalar(.name(.stage))
    case .stages: .entries(.stage, .stage)
    case .scopes: .entries(.scope, .scope)
    case .parameters: .entries(.parameter, .parameter)
    case .collections: .entries(.collection, .collection)
    case .roots: .list(.root)
    case .services: .entries(.service, .service)
    case .lifecycle: .entries(.phase, .list(.initializer))
    }
  }
}

package enum FileReferenceKey: String, MappingKey {
  case path, optional

  package static let table = KeyTable<Self>(of: "an import or overlay")

  package var form: ManifestForm {
    switch self {
    case .path: .scalar(.file(.imported))
    case .optional: .scalar(.flag)
    }
  }
}

package enum InlineOverlayKey: String, MappingKey {
  case parameters, services, collections, roots, lifecycle

  package static let table = KeyTable<Self>(of: "an inline overlay")
  package static let areSections = true
  package static let lists = KeySet<Self>(.roots)
  package var form: ManifestForm { ManifestKey(rawValue: rawValue)?.form ?? .unknown }
}

package enum StageKey: String, MappingKey {
  case extends, overlays, parameters, services, collections, roots, lifecycle

  package static let table = KeyTable<Self>(of: "a stage")
  package static let areSections = true
  package static let lists = KeySet<Self>(.overlays, .roots)

  package var form: ManifestForm {
    self == .extends ? .scalar(.name(.stage)) : ManifestKey(rawValue: rawValue)?.form ?? .unknown
  }
}

package enum ScopeKey: String, MappingKey {
  case parent

  package static let table = KeyTable<Self>(of: "a scope")
  package var form: ManifestForm { .scalar(.scope(.parent)) }
}

package enum ParameterKey: String, MappingKey {
  case type, value, env, file, `default`, secret, exposed, restart, min, max, of, description, new, remove

  package static let table = KeyTable<Self>(of: "a parameter")
  package static let lists = KeySet<Self>(.of, .value, .default)
  static let sources = KeySet<Self>(.value, .env, .file)
  package static let inOverlaysOnly = KeySet<Self>(.new, .remove)

  static let withRemove = inOverlaysOnly.union(KeySet(.description))

  package static func excluded(by present: KeySet<Self>) -> KeySet<Self> {
    if present.contains(.remove) { return .all.subtracting(withRemove) }
    return present.intersection(sources).isEmpty ? KeySet() : sources
  }

  package var form: ManifestForm {
    switch self {
    case .type: .scalar(.parameterType)
    case .value, .default: .scalar(.interpolated)
    case .env: .scalar(.word)
    case .file: .scalar(.file(.secret))
    case .secret, .exposed, .restart, .new, .remove: .scalar(.flag)
    case .min, .max, .of, .description: .scalar(.text)
    }
  }
}

package enum CollectionKey: String, MappingKey {
  case of

  package static let table = KeyTable<Self>(of: "a collection")
  package var form: ManifestForm { .scalar(.element) }
}

package enum RootKey: String, MappingKey {
  case key, scope

  package static let table = KeyTable<Self>(of: "a root")
  package var form: ManifestForm { .scalar(self == .key ? .name(.service) : .scope(.root)) }
}

package enum ServiceField: String, MappingKey {
  case factory, alias, select, provided
  case scope, dependencies, settings, decorators, collect, eager, cases, deprecated, description, new, remove

  package static let table = KeyTable<Self>(of: "a service")
  package static let lists = KeySet<Self>(.collect, .decorators, .dependencies)
  package static let mappings = KeySet<Self>(.dependencies, .settings, .cases)
  package static let kinds = KeySet<Self>(.factory, .alias, .select, .provided)
  private static let withFactory = KeySet<Self>(.scope, .dependencies, .settings, .decorators, .collect, .eager)
  private static let withAlias = KeySet<Self>(.collect)
  private static let withSelect = KeySet<Self>(.cases)
  private static let withProvided = KeySet<Self>(.scope)
  package static let withAny = KeySet<Self>(.deprecated, .description)
  package static let inOverlaysOnly = KeySet<Self>(.new, .remove)
  static let withRemove = inOverlaysOnly.union(KeySet(.description))

  package var form: ManifestForm {
    switch self {
    case .factory: .scalar(.name(.factory))
    case .alias: .scalar(.name(.service))
    case .select: .scalar(.name(.parameter))
    case .provided: .scalar(.choice(["true", "optional"]))
    case .scope: .scalar(.scope(.service))
    case .dependencies: .dependencies
    case .settings: .settings
    case .decorators: .list(.decorator)
    case .collect: .scalar(.name(.collection))
    case .eager, .new, .remove: .scalar(.flag)
    case .cases: .entries(nil, .scalar(.name(.service)))
    case .deprecated: .deprecation
    case .description: .scalar(.text)
    }
  }

  /// The fields that only entries of one kind may have, or of several kinds but not of all.
  package static func fields(ofKind kind: Self) -> KeySet<Self> {
    switch kind {
    case .factory: withFactory
    case .alias: withAlias
    case .select: withSelect
    default: withProvided
    }
  }

  package static func excluded(by present: KeySet<Self>) -> KeySet<Self> {
    if present.contains(.remove) { return .all.subtracting(withRemove) }
    return present.intersection(kinds).keys.reduce(KeySet()) { $0.union(kinds).union(foreignFields(ofKind: $1)) }
  }

  /// The fields that an entry of a kind must not have.
  static func foreignFields(ofKind kind: Self) -> KeySet<Self> {
    withFactory.union(withSelect).subtracting(fields(ofKind: kind))
  }
}

package enum DeprecationKey: String, MappingKey {
  case since, use, message

  package static let table = KeyTable<Self>(of: "a deprecation")
  package var form: ManifestForm { .scalar(self == .use ? .name(.service) : .text) }
}

package enum ReferenceKey: String, MappingKey {
  case lazy, provider, optional, all

  package static let table = KeyTable<Self>(of: "a reference")
  package var form: ManifestForm { .scalar(.name(self == .all ? .collection : .service)) }
}

package enum DecoratorKey: String, MappingKey {
  case factory, dependencies, settings

  package static let table = KeyTable<Self>(of: "a decorator")
  package static let mappings = KeySet<Self>(.dependencies, .settings)
  package var form: ManifestForm { InitializerKey(rawValue: rawValue)?.form ?? .unknown }
}

package enum InitializerKey: String, MappingKey {
  case factory, dependencies, settings, onError

  package static let table = KeyTable<Self>(of: "an initializer")
  package static let mappings = KeySet<Self>(.dependencies, .settings)

  package var form: ManifestForm {
    switch self {
    case .factory: .scalar(.name(.factory))
    case .dependencies: .dependencies
    case .settings: .settings
    case .onError: .scalar(.choice([FactoryUse.FailurePolicy.stop, .continue].map(\.rawValue)))
    }
  }
}
