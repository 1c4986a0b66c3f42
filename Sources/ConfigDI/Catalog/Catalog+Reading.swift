extension Catalog {
  /// Reads a catalog's file; `nil` where nothing of it could be understood.
  package init?(_ file: SourceFile, limits: Limits = Limits(), reporting: inout Diagnostics) {
    var budget = limits.nodes
    guard let document = YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &reporting),
      let catalog = CatalogReader.read(document, reporting: &reporting)
    else { return nil }
    self = catalog
  }
}
