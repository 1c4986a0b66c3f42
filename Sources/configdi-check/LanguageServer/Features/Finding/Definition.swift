import ConfigDI

/// Finds where a name is declared.
extension LanguageServer {
  func definition(_ parameters: JSON) throws(ResponseError) -> JSON {
    if let (name, focus, _) = call(parameters) { return .array(declarations(of: name, from: focus).map(\.json)) }
    guard let (focus, offset) = try place(parameters) else { return .null }
    if let occurrence = focus.occurrence(at: offset) {
      let symbol = focus.symbol(occurrence)
      if symbol.kind == .factory { return .array(registration(of: symbol.name, focus).map { [$0.json] } ?? []) }
      var found = declarations(of: symbol, from: focus).filter { part in
        part != focus.part(occurrence.range)
      }
      if symbol.kind == .service, occurrence.isDeclaration || found.isEmpty, let type = swiftType(symbol.name, focus) {
        found.append(type)
      }
      // If the name has no other declaration, this one is returned: editors then show its uses.
      if found.isEmpty, occurrence.isDeclaration { found = [focus.part(occurrence.range)] }
      return .array(found.map(\.json))
    }
    let part =
      registration(atLabel: offset, focus)
      ?? file(at: offset, in: focus).map { FilePart(uri: uri(ofPath: $0), range: .top) }
    return .array(part.map { [$0.json] } ?? [])
  }

  /// Finds the Swift type of a key, or the type that a factory makes.
  func typeDefinition(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, symbol) = try name(at: parameters) else { return .null }
    let key: String? =
      switch symbol.kind {
      case .service: symbol.name
      case .factory: focus.catalog?.factory(named: symbol.name)?.provides
      default: nil
      }
    return .array(key.flatMap { swiftType($0, focus) }.map { [$0.json] } ?? [])
  }

  /// Finds every factory that provides a key.
  func implementation(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, key) = try name(at: parameters), key.kind == .service, let catalog = focus.catalog else {
      return []
    }
    let factories = Array(catalog.factories(giving: ServiceKey(key.name)))
    return .array(factories.compactMap { registration(of: $0.name, focus)?.json })
  }

  /// The registration of the factory that defines the dependency label or setting at an offset.
  private func registration(atLabel offset: Int, _ focus: Focus) -> FilePart? {
    guard let node = focus.outline.scalar(at: offset), focus.outline.isKey(node) else { return nil }
    let place = Place(focus.outline.path(of: node), in: focus.outline)
    guard place.form == .dependencies || place.form == .settings else { return nil }
    return focus.factory(at: place).flatMap { registration(of: $0.name, focus) }
  }

  func declarations(of symbol: ManifestName, from focus: Focus) -> [FilePart] {
    occurrences(of: symbol, from: focus).flatMap { focus, places in
      places.filter(\.isDeclaration).map { focus.part($0.range) }
    }
  }

  func registration(of factory: String, _ focus: Focus) -> FilePart? {
    guard let factory = focus.catalog?.factory(named: factory), let sources = focus.checked?.swift else { return nil }
    return sources.registration(of: factory).flatMap { part($0, focus) }
  }

  /// The Swift type that a key names.
  private func swiftType(_ key: String, _ focus: Focus) -> FilePart? {
    guard let catalog = focus.catalog, let sources = focus.checked?.swift else { return nil }
    let name = catalog.type(of: catalog.names.key(key))
    return sources.declaration(ofType: catalog.fullName(ofType: name)).flatMap { part($0, focus) }
  }

  private func part(_ location: SourceLocation, _ focus: Focus) -> FilePart? {
    focus.checked.flatMap { PlaceFinder(self, $0).part(location) }
  }

  /// The file to which the path at an offset refers, if it is the path of an import, an overlay or a secret.
  func file(at offset: Int, in focus: Focus) -> String? {
    guard let node = focus.outline.scalar(at: offset), !focus.outline.isKey(node) else { return nil }
    guard case .file? = Place(focus.outline.path(of: node), in: focus.outline).scalar else { return nil }
    return target(of: focus.outline.text(of: node), in: focus)
  }

  /// The file that a path names, if it exists; `nil` for a pattern, a folder, or a file in a module.
  func target(of written: String, in focus: Focus) -> String? {
    guard !written.hasPrefix("module:"), !written.isEmpty else { return nil }
    let whole = FilePath.withoutDots(FilePath.join(FilePath.folder(of: focus.path), written))
    let files = openFiles(in: FilePath.folder(of: focus.path))
    return files.resolve(whole).flatMap { files.entries(of: $0) == nil ? $0 : nil }
  }
}

/// Finds all occurrences of a name.
extension LanguageServer {
  func references(_ parameters: JSON) throws(ResponseError) -> JSON {
    let named = try name(at: parameters) ?? call(parameters).map { ($0.focus, $0.name) }
    guard let (focus, name) = named else { return [] }
    let withDeclarations = parameters["context"]?["includeDeclaration"]?.bool ?? true
    let found = occurrences(of: name, from: focus).flatMap { focus, places in
      places.filter { withDeclarations || !$0.isDeclaration }.map { focus.part($0.range) }
    }
    return .array((found + calls(for: name, from: focus)).map(\.json))
  }

  func highlights(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, name) = try name(at: parameters) else { return [] }
    return .array(
      focus.occurrences(of: name).map { ["range": focus.range($0.range).json, "kind": $0.isDeclaration ? 3 : 2] })
  }
}
