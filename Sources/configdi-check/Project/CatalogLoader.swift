import ConfigDI

/// Finds and reads the catalogs of manifests, each once.
struct CatalogLoader {
  private let arguments: Arguments
  private let console: Console
  /// What is wrong in the catalogs that were read.
  private(set) var findings = Diagnostics()
  /// Those files.
  private(set) var files: [String] = []

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// The catalog of a manifest; `nil` where it has none.
  mutating func catalog(
    forManifestAt path: String, _ configuration: Configuration
  ) throws(Failure) -> CatalogIndex? {
    nil
  }
}
