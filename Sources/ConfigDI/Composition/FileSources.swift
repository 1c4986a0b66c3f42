/// Where a file stands: its path for people, its path for the machine, and what its imports may not leave.
struct FilePlace {
  let path: String
  let resolved: String
  let confinement: Confinement
}

/// A file that an import or overlay leads to.
struct FileTarget {
  let place: FilePlace
  /// The path that names it; `nil` for a flag's.
  let reference: SourceLocation?
  let isOptional: Bool
}

/// Finds and reads the files of one manifest.
struct FileSources {
  let files: any FileAccess
  let options: CompositionOptions
  let keys: KeyNames
  let cache: DocumentCache
  private(set) var loaded: [LoadedFile] = []
  /// Whether a file could not be had, so that what it would say is unknown.
  var isIncomplete = false
  private var known: [String: LoadedFile] = [:]
  private var nodeBudget: Int

  init(files: any FileAccess, options: CompositionOptions, keys: KeyNames, cache: DocumentCache) {
    self.files = files
    self.options = options
    self.keys = keys
    self.cache = cache
    nodeBudget = options.limits.nodes
  }

  mutating func load(_ text: SourceFile, resolved: String) -> LoadedFile {
    remember(read(text, resolved: resolved))
  }

  /// The file, read once for this manifest; `nil` where it cannot be had, which is reported.
  mutating func load(_ target: FileTarget, reporting findings: inout Diagnostics) -> LoadedFile? {
    let place = target.place
    if let file = known[place.resolved] { return file }
    let location = target.reference ?? SourceFile(path: place.path, bytes: []).beginning
    guard loaded.count < options.limits.files else {
      isIncomplete = true
      findings.report(options.limits.passed(.files, at: location))
      return nil
    }
    if let file = cache.file(place.path), file.resolved == place.resolved, isUsable(file) {
      nodeBudget -= file.nodes
      return remember(file)
    }
    do {
      let bytes = try files.read(place.path, limit: options.limits.fileBytes)
      let file = read(SourceFile(path: place.path, bytes: bytes), resolved: place.resolved)
      return remember(cache.keep(file, as: place.path))
    } catch .missing where target.isOptional {
      return nil
    } catch {
      isIncomplete = true
      findings.report(.unreadable(error, place.path, at: location, options.limits))
      return nil
    }
  }

  private func isUsable(_ file: LoadedFile) -> Bool {
    guard file.nodes <= nodeBudget, file.keys == keys else { return false }
    return file.document != nil || !file.readerFindings.contains { $0.rule == .resourceLimit }
  }

  private mutating func read(_ source: SourceFile, resolved: String) -> LoadedFile {
    var readerFindings = Diagnostics()
    let before = nodeBudget
    let document = YAMLReader.read(
      source, limits: options.limits, nodeBudget: &nodeBudget, reporting: &readerFindings)
    var decoderFindings = Diagnostics()
    let manifest = document.flatMap { ManifestDecoder.decode($0, keys: keys, reporting: &decoderFindings) }
    return LoadedFile(
      source: source, resolved: resolved, document: document, manifest: manifest, keys: keys,
      readerFindings: readerFindings.findings, decoderFindings: decoderFindings.findings, nodes: before - nodeBudget)
  }

  private mutating func remember(_ file: LoadedFile) -> LoadedFile {
    known[file.resolved] = file
    loaded.append(file)
    if file.manifest == nil { isIncomplete = true }
    return file
  }
}

extension Rule {
  package static let unreadableFile = Rule(
    "DI009", "unreadable-file", .error,
    summary: "a file that is there but cannot be read as one",
    explanation: """
      The path names a folder, a pipe or a device, or the file may not be read. Only regular files are opened, so that \
      no path can make a check wait or eat memory.

      Name a regular file, and see to it that whoever runs the check may read it.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      imports: [parts]
      """,
      "parts/clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      imports: [parts/clock.yaml]
      """,
      "parts/clock.yaml": """
      configdi: 1
      services:
        Clock: systemClock
      """,
    ])
}

extension Diagnostic {
  static func unreadable(
    _ problem: FileProblem, _ path: String, at location: SourceLocation, _ limits: Limits,
    limit: Limits.Name = .fileBytes
  ) -> Diagnostic {
    let message: String
    var help: [String] = []
    switch problem {
    case .tooLarge: return limits.passed(limit, at: location)
    case .missing:
      message = "'\(path)' has vanished"
      help = ["run the check again"]
    case .notRegular(let kind):
      message = "'\(path)' is \(kind), not a regular file"
      help = ["name a file; '*' stands for the files of a folder"]
    case .denied:
      message = "'\(path)' may not be read: permission denied"
      help = ["allow reading to the user who runs this"]
    case .failed(let reason):
      message = "'\(path)' could not be read: \(reason)"
    }
    return Diagnostic(.unreadableFile, message, at: location, help: help)
  }
}
