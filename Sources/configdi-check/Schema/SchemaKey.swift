import ConfigDI

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
    let names = catalog.keyNames.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return zip(names, names.asDefinitions).map { name, safe in
      let key = ServiceKey(name)
      let others = (spellings[name] ?? []).map(\.escapedForPattern).joined(separator: "|")
      let own = name.escapedForPattern
      return SchemaKey(
        name: name, definition: "service.of.\(safe)", decoratorDefinition: "decorator.of.\(safe)",
        pattern: others.isEmpty ? "^\(own)/[\\s\\S]+$" : "^(?:\(own)/[\\s\\S]+|(?:\(others))(?:/[\\s\\S]+)?)$",
        summary: custom[name].map { "A custom key of type \($0)." } ?? "The type \(catalog.fullName(ofType: name)).",
        factories: Array(catalog.factories(giving: key)),
        decorators: Array(catalog.factories(giving: key, role: .decorator)))
    }
  }
}

extension CatalogIndex {
  /// The keys that a manifest may have, without variants.
  var keyNames: Set<String> {
    knownTypes.union(catalog.keys.map(\.name))
  }

  /// The longest spelling of a type's name.
  func fullName(ofType name: String) -> String {
    spellings(of: name).max { $0.utf8.count < $1.utf8.count } ?? name
  }

  /// Every spelling of a canonical key, beginning with its own.
  func spellings(ofKey key: ServiceKey) -> [String] {
    let variant = key.variant.map { "/\($0)" } ?? ""
    return ([key.nameText] + spellings(of: key.nameText)).map { $0 + variant }
  }
}
