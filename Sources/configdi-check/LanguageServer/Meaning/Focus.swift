import ConfigDI

/// The file that a request is about, in its current state, with the facts from the last check. It is a class because
/// answers about the whole workspace pass around hundreds of these.
final class Focus {
  /// The absolute path, after links are resolved.
  let path: String
  let uri: String
  let map: TextMap
  let text: TextNames
  let checked: CheckedRoot?
  /// The indices of the manifests that read the file.
  let positions: [Int]
  let catalog: CatalogIndex?

  init(_ path: String, _ file: SourceFile, _ checked: CheckedRoot?, positions: [Int], in server: LanguageServer) {
    self.path = path
    uri = server.uri(ofPath: path)
    map = server.documents[path]?.map ?? TextMap(file, server.client.encoding, isOpen: false)
    text = server.outlines.names(path, file.bytes)
    self.checked = checked
    self.positions = positions
    catalog = positions.lazy.compactMap { checked?.manifests[$0].catalog }.first
  }

  var outline: Outline { text.outline }
  var occurrences: [Occurrence] { text.all }
  var bytes: [UInt8] { outline.bytes }
  var names: KeyNames { catalog?.names ?? KeyNames() }
  var manifests: [CheckedRoot.Manifest] {
    guard let checked else { return [] }
    return positions.map { checked.manifests[$0] }
  }

  func occurrence(at offset: Int) -> Occurrence? { text.occurrence(at: offset) }

  /// The occurrences of a name in any of its spellings, in order.
  func occurrences(of symbol: ManifestName) -> [Occurrence] {
    guard symbol.kind == .service, let catalog else {
      return text.occurrences(of: symbol.kind, writtenAs: symbol.name)
    }
    return catalog.spellings(ofKey: ServiceKey(symbol.name)).flatMap { text.occurrences(of: .service, writtenAs: $0) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  func symbol(_ occurrence: Occurrence) -> ManifestName { symbol(occurrence.kind, occurrence.name) }

  func symbol(_ kind: SymbolKind, _ name: String) -> ManifestName {
    ManifestName(kind: kind, name: kind == .service ? names.key(name).text : name)
  }

  func range(_ range: Range<Int>) -> TextRange { map.range(range) }
  func part(_ range: Range<Int>) -> FilePart { FilePart(uri: uri, range: map.range(range)) }
}

/// A name and its kind. A key is represented by its canonical name.
struct ManifestName: Hashable {
  let kind: SymbolKind
  let name: String
}

extension LanguageServer {
  /// The file that a request is about; `nil` if it is not part of a manifest.
  func focus(_ parameters: JSON) throws(ResponseError) -> Focus? {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("expected a document")
    }
    return resolvedPath(uri).flatMap { focus(path: $0) }
  }

  /// The file that a request is about, and the requested offset in it.
  func place(_ parameters: JSON) throws(ResponseError) -> (focus: Focus, offset: Int)? {
    guard let position = TextPosition(parameters["position"]) else { throw .invalidParameters("expected a position") }
    return try focus(parameters).map { ($0, $0.map.offset(of: position)) }
  }

  /// The file that a request is about, and the name at the requested position.
  func name(at parameters: JSON) throws(ResponseError) -> (focus: Focus, name: ManifestName)? {
    try place(parameters).flatMap { focus, offset in focus.occurrence(at: offset).map { (focus, focus.symbol($0)) } }
  }

  /// - Parameter root: The folder whose facts are preferred if several folders' manifests read the file.
  func focus(path: String, in root: String? = nil) -> Focus? {
    guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") || documents[path] != nil else { return nil }
    let knowing = roots.filter { $0.checked?.knownPaths[path] != nil }
    let root =
      (knowing.first { $0.path == root } ?? knowing.first)?.checked
      ?? rootIndex(ofPath: path).flatMap { roots[$0].checked }
    let positions = root.flatMap { root in root.knownPaths[path].flatMap { root.manifestsOfFile[$0] } }
    let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml") || documents[path]?.language == "yaml"
    guard let file = file(path), positions != nil || isYAML && ManifestFinder.looksLikeManifest(file.bytes) else {
      return nil
    }
    return Focus(path, file, root, positions: chosenFirst(positions ?? [], root), in: self)
  }

  /// The indices of manifests, beginning with the manifests that have the stage that the user chose.
  private func chosenFirst(_ positions: [Int], _ checked: CheckedRoot?) -> [Int] {
    guard let checked, let stage = settings.stage, positions.count > 1 else { return positions }
    func isChosen(_ position: Int) -> Bool {
      checked.manifests[position].composed?.stages.contains { $0.name == stage } ?? false
    }
    return positions.filter(isChosen) + positions.filter { !isChosen($0) }
  }

  /// A file with the facts of each folder whose manifests read it.
  func focuses(path: String) -> [Focus] {
    let knowing = roots.filter { $0.checked?.knownPaths[path] != nil }.map(\.path)
    return knowing.isEmpty ? [focus(path: path)].compactMap { $0 } : knowing.compactMap { focus(path: path, in: $0) }
  }

  /// A file's text, from the client if the file is open, otherwise from disk.
  func file(_ path: String) -> SourceFile? {
    if let document = documents[path] { return document.file }
    guard let bytes = try? disk.read(path, limit: Limits().fileBytes) else { return nil }
    return SourceFile(path: path, bytes: bytes)
  }

  /// The name's occurrences in every file where it has the same meaning, sorted by path: this file, and each file that
  /// contains the name and shares a manifest with this file, directly or through other such files.
  func occurrences(of symbol: ManifestName, from focus: Focus) -> [(focus: Focus, places: [Occurrence])] {
    var found: [(focus: Focus, places: [Occurrence])] = []
    var seen: Set<String> = []
    var seenManifests: [String: Set<Int>] = [:]
    var waiting = [focus]
    var known: Set<String> = []
    while let next = waiting.popLast() {
      let here = next.occurrences(of: symbol)
      guard !here.isEmpty || next === focus else { continue }
      if seen.insert(next.path).inserted { found.append((next, here)) }
      if known.insert(next.path).inserted { waiting += focuses(path: next.path) }
      guard let checked = next.checked else { continue }
      for position in next.positions where seenManifests[checked.root, default: []].insert(position).inserted {
        for path in checked.manifests[position].paths where !known.contains(path) {
          if let other = self.focus(path: path, in: checked.root) { waiting.append(other) }
        }
      }
    }
    return found.sorted { $0.focus.path < $1.focus.path }
  }

  /// All files of the manifests that read this file, beginning with this file.
  func companions(of focus: Focus) -> [Focus] {
    let paths = focuses(path: focus.path).flatMap(\.manifests).flatMap(\.paths).distinct()
    return [focus] + paths.filter { $0 != focus.path }.compactMap { self.focus(path: $0) }
  }

  /// All manifest files in all folders.
  var allFocuses: [Focus] {
    let known = roots.compactMap(\.checked).flatMap { checked in
      checked.manifestsOfFile.keys.map { checked.resolved($0) }
    }
    return Set(known + documents.keys).sorted().compactMap { focus(path: $0) }
  }
}

extension Focus {
  /// The factory that the entry around a place names. If a service's entry does not name a factory, this is the
  /// service's factory in the composed manifest.
  func factory(at place: Place, in outline: Outline? = nil) -> CatalogFactory? {
    guard let catalog, let use = place.use else { return nil }
    let outline = outline ?? self.outline
    if let node = outline.node(at: use.path) {
      if case .scalar = outline.nodes[node].content { return catalog.factory(named: outline.text(of: node)) }
      if let name = outline.text(ServiceField.factory.rawValue, in: node) { return catalog.factory(named: name) }
    }
    guard use.role == .service, let key = use.key else { return nil }
    return factory(ofService: names.key(key))
  }

  /// The factory of a service in the composed manifest, in the first stage in which a factory makes the service.
  func factory(ofService key: ServiceKey) -> CatalogFactory? {
    for graph in manifests.compactMap(\.graph) {
      guard let node = graph.nodes[key] else { continue }
      for version in graph.versionsOfNode[node] {
        if case .factory(let name) = graph.versions[version].service.kind { return catalog?.factory(named: name.value) }
      }
    }
    return nil
  }

  /// The setting at a place, if the place is in a factory's settings.
  func setting(at place: Place, in outline: Outline? = nil) -> SettingsField? {
    place.form == .settings ? factory(at: place, in: outline)?.settings?.field(at: place.settingPath) : nil
  }
}

extension SettingsSchema {
  func field(at path: [PathStep]) -> SettingsField? {
    field(at: path.map { if case .key(let name) = $0 { name } else { nil } })
  }
}
