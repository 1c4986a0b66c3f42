extension Composer {
  /// The files that a manifest imports, and those import in turn, as absolute paths after links are resolved.
  ///
  /// Returns `nil` where the file is no manifest. Tells which manifests of a folder are entries, without composing them.
  package static func imports(
    of input: ManifestInput, world: World, options: CompositionOptions, keys: KeyNames = KeyNames(),
    documents: DocumentCache
  ) -> Set<String>? {
    var sources = FileSources(files: world.files, options: options, keys: keys, cache: documents)
    var findings = Diagnostics()
    guard let (entry, place) = readEntry(input, &sources, reporting: &findings) else { return nil }
    var walk = ImportWalk()
    var found: Set<String> = []
    walk.run(from: entry, at: place, &sources, reporting: &findings) { _, imported, _ in found.insert(imported.resolved)
    }
    found.remove(place.resolved)
    return found
  }
}
