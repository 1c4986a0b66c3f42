/// A catalog made ready for questions: factories by name, keys by any spelling.
package struct CatalogIndex: Sendable {
  package let catalog: Catalog
  package let names: KeyNames
  /// Names that several types have, with the types' full names.
  package let ambiguous: [String: [String]]
  private let factories: [String: Int]
  /// The type behind each custom key, under its canonical name.
  private let customTypes: [String: String]
  /// Every type that some factory provides or asks for, under its canonical name.
  package let knownTypes: Set<String>

  package init(_ catalog: Catalog) {
    let spellings = KeySpellings(of: catalog)
    let names = KeyNames(canonical: spellings.canonical)
    self.catalog = catalog
    ambiguous = spellings.ambiguous
    self.names = names
    var factories: [String: Int] = [:]
    var known = Set<String>()
    for (index, factory) in catalog.factories.enumerated() {
      factories[factory.name] = factories[factory.name] ?? index
      if let provided = factory.provides { known.insert(names.key(provided).text) }
      for dependency in factory.dependencies { known.insert(String(names.key(dependency.key).name)) }
    }
    self.factories = factories
    customTypes = Dictionary(
      catalog.keys.map { ($0.name, names.key($0.type).text) }, uniquingKeysWith: { first, _ in first })
    knownTypes = known
  }

  package func factory(named name: String) -> CatalogFactory? {
    factories[name].map { catalog.factories[$0] }
  }

  /// The canonical name of the type that a key's instances have: the key's own name, unless it is a custom key.
  package func type(of key: ServiceKey) -> String {
    let name = String(key.name)
    return customTypes[name] ?? name
  }

  /// Whether the program knows the key's name, as a type or as a custom key.
  package func knows(_ key: ServiceKey) -> Bool {
    let name = String(key.name)
    return customTypes[name] != nil || knownTypes.contains(name)
  }

  /// The canonical name of what a factory provides, or a decorator decorates.
  package func provided(by factory: CatalogFactory) -> String? {
    factory.provides.map { type(of: names.key($0)) }
  }
}
