import ConfigDI

/// A key in the manifest format, with a description for editors.
protocol DescribedKey: MappingKey {
  var summary: String { get }
}

extension ManifestKey: DescribedKey {
  var summary: String {
    switch self {
    case .configdi: "The version of the manifest format: 1."
    case .kind: "`manifest` (the default), or `overlay` for a file that changes a manifest."
    case .root: "The folder that must contain all imports and overlays; by default, the entry manifest's folder."
    case .imports: "Manifests to include: paths relative to this file, or globs."
    case .overlays: "Overlay files or inline overlays to apply in every stage, before the stage's own."
    case .defaultStage: "The stage to use if neither the program nor CONFIGDI_STAGE names one."
    case .stages: "The stages, each with its changes to the manifest."
    case .scopes: "The program's own scopes, such as one for a request."
    case .parameters: "Values from this file, the environment or secret files, used in settings as ${name}."
    case .collections: "Groups of services that are injected together."
    case .roots: "The keys that the program itself resolves."
    case .services: "The factory of each key, with its scope, dependencies and settings."
    case .lifecycle: "Phases, such as launch, each with the initializers to run in order."
    }
  }
}

extension FileReferenceKey: DescribedKey {
  var summary: String {
    switch self {
    case .path: "A path relative to this file, a glob, or module:NAME/path."
    case .optional: "Whether the file may be missing."
    }
  }
}

extension InlineOverlayKey: DescribedKey {
  var summary: String {
    switch self {
    case .parameters: "New values for parameters, and new parameters."
    case .services: "Services to replace, patch, add or remove."
    case .collections: "New collections."
    case .roots: "Roots, which replace the previous ones."
    case .lifecycle: "Phases, which replace the previous ones."
    }
  }
}

extension StageKey: DescribedKey {
  var summary: String {
    switch self {
    case .extends: "The stage that this one extends."
    case .overlays: "Overlay files or inline overlays to apply in this stage."
    case .parameters: "Parameters with different values in this stage."
    case .services: "Services to replace, patch, add or remove in this stage."
    case .collections: "Collections that exist only in this stage."
    case .roots: "The roots of this stage, which replace the manifest's roots."
    case .lifecycle: "Phases that this stage replaces."
    }
  }
}

extension ScopeKey: DescribedKey {
  var summary: String {
    "The enclosing scope: singleton (the default) or a declared scope."
  }
}

extension ParameterKey: DescribedKey {
  var summary: String {
    switch self {
    case .type: "The type of the parameter; by default, the type of its value, or else string."
    case .value: "The value of the parameter."
    case .env: "The environment variable that contains the value."
    case .file:
      "The file that contains the value, relative to this manifest; for secrets that the platform mounts as files."
    case .default: "The value if the variable or the file is missing."
    case .secret: "Whether the value must never be shown; only secret settings may contain it."
    case .exposed: "Whether the program may read the parameter by name."
    case .restart: "Whether the program must restart when the value changes."
    case .min: "The smallest allowed value."
    case .max: "The largest allowed value."
    case .of: "The allowed values of an enum."
    case .description: "A human-readable description."
    case .new: "Whether the overlay adds this entry."
    case .remove: "Whether the overlay removes this entry."
    }
  }
}

extension CollectionKey: DescribedKey {
  var summary: String {
    "The type of the members, as a key."
  }
}

extension RootKey: DescribedKey {
  var summary: String {
    switch self {
    case .key: "The key that the program resolves."
    case .scope: "The scope that is open when the program resolves the key."
    }
  }
}

extension ServiceField: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered factory that makes the service."
    case .alias: "The key that this key is an alias for."
    case .select: "The enum or bool parameter that selects a case."
    case .provided: "Whether the program provides the instance: true, or optional if the program may omit it."
    case .scope: "How long an instance lives: singleton (the default), transient, graph, weak, or a declared scope."
    case .dependencies: "The keys for the factory's parameters; by default, a parameter's key is its type."
    case .settings: "The factory's settings; ${name} inserts a parameter."
    case .decorators: "The decorators that wrap the service, innermost first."
    case .collect: "The collections that the service belongs to."
    case .eager: "Whether the service is made when the container starts, or when its declared scope opens."
    case .cases: "The key of the service for each value of the parameter."
    case .deprecated: "Advice for users of the deprecated service: a text, or since, use and message."
    case .description: "A human-readable description."
    case .new: "Whether the overlay adds this entry."
    case .remove: "Whether the overlay removes this entry."
    }
  }
}

extension DeprecationKey: DescribedKey {
  var summary: String {
    switch self {
    case .since: "The version or date of the deprecation."
    case .use: "What to use instead."
    case .message: "Further advice for users of the service."
    }
  }
}

extension ReferenceKey: DescribedKey {
  var summary: String {
    switch self {
    case .lazy: "The key of a service that is made on first use; breaks a cycle."
    case .provider:
      "The key of a service that is resolved on each call; breaks a cycle. A ScopedProvider also reaches shorter-lived scopes."
    case .optional: "The key of a service that may be missing."
    case .all: "A collection whose members are injected together."
    }
  }
}

extension DecoratorKey: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered decorator."
    case .dependencies: "The decorator's dependencies, besides the decorated instance."
    case .settings: "The decorator's settings; ${name} inserts a parameter."
    }
  }
}

extension InitializerKey: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered initializer."
    case .dependencies: "The initializer's dependencies."
    case .settings: "The initializer's settings; ${name} inserts a parameter."
    case .onError: "What the phase does if the initializer fails: stop (the default) or continue."
    }
  }
}

/// A key in the catalog, with its spellings and its factories.
struct SchemaKey {
  /// The canonical name.
  let name: String
  let definition: String
  let decoratorDefinition: String
  /// A pattern that matches the key's other spellings, and any spelling with a variant.
  let pattern: String
  let summary: String
  let factories: [CatalogFactory]
  let decorators: [CatalogFactory]

  /// The keys, in the order of their names.
  static func all(of catalog: CatalogIndex) -> [SchemaKey] {
    let spellings = catalog.names.spellings
    let custom = Dictionary(firstOf: catalog.catalog.keys.map { ($0.name, $0.type) })
    let byType = Dictionary(grouping: catalog.catalog.factories) { catalog.provided(by: $0) }
    let names = catalog.knownTypes.union(custom.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var used: Set<String> = []
    return names.map { name in
      let made = byType[catalog.type(of: ServiceKey(name))] ?? []
      let others = (spellings[name] ?? []).map(\.escapedForPattern).joined(separator: "|")
      let own = name.escapedForPattern
      let full = spellings[name]?.max { $0.utf8.count < $1.utf8.count } ?? name
      let safe = name.definitionName(&used)
      return SchemaKey(
        name: name, definition: "service.of.\(safe)", decoratorDefinition: "decorator.of.\(safe)",
        pattern: others.isEmpty ? "^\(own)/[\\s\\S]+$" : "^(?:\(own)/[\\s\\S]+|(?:\(others))(?:/[\\s\\S]+)?)$",
        summary: custom[name].map { "A custom key of type \($0)." } ?? "The type \(full).",
        factories: made.filter { $0.role == .service }, decorators: made.filter { $0.role == .decorator })
    }
  }
}
