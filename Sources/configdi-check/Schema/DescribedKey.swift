import ConfigDI

/// A key of the format with its description for editors.
protocol DescribedKey: MappingKey {
  var summary: String { get }
}

extension ManifestKey: DescribedKey {
  var summary: String {
    switch self {
    case .configdi: "The version of the format: 1."
    case .kind: "`manifest`, the default, or `overlay`: a file that changes a manifest."
    case .root: "A folder that imports and overlays may not leave; the entry manifest's own by default."
    case .imports: "Manifests whose entries this one includes: paths relative to this file, and globs."
    case .overlays: "Overlay files that change the manifest in every stage, before the stage's own."
    case .defaultStage: "The stage if neither the program nor CONFIGDI_STAGE names one."
    case .stages: "The stages, each with its changes."
    case .scopes: "The program's own scopes, such as one for a request."
    case .parameters: "Values from the file, the environment or secret files; used in settings as ${name}."
    case .collections: "Groups of services that are injected together."
    case .roots: "The keys that the program itself resolves."
    case .services: "The factory of each key, with its scope, dependencies and settings."
    case .lifecycle: "Phases such as launch, each with the initializers to run in order."
    }
  }
}

extension FileReferenceKey: DescribedKey {
  var summary: String {
    switch self {
    case .path: "A path relative to this file, a glob, or module:NAME/path."
    case .optional: "Whether the file may be absent."
    }
  }
}

extension InlineOverlayKey: DescribedKey {
  var summary: String {
    switch self {
    case .parameters: "New values of parameters, and new parameters."
    case .services: "Services that are replaced, patched, added or removed."
    case .collections: "New collections."
    case .roots: "The roots, replacing the previous ones."
    case .lifecycle: "Phases, replacing the previous ones."
    }
  }
}

extension StageKey: DescribedKey {
  var summary: String {
    switch self {
    case .extends: "The stage that this one extends."
    case .overlays: "Overlay files of this stage."
    case .parameters: "Parameters with other values in this stage."
    case .services: "Services that are replaced, patched, added or removed in this stage."
    case .collections: "Collections of only this stage."
    case .roots: "The roots of this stage, replacing the manifest's."
    case .lifecycle: "Phases that this stage replaces."
    }
  }
}

extension ScopeKey: DescribedKey {
  var summary: String {
    switch self {
    case .parent: "The scope around this one: singleton, the default, or a declared one."
    }
  }
}

extension ParameterKey: DescribedKey {
  var summary: String {
    switch self {
    case .type: "The type of its value; by default the value's own type, else string."
    case .value: "The value itself."
    case .env: "The environment variable with its value."
    case .file: "The file with its value, relative to this one; for secrets that a platform mounts."
    case .default: "The value if the variable or the file is missing."
    case .secret: "Whether its value must never be shown; only secret settings may contain it."
    case .exposed: "Whether the program may read it by name."
    case .restart: "Whether changing its value requires a restart of the program."
    case .min: "The minimum, written like a value of the type."
    case .max: "The maximum, written like a value of the type."
    case .of: "The values that an enum may have."
    case .description: "A description for people."
    case .new: "Whether the overlay adds it."
    case .remove: "Whether the overlay removes it."
    }
  }
}

extension CollectionKey: DescribedKey {
  var summary: String {
    switch self {
    case .of: "The key with the type of the members."
    }
  }
}

extension RootKey: DescribedKey {
  var summary: String {
    switch self {
    case .key: "The key that the program resolves."
    case .scope: "The open scope in which the program resolves it."
    }
  }
}

extension ServiceField: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered factory that makes it."
    case .alias: "The key of the target service."
    case .select: "The enum or bool parameter that decides between the cases."
    case .provided: "Whether the program passes the instance: true, or optional if it may omit it."
    case .scope: "How long an instance lives: singleton (the default), transient, graph, weak, or a declared scope."
    case .dependencies: "The services for the factory's parameters, if they differ from the parameters' types."
    case .settings: "The factory's settings; ${name} inserts a parameter."
    case .decorators: "Factories that wrap it, innermost first."
    case .collect: "The collections that it belongs to."
    case .eager: "Whether it is made when the container starts."
    case .cases: "The key for each value of the parameter."
    case .deprecated: "Since when it is deprecated, and what to use instead."
    case .description: "A description for people."
    case .new: "Whether the overlay adds it."
    case .remove: "Whether the overlay removes it."
    }
  }
}

extension DeprecationKey: DescribedKey {
  var summary: String {
    switch self {
    case .since: "The version or date since which it is deprecated."
    case .use: "What to use instead."
    case .message: "Further advice for its users."
    }
  }
}

extension ReferenceKey: DescribedKey {
  var summary: String {
    switch self {
    case .lazy: "The key of a service that is made on first use; breaks a cycle."
    case .provider: "The key of a service that is resolved on each call; breaks a cycle, and may reach a shorter scope."
    case .optional: "A key that may have no service."
    case .all: "A collection, whose members are injected together."
    }
  }
}

extension DecoratorKey: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered decorator."
    case .dependencies: "Its dependencies besides the decorated instance."
    case .settings: "Its settings; ${name} inserts a parameter."
    }
  }
}

extension InitializerKey: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered initializer."
    case .dependencies: "Its dependencies."
    case .settings: "Its settings; ${name} inserts a parameter."
    case .onError: "Whether its failure ends the phase: stop, the default, or continue."
    }
  }
}

/// A key in the catalog: its spellings, and its factories.
struct SchemaKey {
  /// The canonical name.
  let name: String
  let definition: String
  let decoratorDefinition: String
  /// Every other spelling, and every spelling with a variant.
  let pattern: String
  let summary: String
  let factories: [CatalogFactory]
  let decorators: [CatalogFactory]

  /// The keys, in the order of their names.
  static func all(of catalog: CatalogIndex) -> [SchemaKey] {
    let spellings = catalog.names.spellings
    let custom = Dictionary(catalog.catalog.keys.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    var byType: [String: [CatalogFactory]] = [:]
    for factory in catalog.catalog.factories {
      if let type = catalog.provided(by: factory) { byType[type, default: []].append(factory) }
    }
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
