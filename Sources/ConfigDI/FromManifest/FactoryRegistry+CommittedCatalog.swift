extension FactoryRegistry {
  /// Throws if a committed catalog differs from the registry's catalog. Call this in a test of your program.
  ///
  /// ```swift
  /// @Test func theCatalogIsCurrent() throws {
  ///   try FactoryRegistry(AppAssembly()).checkCatalog(at: "../../configdi.catalog.json")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The committed file; a relative path is relative to the folder of the calling Swift file.
  ///   - caller: The calling Swift file.
  /// - Throws: ``ManifestError`` with a finding for each difference, or with the mistakes in the registrations.
  public func checkCatalog(at path: String, caller: StaticString = #filePath) throws(ManifestError) {
    let place = FilePath.join(FilePath.folder(of: caller.description), path)
    let limits = Limits()
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try DiskFiles().read(place, limit: limits.fileBytes)
    } catch {
      throw ManifestError([
        Diagnostic(
          .unreadableFile, .unreadable(path, error), at: SourceFile(path: path, bytes: []).beginning,
          help: [
            Catalog.writingAdvice, "or check the path: a relative path is relative to the folder of \(caller)",
          ])
      ])
    }
    let findings = findings(about: SourceFile(path: path, bytes: bytes), limits)
    guard findings.isEmpty else { throw ManifestError(findings) }
  }

  private func findings(about file: SourceFile, _ limits: Limits) -> [Diagnostic] {
    let examined = examined()
    guard examined.findings.isEmpty else { return examined.findings }
    var read = Diagnostics()
    guard let committed = Catalog(file, limits: limits, reporting: &read), !read.hasErrors else { return read.sorted() }
    let remedy = "update it: \(Catalog.requestVariable)=1 <your program> > \(file.path)"
    var stale = Diagnostics()
    committed.reportStale(comparedTo: examined.catalog, remedy: remedy, reporting: &stale)
    // Documentation is added to the file afterwards, from the source.
    let texts = Dictionary(committed.factories.map { ($0.name, $0.documentation) }) { $0 ?? $1 }
    var documented = examined.catalog
    for index in documented.factories.indices {
      documented.factories[index].documentation = texts[documented.factories[index].name] ?? nil
    }
    if stale.findings.isEmpty, !documented.json.utf8.elementsEqual(file.bytes) {
      stale.report(
        .staleCatalog, "the catalog is out of date: the contents are the same, but the layout differs",
        at: file.beginning, help: [remedy])
    }
    return stale.sorted()
  }
}

extension Catalog {
  /// The help for a committed catalog that does not exist.
  package static let writingAdvice = "write the catalog: swift package configdi-catalog"
}
