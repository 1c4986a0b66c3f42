import ConfigDI

/// Compares a catalog with the Swift files that it names, by the quoted names in them. This is less than the compiler
/// knows, so a difference is only a warning in the editor.
struct OutdatedCatalog {
  private let sources: SwiftSources

  init(_ sources: SwiftSources) {
    self.sources = sources
  }

  func findings(in catalog: Catalog) -> [Diagnostic] {
    guard let path = catalog.file?.path else { return [] }
    var byFile: [String: [CatalogFactory]] = [:]
    for factory in catalog.factories {
      if let file = factory.file { byFile[file, default: []].append(factory) }
    }
    var findings: [Diagnostic] = []
    for (id, factories) in byFile.sorted(by: { $0.key < $1.key }) {
      // A file of the same name in another module does not count.
      guard let file = sources.file(id, inModule: true) else { continue }
      for factory in factories where SwiftSources.literal(factory.name, in: file) == nil {
        findings.append(
          finding("'\(factory.name)' is no longer registered in \(id)", at: factory.location, catalog: path))
      }
      let known = Set(catalog.factories.map(\.name))
      for name in SwiftSources.registered(in: file) where !known.contains(name) {
        findings.append(
          finding(
            "\(id) registers '\(name)', which is missing in the catalog", at: catalog.file?.beginning, catalog: path))
      }
    }
    return findings
  }

  private func finding(_ message: String, at location: SourceLocation?, catalog: String) -> Diagnostic {
    Diagnostic(
      .staleCatalog, message, at: location,
      help: ["update it: \(Catalog.requestVariable)=1 <your program> > \(catalog)"], severity: .warning)
  }
}
