import ConfigDI

/// Completes the values of a manifest's keys.
extension CompletionList {
  mutating func addValues() {
    switch place.scalar {
    case .name(.service)?: addReferences()
    case .element?: addElements()
    case .name(.factory)?: addFactories()
    case .scope(let use)?: addScopes(use)
    case .name(.parameter)?:
      for parameter in composedParameters where parameter.isSelectable && !parameter.isSecret {
        add(
          parameter.name.value, .variable,
          detail: "\(parameter.type.rawValue): \(parameter.choices.joined(separator: ", "))", rank: 3)
      }
    case .name(let kind)?:
      // A stage cannot extend itself.
      let own: PathStep? = kind == .stage ? cursor.path.dropLast().last : nil
      for name in declared(kind) where own != .key(name) {
        let explanation = server.explanation(of: ManifestName(kind: kind, name: name), focus)
        add(name, .module, detail: kind.rawValue, documentation: explanation, rank: 3)
      }
    case .parameterType?:
      for type in ParameterType.allCases { add(type.rawValue, .type, detail: "type of a parameter") }
    case .interpolated?: addSettingValues()
    case .choice(let choices)?:
      for choice in choices {
        add(choice, .enumeration, detail: choices.joined(separator: " or "), text: choice)
      }
    case .file(let use)?: addFiles(use)
    case .text?, .word?, nil: break
    }
  }

  var composedParameters: [ComposedParameter] {
    focus.manifests.flatMap { $0.composed?.stages ?? [] }.flatMap(\.parameters).distinct(by: \.name.value)
  }

  /// Offers keys with their factories. Keys with the expected type come first. If the factory expects a reference other
  /// than a plain key, the key is inserted inside such a reference.
  private mutating func addReferences() {
    let dependency = place.slot.flatMap { self.dependency($0, of: factory) }
    let wanted = dependency.flatMap { focus.catalog?.type(ofFullName: $0.key) }
    var wrapper: ReferenceKey?
    // A plain key is also correct for an optional dependency.
    if place.form == .reference, cursor.quote == nil, !cursor.hasColon, let due = dependency?.kind, due != .optional {
      wrapper = ReferenceKey(rawValue: due.rawValue)
    }
    guard wrapper != .all else { return addCollections(of: wanted) }
    let graphs = focus.manifests.compactMap(\.graph)
    func service(_ key: ServiceKey) -> ComposedService? {
      graphs.lazy.compactMap { graph in
        graph.nodes[key].flatMap { graph.versionsOfNode[$0].first }.map { graph.versions[$0].service }
      }.first
    }
    // Neither an alias nor a case of a select can refer to its own entry.
    let path = cursor.path
    let own: PathStep? =
      if path.last == .key(ServiceField.alias.rawValue) {
        path.dropLast().last
      } else if path.dropLast().last == .key(ServiceField.cases.rawValue) {
        path.dropLast(2).last
      } else {
        nil
      }
    for name in declared(.service) where own != .key(name) && cursor.mayMean(name) {
      let key = focus.names.key(name)
      let fits = wanted == nil || focus.catalog?.type(of: key) == wanted
      let written = cursor.quoted(name)
      add(
        name, .type, detail: service(key)?.served() ?? "service", rank: fits ? 2 : 6,
        text: wrapper.map { "{ \($0.rawValue): \(written) }" },
        isDeprecated: service(key)?.deprecated != nil, symbol: ManifestName(kind: .service, name: name))
    }
  }

  /// Offers the collections, starting with those that have the expected element type.
  private mutating func addCollections(of wanted: String?) {
    var held: [String: String] = [:]
    for collection in focus.manifests.compactMap(\.graph).flatMap(\.collections) {
      held[collection.entry.name.value] = focus.catalog?.type(of: collection.entry.element.value)
    }
    for name in declared(.collection) {
      let fits = wanted == nil || held[name] == nil || held[name] == wanted
      add(
        name, .module, detail: "collection", documentation: focus.explanation(ofCollection: name),
        rank: fits ? 2 : 6, text: "{ \(ReferenceKey.all.rawValue): \(cursor.quoted(name)) }")
    }
  }

  /// Offers the keys that a collection's elements can have, without variants: those that manifests declare, and those
  /// that the catalog knows.
  private mutating func addElements() {
    let declared = declared(.service).map { ServiceKey($0).nameText }
    for name in Set(declared + (focus.catalog?.keyNames ?? [])).sorted() {
      add(name, .type, detail: "type of the elements", rank: declared.contains(name) ? 2 : 4)
    }
  }

  private func dependency(_ slot: PathStep, of factory: CatalogFactory?) -> CatalogDependency? {
    guard let factory else { return nil }
    switch slot {
    case .item(let position):
      return factory.dependencies.indices.contains(position) ? factory.dependencies[position] : nil
    case .key(let label):
      return factory.dependencies.first { $0.label == label }
        ?? factory.dependencies.first { focus.names.key($0.key) == focus.names.key(label) }
    }
  }

  /// Offers the factories that provide the key's type; without a catalog, all factories that the file's entries name.
  private mutating func addFactories() {
    guard let catalog = focus.catalog else {
      for name in Set(focus.occurrences.filter { $0.kind == .factory }.map(\.name)).sorted()
      where name != cursor.prefix {
        add(name, .function, detail: "factory")
      }
      return
    }
    let fitting: [CatalogFactory] =
      if place.use?.role == .initializer {
        catalog.catalog.factories.filter { $0.role == .initializer }
      } else if let use = place.use, let key = use.key {
        Array(catalog.factories(giving: focus.names.key(key), role: use.role))
      } else {
        []
      }
    for factory in fitting {
      add(
        factory.name, .function,
        detail: factory.file.map { "\(factory.role.rawValue), \($0)" } ?? factory.role.rawValue,
        documentation: factory.explanation, rank: factory.deprecated == nil ? 2 : 6,
        isDeprecated: factory.deprecated != nil)
    }
  }

  private mutating func addScopes(_ use: ManifestForm.Meaning.Scope) {
    // A scope cannot be its own parent.
    let own: PathStep? = use == .parent ? cursor.path.dropLast().last : nil
    for name in declared(.scope) where own != .key(name) {
      add(name, .module, detail: "declared scope", rank: 2)
    }
    let known: [String]
    switch use {
    case .service:
      // The program cannot provide an instance that the container would make anew.
      let outline = cursor.outline
      let entry = outline.node(at: Array(cursor.path.dropLast()))
      let isProvided = entry.map { outline.text(ServiceField.provided.rawValue, in: $0) != nil } ?? false
      known = isProvided ? ["singleton"] : ScopeName.builtIn.map(\.text)
    case .parent: known = ["singleton"]
    case .root: known = []
    }
    for name in known { add(name, .keyword, detail: LanguageServer.scopes[ScopeName(name)] ?? "scope", rank: 3) }
  }

  /// Offers cases, booleans and parameters as the value of a setting or a parameter.
  private mutating func addSettingValues() {
    if let own = place.parameter {
      let known = composedParameters.first { $0.name.value == own }
      for value in choices ?? known?.choices ?? [] {
        add(
          value, .enumeration, detail: "value of \(own)", rank: 1,
          text: ["true", "false"].contains(value) ? value : nil)
      }
    }
    if let field = focus.setting(at: place, in: cursor.outline) {
      switch field.type {
      case .enumeration(let cases):
        for value in cases { add(value.plainText, .enumeration, detail: field.shortExplanation, rank: 1) }
      case .bool:
        for value in ["true", "false"] {
          add(value, .enumeration, detail: field.shortExplanation, rank: 1, text: value)
        }
      default: break
      }
    }
    guard cursor.quote == nil else { return }
    addParameters { [cursor] name in
      let text = "${\(name)}"
      // The item replaces the whole token, so it must not contain anything else.
      return cursor.mayMean(text) ? (text, "\"\(text)\"") : nil
    }
  }

  /// Offers the files and folders that complete a partly typed path. For an overlay's path, only overlays are offered;
  /// for an import's, only manifests. Neither is offered outside the manifest's root.
  private mutating func addFiles(_ use: ManifestForm.Meaning.File) {
    let written = cursor.prefix
    let folder = written.lastIndex(of: "/").map { String(written[...$0]) } ?? ""
    let base = FilePath.join(FilePath.folder(of: focus.path), folder)
    let files = server.openFiles(in: FilePath.folder(of: focus.path))
    let resolved = files.resolve(base) ?? FilePath.withoutDots(base)
    if use != .secret, !rootFolders.contains(where: { FilePath.isInside(resolved, $0) }) { return }
    for entry in files.entries(of: base) ?? [] where !entry.name.hasPrefix(".") {
      let path = folder + entry.name
      let whole = FilePath.join(base, entry.name)
      if entry.kind == .folder {
        add(path + "/", .folder, detail: "folder", rank: 6)
      } else if use == .secret {
        add(path, .file, detail: "file", rank: 3)
      } else if whole != focus.path, let other = server.focus(path: files.resolve(whole) ?? whole) {
        let isOverlay = Place(rootOf: other.outline).layer == .overlay
        guard isOverlay == (use == .overlay) else { continue }
        add(path, .file, detail: isOverlay ? "overlay" : "manifest", rank: 3)
      }
    }
    if use != .secret { add(folder + "*.yaml", .file, detail: "every YAML file in the folder", rank: 7) }
  }

  /// The folders that contain all files of a manifest that reads the file, one for each such manifest.
  private var rootFolders: [String] {
    let entries = focus.manifests.compactMap { manifest in
      focus.checked.flatMap { server.focus(path: $0.resolved(manifest.source.input.path)) }
    }
    return (entries.isEmpty ? [focus] : entries).map { entry in
      let root = entry.outline.documents.first.flatMap { entry.outline.text(ManifestKey.root.rawValue, in: $0) }
      return FilePath.withoutDots(FilePath.join(FilePath.folder(of: entry.path), root ?? "."))
    }
  }

  /// The values that the entry around the cursor allows for its parameter, according to the type in the entry itself;
  /// `nil` if the entry has no type.
  private var choices: [String]? {
    guard place.form != .parameter, let entry = cursor.outline.node(at: Array(cursor.path.dropLast())),
      let type = cursor.outline.text(ParameterKey.type.rawValue, in: entry)
    else { return nil }
    switch ParameterType(rawValue: type) {
    case .bool: return ["true", "false"]
    case .enum:
      guard let list = cursor.outline.value(ParameterKey.of.rawValue, in: entry),
        case .sequence(let items) = cursor.outline.nodes[list].content
      else { return [] }
      return items.map { cursor.outline.text(of: $0) }
    default: return []
    }
  }
}
