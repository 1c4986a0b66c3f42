/// Compares the registered factories with the factories recorded in a compiled manifest.
struct Signatures {
  /// The registered counterpart of each factory in the compiled manifest.
  private(set) var factories: [CatalogFactory] = []
  /// Descriptions of how the program's factories and keys differ from the recorded ones.
  private(set) var differences: [String] = []

  init(_ contents: CompiledContents, _ catalog: Catalog, _ names: KeyNames) {
    // Each type's spelling as a key, since most are needed many times.
    var spellings: [String: String] = [:]
    func spelling(_ type: String) -> String { spellings.answer(type) { names.key(type).text } }
    factories.reserveCapacity(contents.factories.count)
    // Both lists are sorted by name.
    var position = 0
    for compiled in contents.factories {
      while position < catalog.factories.count, catalog.factories[position].name.precedes(compiled.name) {
        position += 1
      }
      guard position < catalog.factories.count, catalog.factories[position].name == compiled.name else {
        differences.append("no factory '\(compiled.name)' is registered; compiled for: \(compiled.signature())")
        continue
      }
      let live = catalog.factories[position]
      if !compiled.isSame(as: live, spelling) {
        let (now, was) = (live.signature(names), compiled.signature())
        let hidden = now == was ? compiled.hiddenDifference(from: live) : ""
        differences.append("factory '\(compiled.name)' is registered as: \(now); compiled for: \(was)\(hidden)")
      }
      factories.append(live)
    }
    let types = Dictionary(
      catalog.keys.map { ($0.name, names.key($0.type).text) }, uniquingKeysWith: { first, _ in first })
    for key in contents.keys where types[key.name] != key.type {
      let now = types[key.name].map { "is declared for \($0)" } ?? "is not declared"
      differences.append("key '\(key.name)' \(now); compiled for: \(key.type)")
    }
  }
}

extension CatalogFactory {
  /// Whether a manifest compiled for this factory is also valid for the registered factory.
  fileprivate func isSame(as live: CatalogFactory, _ spelling: (String) -> String) -> Bool {
    guard role == live.role, isolation == live.isolation, isAsync == live.isAsync, isShareable == live.isShareable,
      isReference == live.isReference, argument == live.argument, dependencies.count == live.dependencies.count,
      settings?.fields ?? [] == live.settings?.fields ?? [],
      settings?.isOpaque ?? false == live.settings?.isOpaque ?? false,
      (settings == nil) == (live.settings == nil), provides == live.provides.map(spelling)
    else { return false }
    return zip(dependencies, live.dependencies).allSatisfy { compiled, asked in
      compiled.form == asked.form && compiled.label == asked.label && compiled.argument == asked.argument
        && compiled.key == spelling(asked.key)
    }
  }

  /// The settings that differ in what signatures leave out.
  fileprivate func hiddenDifference(from live: CatalogFactory) -> String {
    let differing = zip(settings?.fields ?? [], live.settings?.fields ?? []).filter { $0 != $1 }.map(\.0.name)
    return differing.isEmpty ? "" : ", with another default, range or choice for \(listed(differing))"
  }

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
