import ConfigDI

/// A key that the catalog knows: its spellings, and the factories for it.
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
