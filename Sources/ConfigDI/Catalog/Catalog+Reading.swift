extension Catalog {
  /// Reads a catalog's file; `nil` if nothing in it could be understood.
  package init?(_ file: SourceFile, limits: Limits = Limits(), reporting: inout Diagnostics) {
    defer { reporting.hideSecrets() }
    // A file that is not a catalog may contain anything, and is not quoted.
    guard file.bytes[...].end(of: "configdiCatalog") != nil else {
      var ignored = Diagnostics()
      var budget = limits.nodes
      let document = YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &ignored)
      let isMapping = document?.root.map { $0.kind == .mapping || $0.isNull } ?? true
      reporting.report(.noCatalog(file, isMapping ? .unsupportedVersion : .wrongShape))
      return nil
    }
    var budget = limits.nodes
    guard let document = YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &reporting),
      let catalog = CatalogReader.read(document, reporting: &reporting)
    else { return nil }
    self = catalog
  }

  /// Reads the text of a catalog, such as a committed `configdi.catalog.json`.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - path: The name of the file in messages about mistakes.
  /// - Throws: ``ManifestError`` with every mistake at its line.
  public init(json: String, path: String = "configdi.catalog.json") throws(ManifestError) {
    var diagnostics = Diagnostics()
    let catalog = Catalog(SourceFile(path: path, bytes: Array(json.utf8)), reporting: &diagnostics)
    guard let catalog, !diagnostics.hasErrors else { throw ManifestError(diagnostics.sorted()) }
    self = catalog
  }
}
