extension CompiledContents {
  /// Descriptions of how the program's factories and keys differ from those for which the manifest was compiled.
  func differences(from catalog: Catalog, _ names: KeyNames) -> [String] {
    var differences: [String] = []
    // Each type's spelling as a key, since most are needed many times.
    var spellings: [String: String] = [:]
    func spelling(_ type: String) -> String { spellings.answer(type) { names.key(type).text } }
    let registered = catalog.factories
    // Both lists are sorted by name. By index, since a loop would copy each factory.
    var position = 0
    for index in factories.indices {
      let name = factories[index].name
      while position < registered.count, registered[position].name != name, registered[position].name.precedes(name) {
        position += 1
      }
      guard position < registered.count, registered[position].name == name else {
        differences.append("no factory '\(name)' is registered; compiled for: \(factories[index].signature())")
        continue
      }
      guard !factories.isSame(index, as: position, in: registered, spelling) else { continue }
      let (now, was) = (registered[position].signature(names), factories[index].signature())
      // Signatures leave out defaults, ranges, choices and nested settings.
      let hidden = now == was ? ", with other details of its settings" : ""
      differences.append("factory '\(name)' is registered as: \(now); compiled for: \(was)\(hidden)")
    }
    let types = Dictionary(
      catalog.keys.map { ($0.name, names.key($0.type).text) }, uniquingKeysWith: { first, _ in first })
    for key in keys where types[key.name] != key.type {
      let now = types[key.name].map { "is declared for \($0)" } ?? "is not declared"
      differences.append("key '\(key.name)' \(now); compiled for: \(key.type)")
    }
    return differences
  }
}

extension [CatalogFactory] {
  /// Whether a manifest compiled for the factory at an index is also valid for a registered factory. Both are read in
  /// place, since a copy takes 350 instructions.
  fileprivate func isSame(
    _ index: Int, as live: Int, in registered: [CatalogFactory], _ spelling: (String) -> String
  ) -> Bool {
    guard self[index].role == registered[live].role, self[index].isolation == registered[live].isolation,
      self[index].isAsync == registered[live].isAsync, self[index].isShareable == registered[live].isShareable,
      self[index].isReference == registered[live].isReference, self[index].argument == registered[live].argument,
      self[index].settings?.fields ?? [] == registered[live].settings?.fields ?? [],
      self[index].settings?.isOpaque == registered[live].settings?.isOpaque,
      self[index].provides == registered[live].provides.map(spelling),
      self[index].dependencies.count == registered[live].dependencies.count
    else { return false }
    return self[index].dependencies.indices.allSatisfy { number in
      self[index].dependencies[number].form == registered[live].dependencies[number].form
        && self[index].dependencies[number].label == registered[live].dependencies[number].label
        && self[index].dependencies[number].argument == registered[live].dependencies[number].argument
        && self[index].dependencies[number].key == spelling(registered[live].dependencies[number].key)
    }
  }
}

extension CatalogFactory {
  /// The factory's dependencies, settings and product, as text for messages.
  ///
  /// - Parameter names: The spellings of types; types without a spelling keep their full names.
  package func signature(_ names: KeyNames = KeyNames()) -> String {
    var parts = dependencies.map { dependency in
      let label = dependency.label.map { "\($0): " } ?? ""
      let kind = dependency.form == .instance ? "" : "\(dependency.form.rawValue) "
      return "\(label)\(kind)\(names.key(dependency.key))\(dependency.argument.map { " of \($0)" } ?? "")"
    }
    if let argument { parts.append("argument \(argument)") }
    if let settings {
      let fields = settings.fields.map { field in
        let mark = field.isOptional || field.defaultText != nil ? "?" : ""
        return "\(field.name)\(mark): \(field.isSecret ? "secret " : "")\(field.type.name)"
      }
      parts.append("settings { \((fields + (settings.isOpaque ? ["…"] : [])).joined(separator: ", ")) }")
    }
    var text = "(\(parts.joined(separator: ", ")))"
    if isAsync { text += " async" }
    if let provides { text += " -> \(names.key(provides))" }
    if isolation == .main { text = "@MainActor \(text)" }
    var notes: [String] = role == .service ? [] : [role.rawValue]
    if !isShareable { notes.append("not shareable") }
    if isReference { notes.append("class instances") }
    return notes.isEmpty ? text : "\(text) [\(notes.joined(separator: ", "))]"
  }
}
