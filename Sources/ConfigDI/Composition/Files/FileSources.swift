/// The location of a file: its display path and its path on disk.
struct FilePlace {
  let path: String
  let resolved: String
  /// The folders that the file's imports must be in.
  var confinements: [Confinement] = []
  /// The location of the file's path in a manifest; `nil` if no manifest names the file.
  var reference: SourceLocation?
  var isOptional = false
}

/// Finds and reads the files of one manifest.
struct FileSources {
  let files: any FileAccess
  let options: CompositionOptions
  let keys: KeyNames
  let cache: DocumentCache
  /// The findings about the files so far.
  var findings = Diagnostics()
  private(set) var loaded: [LoadedFile] = []
  /// Whether a file could not be read, so that its entries are unknown.
  var isIncomplete = false
  /// The work that the manifest may still cause.
  var work: WorkBudget
  /// The folders that globs have listed, by path.
  var listings = Glob.Listings()
  /// Whether a finding already reports that the work limit was exceeded.
  var isTooMuchWork = false
  private var known: [String: LoadedFile] = [:]
  /// The secrets in a file that is not YAML.
  private let secrets: UnreadSecrets
  private var nodeBudget: Int
  private var isFull = false

  /// The beginning of the first file that was read.
  var beginning: SourceLocation { (loaded.first?.source ?? SourceFile(path: "", bytes: [])).beginning }

  init(
    files: any FileAccess, options: CompositionOptions, catalog: Catalog? = nil, keys: KeyNames, cache: DocumentCache
  ) {
    self.files = files
    secrets = UnreadSecrets(catalog)
    self.options = options
    self.keys = keys
    self.cache = cache
    nodeBudget = options.limits.nodes
    work = WorkBudget(options.limits)
  }

  /// Returns the findings of a body instead of adding them to the others.
  mutating func collecting(_ body: (inout FileSources) -> Void) -> Diagnostics {
    let before = findings
    findings = Diagnostics()
    defer { findings = before }
    body(&self)
    return findings
  }

  mutating func load(_ text: SourceFile, resolved: String) -> LoadedFile {
    let reading = read(text, resolved: resolved)
    return remember(LoadedFile(reading: reading, decoding: decode(reading)))
  }

  /// Reads a file, but only once for this manifest. Reports an unreadable file and returns `nil`.
  mutating func load(_ place: FilePlace) -> LoadedFile? {
    if let file = known[place.resolved] { return file }
    let location = place.reference ?? SourceFile(path: place.path, bytes: []).beginning
    guard loaded.count < options.limits.files else {
      isIncomplete = true
      // All further imports exceed the limit too, so it is reported once.
      if !isFull { findings.report(options.limits.passed(.files, at: location)) }
      isFull = true
      return nil
    }
    do {
      let reading = try reading(of: place)
      return remember(LoadedFile(reading: reading, decoding: reading.decoding(keys, decode)))
    } catch .missing where place.isOptional {
      return nil
    } catch {
      isIncomplete = true
      findings.report(.unreadable(error, place.path, at: location, options.limits))
      return nil
    }
  }

  private mutating func reading(of place: FilePlace) throws(FileProblem) -> FileReading {
    if let reading = cache.reading(place.path), reading.resolved == place.resolved, reading.nodes <= nodeBudget,
      reading.document != nil
    {
      nodeBudget -= reading.nodes
      return reading
    }
    let bytes = try files.read(place.path, limit: options.limits.fileBytes)
    let reading = read(SourceFile(path: place.path, bytes: bytes), resolved: place.resolved)
    // A reading that stopped at this manifest's limits is useless to another.
    return reading.findings.contains { $0.rule == .resourceLimit } ? reading : cache.keep(reading, as: place.path)
  }

  private mutating func read(_ source: SourceFile, resolved: String) -> FileReading {
    var findings = Diagnostics()
    let before = nodeBudget
    let (secrets, cache, loaded) = (secrets, cache, loaded)
    let document = YAMLReader.read(
      source, limits: options.limits, nodeBudget: &nodeBudget,
      hidingUnread: { file in
        let declared = loaded.map { $0.document.map(ManifestSecrets.parameters) ?? secrets.parameters(of: $0.source) }
        secrets.hide(in: file, declared: Set(declared.joined()), lastReading: cache.lastReading(source.path))
      }, reporting: &findings)
    let isManifest = ForeignText.isManifest(source, document)
    return FileReading(
      source: source, resolved: resolved, document: isManifest ? document : nil,
      findings: isManifest ? findings.findings : [ForeignText.finding(source, document, findings.findings)],
      nodes: before - nodeBudget)
  }

  /// Hides the secrets in all files.
  ///
  /// - Returns: The names of the secret parameters.
  func hideSecrets(_ catalog: Catalog?) -> Set<String> {
    let unread = loaded.filter { $0.document == nil }.map(\.source)
    let names = ManifestSecrets(
      loaded.compactMap(\.document), unread: Set(unread.flatMap(secrets.parameters)), catalog: catalog, keys: keys
    ).names
    for file in unread { secrets.hide(in: file, declared: names, lastReading: cache.lastReading(file.path)) }
    return names
  }

  private func decode(_ reading: FileReading) -> FileDecoding {
    var findings = Diagnostics()
    let manifest = reading.document.flatMap { ManifestDecoder.decode($0, keys: keys, reporting: &findings) }
    return FileDecoding(keys: keys, manifest: manifest, findings: findings.findings)
  }

  private mutating func remember(_ file: LoadedFile) -> LoadedFile {
    known[file.resolved] = file
    loaded.append(file)
    work.allow(nodes: file.document?.records.count ?? 0)
    if file.manifest == nil { isIncomplete = true }
    return file
  }
}

/// A folder that a file must be inside, with links resolved.
struct Confinement {
  let resolved: String
  /// The name of the folder in messages.
  let name: String
  /// The remedy for a file outside the folder.
  let remedy: String
}
