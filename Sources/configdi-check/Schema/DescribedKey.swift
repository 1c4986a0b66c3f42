import ConfigDI

/// A key of the format with its description for editors.
protocol DescribedKey: MappingKey {
  var summary: String { get }
}

extension ManifestKey: DescribedKey {
  var summary: String {
    switch self {
    case .configdi: "The version of the format: 1."
    case .kind: "`manifest`, the default, or `overlay`: a file that amends a manifest."
    case .root: "A folder that imports and overlays may not leave; the entry manifest's own by default."
    case .imports: "Manifests whose entries this one takes in: paths relative to this file, and globs."
    case .overlays: "Overlay files that amend the manifest in every stage, before the stage's own."
    case .defaultStage: "The stage where neither the program nor CONFIGDI_STAGE names one."
    case .stages: "The stages that there are, each with what it changes."
    case .scopes: "Scopes of the program's own, such as one for a request."
    case .parameters: "Values from the file, the environment or secret files; used in settings as ${name}."
    case .collections: "Groups of services that are injected together."
    case .roots: "The keys that the program asks for itself."
    case .services: "Which factory serves each key, with its scope, dependencies and settings."
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
    case .parameters: "Parameters' new values, and new parameters."
    case .services: "Services that are replaced, amended, added or removed."
    case .collections: "New collections."
    case .roots: "The roots, in the place of those before."
    case .lifecycle: "Phases, in the place of those before."
    }
  }
}

extension StageKey: DescribedKey {
  var summary: String {
    switch self {
    case .extends: "The stage on whose changes this one builds."
    case .overlays: "Overlay files of this stage."
    case .parameters: "Parameters that have other values in this stage."
    case .services: "Services that are replaced, patched, added or removed in this stage."
    case .collections: "Collections of this stage alone."
    case .roots: "The roots of this stage, in place of the manifest's."
    case .lifecycle: "Phases that this stage replaces."
    }
  }
}

extension ScopeKey: DescribedKey {
  var summary: String {
    switch self {
    case .parent: "The scope in which this one is opened: singleton, the default, or a declared one."
    }
  }
}

extension ParameterKey: DescribedKey {
  var summary: String {
    switch self {
    case .type: "What its value is; by default the value's own type, else string."
    case .value: "The value itself."
    case .env: "The environment variable that it is read from."
    case .file: "The file that it is read from, relative to this one; for secrets that a platform mounts."
    case .default: "The value where the variable or the file is absent."
    case .secret: "Whether its value must never be shown; it may flow into secret settings only."
    case .exposed: "Whether the program may read it by name."
    case .restart: "Whether a change of its value needs a restart of the program."
    case .min: "The least value, in the type's own form."
    case .max: "The greatest value, in the type's own form."
    case .of: "The values that an enum may have."
    case .description: "What people should know of it."
    case .new: "Says that an overlay adds it."
    case .remove: "Says that an overlay takes it away."
    }
  }
}

extension CollectionKey: DescribedKey {
  var summary: String {
    switch self {
    case .of: "The key that every member serves."
    }
  }
}

extension RootKey: DescribedKey {
  var summary: String {
    switch self {
    case .key: "The key that the program asks for."
    case .scope: "The open scope inside of which it asks."
    }
  }
}

extension ServiceField: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered factory that makes it."
    case .alias: "The key that it stands for."
    case .select: "The enum or bool parameter that decides between the cases."
    case .provided: "Says that the program hands the instance in: true, or optional where it may leave it out."
    case .scope: "How long an instance lives: singleton (the default), transient, graph, weak, or a declared scope."
    case .dependencies: "What the factory is given, where that is not simply the key that it asks for."
    case .settings: "The factory's settings; ${name} stands for a parameter."
    case .decorators: "Factories that wrap it, innermost first."
    case .collect: "The collections that it belongs to."
    case .eager: "Whether it is made at start."
    case .cases: "The key for each value of the parameter."
    case .deprecated: "Since when it should not be used, and what instead."
    case .description: "What people should know of it."
    case .new: "Says that an overlay adds it."
    case .remove: "Says that an overlay takes it away."
    }
  }
}

extension DeprecationKey: DescribedKey {
  var summary: String {
    switch self {
    case .since: "The version or date from which it should not be used."
    case .use: "What to use instead."
    case .message: "Anything else that its users should know."
    }
  }
}

extension ReferenceKey: DescribedKey {
  var summary: String {
    switch self {
    case .lazy: "The key of a service that is made at its first use; opens a cycle."
    case .provider: "The key of a service that is asked for each time; opens a cycle, and may reach a shorter scope."
    case .optional: "A key that perhaps nothing serves."
    case .all: "A collection, whose members are injected together."
    }
  }
}

extension DecoratorKey: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered decorator."
    case .dependencies: "What it is given besides the decorated instance."
    case .settings: "Its settings; ${name} stands for a parameter."
    }
  }
}

extension InitializerKey: DescribedKey {
  var summary: String {
    switch self {
    case .factory: "The registered initializer."
    case .dependencies: "What it is given."
    case .settings: "Its settings; ${name} stands for a parameter."
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
        summary: custom[name].map { "A key of its own, of type \($0)." } ?? "The type \(full).",
        factories: made.filter { $0.role == .service }, decorators: made.filter { $0.role == .decorator })
    }
  }
}
