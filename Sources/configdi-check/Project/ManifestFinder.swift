import ConfigDI

/// A manifest to check, with its configuration.
struct ManifestToCheck: Sendable {
  let input: ManifestInput
  let configuration: ConfigurationFile
  var options: CompositionOptions
  var catalog: CatalogIndex?
  /// The calls in the program, if its sources are read.
  var program: ProgramCalls?
  /// Findings about an import that could not be read during the search for entry manifests. They are kept even if the
  /// import is readable later, since the imported file may have been mistaken for an entry manifest.
  var unread: [Diagnostic] = []

  /// The manifest after its checks.
  func checked(in world: World, _ documents: DocumentCache = DocumentCache()) -> CheckedManifest {
    Pipeline(world: world, options: options, documents: documents)
      .check(input, catalog: catalog, calls: program?.sites ?? [])
  }

  /// The manifest composed in these stages, by default those of its options. Its mistakes are ignored.
  func composed(
    _ world: World, stages: StageSelection? = nil, documents: DocumentCache = DocumentCache()
  ) -> ComposedManifest? {
    var options = options
    options.stages = stages ?? options.stages
    var ignored = Diagnostics()
    return Composer.compose(
      input, world: world, options: options, catalog: catalog, documents: documents, reporting: &ignored)
  }
}

/// Finds possible manifests below a folder: files that have a YAML name and contain `configdi`.
struct ManifestFinder {
  let files: any FileAccess
  let limit: Int
  /// The folder that must contain the files that links lead to, as a resolved path.
  let bound: String
  /// All searched folders, in which new manifests may appear.
  private(set) var folders: [String] = []
  /// Findings for files that may be manifests and cannot be read.
  private(set) var findings: [Diagnostic] = []

  /// The paths of possible manifests, sorted by bytes. Hidden files and folders are skipped, and links to folders are
  /// not followed.
  ///
  /// - Parameters:
  ///   - isDeep: Whether to search nested folders.
  ///   - hasTests: Whether to search the folder of a package's tests.
  mutating func candidates(in folder: String, isDeep: Bool = true, withTests hasTests: Bool = true) -> [String] {
    var found: [String] = []
    var waiting = [folder]
    let start = folder
    while let folder = waiting.popLast() {
      folders.append(folder)
      let entries: [FolderEntry]
      do {
        entries = try files.list(folder)
      } catch {
        if error != .missing { report(error, at: folder, "may contain manifests") }
        continue
      }
      for entry in entries where !entry.name.hasPrefix(".") {
        let path = folder == "." ? entry.name : FilePath.join(folder, entry.name)
        switch entry.kind {
        case .folder: if isDeep, hasTests || entry.name != "Tests" || folder != start { waiting.append(path) }
        case .file: if Self.isYAML(entry.name), speaksOfConfigDI(path) { found.append(path) }
        case .link: if Self.isYAML(entry.name), staysInside(path), speaksOfConfigDI(path) { found.append(path) }
        case .misnamed: if Self.isYAML(entry.name) { report(Self.misnamed, at: path, "may be a manifest") }
        case .misnamedFolder: if isDeep { report(Self.misnamed, at: path, "may contain manifests") }
        case .other: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static let misnamed = FileProblem.failed("its name is not UTF-8")

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Whether a link leads to a file inside the bounding folder. Reports a link that leads outside, but reads nothing.
  private mutating func staysInside(_ path: String) -> Bool {
    do {
      let resolved = try files.locate(path)
      // Links to folders are not followed.
      if files.entries(of: path) != nil { return false }
      if FilePath.isInside(resolved, bound) { return true }
      findings.append(
        Diagnostic(
          .importEscapesRoot, "'\(path)' is a link to a file outside the folder '\(bound)' and was not read",
          at: SourceFile(path: path, lines: 1).beginning,
          help: ["replace the link with the file itself, or widen the folder with --root DIR"], symbol: "link"))
    } catch {
      if error != .missing { report(error, at: path, "may be a manifest") }
    }
    return false
  }

  /// Whether a file contains the word `configdi`. A missing or irregular file is skipped, and an unreadable file is
  /// reported. A file over the size limit counts only if it looks like a manifest.
  private mutating func speaksOfConfigDI(_ path: String) -> Bool {
    do {
      return try files.read(path, limit: limit).narrowed[...].end(of: "configdi") != nil
    } catch {
      switch error {
      case .denied, .failed: report(error, at: path, "may be a manifest")
      case .tooLarge:
        let bytes = try? files.read(path, limit: limit.multipliedReportingOverflow(by: 16).partialValue)
        return bytes.map { Self.looksLikeManifest($0) } ?? false
      case .missing, .notRegular: break
      }
      return false
    }
  }

  private mutating func report(_ problem: FileProblem, at path: String, _ reason: String) {
    let remedy = problem == Self.misnamed ? "rename it" : "make it readable"
    findings.append(
      Diagnostic(
        .unreadableFile, "'\(path)' \(reason), but cannot be read: \(problem.explanation)",
        at: SourceFile(path: path, lines: 1).beginning, help: ["\(remedy), or do not check its folder"]))
  }

  /// Whether a line begins with the key `configdi`, for files that cannot be parsed.
  static func looksLikeManifest(_ bytes: [UInt8]) -> Bool {
    let bytes = bytes.narrowed
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var position = 0
    while let end = bytes[position...].end(of: "configdi") {
      position = end
      var key = end - "configdi".utf8.count..<end
      if let quote = bytes[..<key.lowerBound].last, quote.isQuote, bytes[end...].first == quote {
        key = key.lowerBound - 1..<end + 1
      }
      let before = bytes[..<key.lowerBound]
      let isFirst = before.last.map { $0 == 0x0A || $0 == 0x0D } ?? true || before.elementsEqual(byteOrderMark)
      if isFirst, bytes[key.upperBound...].first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: ":") {
        return true
      }
    }
    return false
  }
}
