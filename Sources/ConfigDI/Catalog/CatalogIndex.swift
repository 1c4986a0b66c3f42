/// A catalog prepared for lookups: factories by name, keys by any spelling. A class, because rules pass it around for
/// every service.
package final class CatalogIndex: Sendable {
  package let catalog: Catalog
  package let names: KeyNames
  private let factories: [String: KnownFactory]
  /// The canonical type name for each custom key.
  private let customTypes: [String: String]
  /// Maps the full name of each type that a factory provides or requests to its canonical name.
  private let types: [String: String]
  /// The canonical names of all types that factories provide or request.
  package let knownTypes: Set<String>
  /// Whether any factory takes an argument or passes an argument to another factory.
  let hasArguments: Bool
  /// The spellings of each canonical name, collected on first use because checks do not need them.
  private let spellings = Memo<[String: [String]]>()
  /// The factories grouped by the type they provide, collected when a finding first needs them.
  private let makers = Memo<Makers>()

  private struct Makers: Sendable {
    /// The positions of the factories, by role and by the type that they provide or decorate.
    var positions: [CatalogFactory.Role: [String: [Int]]] = [:]
    /// The names of the factories that are not deprecated.
    var names: [CatalogFactory.Role: [String]] = [:]
    /// The types that are not protocols.
    var concrete: Set<String> = []

    init(_ index: CatalogIndex) {
      for (position, factory) in index.catalog.factories.enumerated() {
        if factory.deprecated == nil { names[factory.role, default: []].append(factory.name) }
        guard let type = index.provided(by: factory) else { continue }
        positions[factory.role, default: [:]][type, default: []].append(position)
        if factory.isConcrete { concrete.insert(type) }
      }
    }
  }

  package convenience init(_ catalog: Catalog) {
    self.init(catalog, catalog.keyNames)
  }

  /// Creates an index of a live registry, whose types are known exactly.
  package convenience init(_ registry: ExaminedRegistry) {
    self.init(registry.catalog, registry.keyNames())
  }

  private init(_ catalog: Catalog, _ names: KeyNames) {
    self.catalog = catalog
    self.names = names
    hasArguments = catalog.factories.indices.contains { position in
      catalog.factories[position].argument != nil
        || catalog.factories[position].dependencies.contains { $0.form.isMaker }
    }
    let customTypes = Dictionary(
      catalog.keys.map { ($0.name, names.key($0.type).text) }, uniquingKeysWith: { first, _ in first })
    var types: [String: String] = [:]
    var knownTypes: Set<String> = []
    func canonical(_ fullName: String) -> String {
      if let name = types[fullName] { return name }
      let key = names.key(fullName).nameText
      let name = customTypes[key] ?? key
      knownTypes.insert(key)
      types[fullName] = name
      return name
    }
    var factories: [String: KnownFactory] = [:]
    factories.reserveCapacity(catalog.factories.count)
    for position in catalog.factories.indices {
      let factory = KnownFactory(catalog.factories[position], canonical)
      // The first factory with a name wins.
      if let first = factories.updateValue(factory, forKey: factory.entry.name) { factories[first.entry.name] = first }
    }
    self.customTypes = customTypes
    self.factories = factories
    self.types = types
    self.knownTypes = knownTypes
  }

  /// The same catalog, in which the types that another catalog knows have the canonical names of that catalog.
  package func named(as other: CatalogIndex?) -> CatalogIndex {
    guard let other, other.names != names else { return self }
    return CatalogIndex(catalog, names.matching(other.names))
  }

  /// The same catalog, in which a spelling of several types means the type that it means in another catalog.
  package func read(as other: CatalogIndex?) -> CatalogIndex {
    let read = other.map { names.read(as: $0.names) } ?? names
    return read == names ? self : CatalogIndex(catalog, read)
  }

  /// Each name that several types share, with the full names of those types.
  package var ambiguous: [String: [String]] { names.ambiguous }

  package func factory(named name: String) -> CatalogFactory? {
    factories[name]?.entry
  }

  /// The factory with a given name, along with the canonical names of its types.
  package func known(named name: String) -> KnownFactory? {
    factories[name]
  }

  /// The canonical name of a key's type: the key's own name, unless it is a custom key.
  package func type(of key: ServiceKey) -> String {
    let name = key.nameText
    return customTypes[name] ?? name
  }

  /// The canonical name for a type's full name in the catalog.
  package func type(ofFullName name: String) -> String {
    types[name] ?? type(of: names.key(name))
  }

  /// Whether the program knows the key's name, as a type or as a custom key.
  package func knows(_ key: ServiceKey) -> Bool {
    let name = key.nameText
    return customTypes[name] != nil || knownTypes.contains(name)
  }

  /// The other spellings of a canonical name, in order.
  package func spellings(of name: String) -> [String] {
    spellings.answer { names.spellings }[name] ?? []
  }

  /// A type as Swift code refers to it: `any P`, unless a factory shows that it is not a protocol.
  package func spelled(_ type: String) -> String {
    isConcrete(type) ? type : "any \(type)"
  }

  /// Whether a factory shows that a type is not a protocol.
  package func isConcrete(_ type: String) -> Bool {
    collected.concrete.contains(type)
  }

  /// The factories that provide or decorate a type, in catalog order.
  package func factories(
    providing type: String, role: CatalogFactory.Role = .service
  ) -> LazyMapSequence<[Int], CatalogFactory> {
    (collected.positions[role]?[type] ?? []).lazy.map { [catalog] in catalog.factories[$0] }
  }

  package func factories(
    giving key: ServiceKey, role: CatalogFactory.Role = .service
  ) -> LazyMapSequence<[Int], CatalogFactory> {
    factories(providing: type(of: key), role: role)
  }

  /// The names of the factories in a role that are not deprecated.
  func names(of role: CatalogFactory.Role) -> [String] { collected.names[role] ?? [] }

  private var collected: Makers { makers.answer { Makers(self) } }

  /// The canonical name of the type that a factory provides or decorates.
  package func provided(by factory: CatalogFactory) -> String? {
    factory.provides.map { type(ofFullName: $0) }
  }
}

/// A factory in the catalog, with the canonical names of its types. A class, since every rule passes it around.
package final class KnownFactory: Sendable {
  package let entry: CatalogFactory
  /// The type that the factory provides or decorates; `nil` for an initializer.
  package let type: String?
  package let dependencyTypes: [String]

  fileprivate init(_ entry: CatalogFactory, _ canonical: (_ fullName: String) -> String) {
    type = entry.provides.map(canonical)
    dependencyTypes = entry.dependencies.map { canonical($0.key) }
    self.entry = entry
  }
}

extension CatalogIndex: SettingsValidating {
  package func validate(
    factory name: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics
  ) {
    guard let factory = factory(named: name) else { return }
    checkSettings(settings, against: factory.settings, of: name, at: entry, reporting: &reporting)
  }
}
