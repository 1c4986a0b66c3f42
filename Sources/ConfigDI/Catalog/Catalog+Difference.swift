/// A factory or key that differs between two catalogs.
package struct CatalogChange: Sendable {
  package enum Subject: Sendable, Hashable {
    case key(String)
    case factory(String)

    package var name: String {
      switch self {
      case .key(let name): "key '\(name)'"
      case .factory(let name): "factory '\(name)'"
      }
    }
  }

  package let subject: Subject
  /// The change without its subject, such as `differs in 'dependencies'`.
  package let text: String
}

extension Catalog {
  /// The changes since an older catalog: keys, then factories, each sorted by name.
  package func changes(since old: Catalog) -> [CatalogChange] {
    // Built from both catalogs, so that a full name and its abbreviation match.
    var both = self
    both.factories += old.factories
    both.keys += old.keys
    let names = both.keyNames
    let ofKeys = compare(old.keys.map { ($0.name, $0.type) }, keys.map { ($0.name, $0.type) }) {
      names.key($0) == names.key($1) ? [] : ["type"]
    }
    let ofFactories = compare(old.factories.map { ($0.name, $0) }, factories.map { ($0.name, $0) }) {
      $1.fields(differingFrom: $0, names)
    }
    return ofKeys.map { CatalogChange(subject: .key($0), text: $1) }
      + ofFactories.map { CatalogChange(subject: .factory($0), text: $1) }
  }

  private func compare<Value>(
    _ old: [(String, Value)], _ new: [(String, Value)], _ fields: (_ old: Value, _ new: Value) -> [String]
  ) -> [(name: String, text: String)] {
    let old = Dictionary(old, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(new, uniquingKeysWith: { first, _ in first })
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      guard let was = old[name] else { return (name, "is new") }
      guard let now = new[name] else { return (name, "was removed") }
      let fields = fields(was, now).map { "'\($0)'" }
      return fields.isEmpty ? nil : (name, "differs in \(fields.joined(separator: ", "))")
    }
  }
}

extension CatalogFactory {
  /// The names of the catalog's fields that another factory has with other values. Two spellings of one type are equal.
  fileprivate func fields(differingFrom old: CatalogFactory, _ names: KeyNames) -> [String] {
    func spelled(_ dependencies: [CatalogDependency]) -> [CatalogDependency] {
      dependencies.map {
        CatalogDependency(key: names.key($0.key).text, form: $0.form, label: $0.label, argument: $0.argument)
      }
    }
    let fields: [(field: CatalogFactoryField, isSame: Bool)] = [
      (.role, role == old.role), (.provides, provides.map(names.key) == old.provides.map(names.key)),
      (.dependencies, spelled(dependencies) == spelled(old.dependencies)), (.settings, settings == old.settings),
      (.argument, argument == old.argument), (.isolation, isolation == old.isolation), (.async, isAsync == old.isAsync),
      (.shareable, isShareable == old.isShareable), (.reference, isReference == old.isReference),
      (.concrete, isConcrete == old.isConcrete), (.deprecated, deprecated == old.deprecated), (.file, file == old.file),
    ]
    return fields.filter { !$0.isSame }.map(\.field.rawValue)
  }
}
