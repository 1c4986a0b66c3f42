/// Reads a document's nodes as a manifest or an overlay.
package enum ManifestDecoder {
  /// The version of the format that this code reads.
  package static let version = 1

  /// Decodes all readable entries. Returns `nil` if the document is empty, not a mapping, or of an unsupported version.
  package static func decode(
    _ document: YAMLDocument, keys: KeyNames, reporting diagnostics: inout Diagnostics
  ) -> Manifest? {
    var context = DecodingContext(keys: keys)
    defer {
      // A node with aliases is read several times.
      var seen: Set<Diagnostic.Identity> = []
      diagnostics.report(contentsOf: context.findings.findings.filter { seen.insert($0.identity).inserted })
    }
    guard let root = document.root, !root.isNull else {
      // A second document, which was not read, may contain the entries.
      if !document.isCutShort { context.findings.report(emptyFile(document.file, as: .manifest)) }
      return nil
    }
    guard context.isMapping(root, expected: "a mapping with the manifest's sections"), context.checkVersion(root)
    else { return nil }
    let manifest = context.manifest(root, in: document)
    SuspiciousText.check(document, reporting: &context.findings)
    return manifest
  }
}

extension DecodingContext {
  /// Whether the document has a supported version or none. A missing version is reported.
  fileprivate mutating func checkVersion(_ root: Node) -> Bool {
    guard let version = root[ManifestKey.configdi] else {
      if !root.pairs.contains(where: { isMeantAsVersion($0.key) }) {
        findings.report(
          .unsupportedVersion, "the format version is missing", at: root.document.file.beginning,
          help: ["add a line at the top level: configdi: \(ManifestDecoder.version)"],
          fixes: .adding([("configdi", "\(ManifestDecoder.version)")], toMappingAt: root.location))
      }
      return true
    }
    if case .int(ManifestDecoder.version)? = version.scalar { return true }
    // An absent value begins directly after the colon.
    let text = (version.isAbsent ? " " : "") + "\(ManifestDecoder.version)"
    findings.report(
      .unsupportedVersion, "expected format version \(ManifestDecoder.version), found \(version.shape)",
      at: version.location, help: ["write: configdi: \(ManifestDecoder.version)"],
      fixes: [.init(replacing: version.location, with: text)])
    return false
  }

  fileprivate mutating func manifest(_ root: Node, in document: YAMLDocument) -> Manifest {
    var manifest = Manifest(document: document, kind: kind(of: root))
    layer = manifest.kind.value
    let isOverlay = layer == .overlay
    if document.isCutShort { unread.formUnion(ManifestKey.allCases.lazy.map(\.rawValue)) }
    // Of a section that is there twice, only one is read.
    noteDuplicates(in: root)
    var fields = Fields<ManifestKey>(root)
    while let field = fields.next(&self) {
      let value = field.value
      noteShape(of: value, in: field.key)
      if isOverlay, ManifestKey.inManifestsOnly.contains(field.key) { continue }
      switch field.key {
      case .configdi, .kind: break
      case .root:
        let areKeys = value.elements.allSatisfy { root[ManifestKey.services]?[$0.text] != nil }
        let remedy = Remedy(
          title: "write one folder, or list services under 'roots'",
          fixes: areKeys && root[ManifestKey.roots] == nil
            ? .renaming("root", to: "roots", before: value.location) : [])
        manifest.root = name(value, expected: "a folder path", value.kind == .sequence ? remedy : nil)
        if manifest.root == nil { unread.insert(ManifestKey.root.rawValue) }
      case .imports: manifest.imports = fileReferences(value, field.strays, in: .imports)
      case .overlays: manifest.overlays = fileReferences(value, field.strays, in: .overlays)
      case .defaultStage: manifest.defaultStage = name(value, expected: "a stage name")
      case .stages: manifest.stages = stages(value)
      case .scopes: manifest.scopes = scopes(value)
      case .parameters, .collections, .roots, .services, .lifecycle:
        section(field.key, value, field.strays, inOverlay: isOverlay, into: &manifest.layer)
      }
    }
    if isOverlay {
      let misplaced = fields.seen.intersection(ManifestKey.inManifestsOnly)
      misplacedFields(misplaced, in: root, because: "in an overlay file")
      unread.formUnion(misplaced.keys.map(\.rawValue))
    }
    manifest.layer.unread = unread
    return manifest
  }

  /// Records a section of the wrong kind as unread, since its entries are unknown.
  mutating func noteShape<Key: MappingKey>(of value: Node, in section: Key) {
    if value.kind != section.form.shape, !value.isNull { unread.insert(section.rawValue) }
  }

  /// Records a section that is there twice as unread, since only one of the two is read, and what `<<` merges.
  mutating func noteDuplicates(in node: Node) {
    for (name, value) in node.everyPair where name.record.flags.contains(.passedOver) && !value.isAbsent {
      unread.insert(name.text)
      // A merge key may stand for any section.
      if name.text == "<<" {
        unread.formUnion(ManifestKey.allCases.lazy.map(\.rawValue))
        unread.insert(StageKey.extends.rawValue)
      }
    }
  }

  private func isMeantAsVersion(_ name: Node) -> Bool {
    guard name.kind == .scalar else { return false }
    let text = SuspiciousText.leadingSpaces(name.text)?.rest ?? name.text
    let key = ManifestKey.configdi.rawValue
    return text == key || text.hasPrefix(key + ":") || ManifestKey.habits[Habit.normalized(text)]?.first?.meant == key
      || !Spelling.suggestions(for: text, among: [key]).isEmpty
  }

  private mutating func kind(of root: Node) -> Located<Manifest.Kind> {
    guard let node = root[ManifestKey.kind] else { return Located(.manifest, at: root.document.file.beginning) }
    if let kind = Manifest.Kind(rawValue: node.text), node.kind == .scalar { return Located(kind, at: node.location) }
    let meant = misspeltWord(node, of: Manifest.Kind.allCases.map(\.rawValue))
    let advice = Remedy(title: "write kind: overlay for an overlay file, or remove 'kind' for a manifest")
    wrongShape(node, expected: "'manifest' or 'overlay'", meant ?? advice)
    let kind = meant?.fixes.first.flatMap { Manifest.Kind(rawValue: $0.text) }
    return Located(kind ?? .manifest, at: node.location)
  }
}

/// The finding about an empty file, with the lines to add to it.
func emptyFile(_ file: SourceFile, as kind: Manifest.Kind) -> Diagnostic {
  let lines = ["configdi: \(ManifestDecoder.version)"] + (kind == .overlay ? ["kind: overlay"] : [])
  let start = file.bytes.isEmpty || file.bytes.last == 0x0A ? "" : file.lineBreak
  return Diagnostic(
    .unsupportedVersion,
    "the file is empty: expected \(kind == .overlay ? "an overlay" : "a manifest") that begins with 'configdi: 1'",
    at: file.beginning, help: ["write at least: \(lines.joined(separator: ", and "))"],
    fixes: [.init(inserting: start + lines.map { $0 + file.lineBreak }.joined(), at: file.bytes.count, in: file)])
}

extension YAMLDocument {
  /// The mappings of a section: in the document itself, in its stages, and in the inline overlays of both.
  func sections(_ key: ManifestKey) -> [Node] {
    guard let root, root.kind == .mapping else { return [] }
    var holders = [root]
    if let stages = root[ManifestKey.stages], stages.kind == .mapping {
      holders += stages.pairs.map(\.value).filter { $0.kind == .mapping }
    }
    holders += holders.flatMap { holder -> [Node] in
      guard let overlays = holder[ManifestKey.overlays], overlays.kind == .sequence else { return [] }
      return overlays.elements.filter { $0.kind == .mapping }
    }
    return holders.compactMap { $0[key] }.filter { $0.kind == .mapping }
  }
}
