import ConfigDI

/// Finds and reads the catalogs for manifests, each catalog once.
struct CatalogLoader {
  private let arguments: Arguments
  private let console: Console
  private var byPath: [String: Reading] = [:]
  private let earlier: [String: Reading]
  private var ofProgram: Reading?
  private var staleness = Diagnostics()
  private(set) var files: [String] = []

  /// A catalog with the findings about its text.
  private struct Reading {
    let catalog: CatalogIndex
    let findings: [Diagnostic]
  }

  /// - Parameter earlier: A loader whose unchanged catalogs, and the program's, are reused.
  init(_ arguments: Arguments, _ console: Console, reusing earlier: CatalogLoader? = nil) {
    self.arguments = arguments
    self.console = console
    self.earlier = earlier?.byPath ?? [:]
    ofProgram = earlier?.ofProgram
  }

  /// The findings about the text of the catalogs, and about catalogs that are out of date.
  var findings: [Diagnostic] {
    (byPath.values + [ofProgram].compactMap { $0 }).flatMap(\.findings) + staleness.findings
  }

  /// The catalog for a manifest; `nil` if the manifest has no catalog.
  mutating func catalog(forManifestAt path: String, _ configuration: ConfigurationFile) throws -> CatalogIndex? {
    let beside = Self.place(forManifestAt: path)
    let named = arguments[.catalog] ?? configuration.catalog
    let file =
      named == nil && configuration.noCatalog != nil
      ? nil : try (named ?? catalog(at: beside, besideManifestAt: path)).map { try read($0) }
    if let command = arguments[.catalogFrom] { return try program(command, comparedTo: file) }
    return file
  }

  static func missing(forManifestAt path: String, _ configuration: ConfigurationFile) -> Failure {
    Failure(
      configuration.noCatalog.map {
        "\(path) has no catalog, since \($0) says 'none': pass one with --catalog, or remove that line"
      } ?? "\(path) has no catalog: pass one with --catalog, or create \(place(forManifestAt: path))")
  }

  /// The path of a catalog; `nil` if no such file exists.
  private func catalog(at path: String, besideManifestAt manifest: String) throws -> String? {
    guard let resolved = try console.located(path, as: "the catalog \(path)") else { return nil }
    // The user did not name this file, so it must be inside the bound, like the manifest's imports, or in the
    // manifest's own folder.
    let folder = FilePath.folder(of: manifest)
    let allowed = [arguments[.root] ?? console.repositoryFolder, folder.isEmpty ? "." : folder]
    let isInside = allowed.contains { folder in
      folder.flatMap { console.files.resolve($0) }.map { FilePath.isInside(resolved, $0) } ?? false
    }
    guard isInside else {
      throw BadInput(findings: [
        Diagnostic(
          .importEscapesRoot, "'\(path)' is a link to a file outside the folders that may be read",
          at: SourceFile(path: path, lines: 1).beginning, help: ["pass the catalog with --catalog"])
      ])
    }
    return path
  }

  static let name = "configdi.catalog.json"

  private static func place(forManifestAt path: String) -> String {
    FilePath.join(FilePath.folder(of: path), name)
  }

  static func command(forManifestAt path: String) -> String {
    command(writing: place(forManifestAt: path))
  }

  static func command(writing catalog: String) -> String {
    "swift package configdi-catalog --output \(shellWord(catalog))"
  }

  private mutating func read(_ path: String) throws -> CatalogIndex {
    let key = console.files.resolve(path) ?? path
    if let known = byPath[key] { return known.catalog }
    let bytes = try console.bytes(of: path, as: "the catalog \(path)", limit: Limits(arguments).fileBytes)
    let reading: Reading
    if let known = earlier[key], let file = known.catalog.catalog.file, file.path == path, file.bytes == bytes {
      reading = known
    } else {
      reading = try decode(SourceFile(path: path, bytes: bytes))
    }
    byPath[key] = reading
    files.append(path)
    return reading.catalog
  }

  private mutating func program(_ command: String, comparedTo file: CatalogIndex?) throws -> CatalogIndex {
    if ofProgram == nil {
      let bytes = try Subprocess.output(
        of: command, setting: Catalog.requestVariable, limit: Limits(arguments).fileBytes,
        seconds: arguments.count(.catalogTimeout) ?? 300)
      ofProgram = try decode(SourceFile(path: "catalog of '\(command)'", bytes: bytes, isArgument: true))
    }
    guard let ofProgram = ofProgram?.catalog else { throw Failure("'\(command)' printed no catalog") }
    if let file, let path = file.catalog.file?.path, compared.insert(path).inserted {
      let rerun = "\(Catalog.requestVariable)=1 sh -c \(shellWord(command))"
      file.catalog.reportStale(
        comparedTo: ofProgram.catalog, remedy: "update it: \(rerun) > \(shellWord(path))", reporting: &staleness)
    }
    return ofProgram
  }

  private var compared: Set<String> = []

  private func decode(_ file: SourceFile) throws -> Reading {
    var found = Diagnostics()
    guard let catalog = Catalog(file, limits: Limits(arguments), reporting: &found) else {
      throw BadInput(findings: found.sorted())
    }
    return Reading(catalog: CatalogIndex(catalog), findings: found.findings)
  }
}
