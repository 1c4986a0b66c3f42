extension Composer {
  /// Finds out what kind of file a file is and what it imports, without composing it, to know which manifests of a
  /// folder are entries.
  package static func survey(
    _ path: String, world: World, options: CompositionOptions, keys: KeyNames = KeyNames(), documents: DocumentCache
  ) -> FileSurvey {
    var sources = FileSources(files: world.files, options: options, keys: keys, cache: documents)
    var findings = Diagnostics()
    let entry = readEntry(.path(path), &sources, reporting: &findings)
    guard let file = sources.loaded.first else { return .unreadable(findings.findings) }
    guard let root = file.document?.root else {
      return file.document == nil ? .notYAML(file.source) : .other
    }
    guard root[ManifestKey.configdi.rawValue] != nil else { return .other }
    if root[ManifestKey.kind.rawValue]?.text == Manifest.Kind.overlay.rawValue { return .overlay }
    guard let (manifest, place) = entry else {
      return findings.findings.contains { $0.rule == .unreadableFile }
        ? .unreadable(findings.findings) : .manifest(imports: [], unread: [])
    }
    findings = Diagnostics()
    var walk = ImportWalk()
    var imports: Set<String> = []
    walk.run(from: manifest, at: place, &sources, reporting: &findings) { _, imported, _ in
      imports.insert(imported.resolved)
    }
    imports.remove(place.resolved)
    return .manifest(imports: imports, unread: findings.findings.filter { $0.rule == .unreadableFile })
  }
}

/// The kind of a file.
package enum FileSurvey: Sendable {
  /// A manifest, with the files that it imports, directly or not, as absolute paths after links are resolved; and the
  /// reasons why one of them could not be read.
  case manifest(imports: Set<String>, unread: [Diagnostic])
  case overlay
  /// YAML without the key `configdi`, or an empty file.
  case other
  case notYAML(SourceFile)
  /// A file that could not be read, with the reasons.
  case unreadable([Diagnostic])
}
