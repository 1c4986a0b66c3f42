import ConfigDI

/// A manifest to check, with its configuration.
struct ManifestToCheck: Sendable {
  let input: ManifestInput
  let configuration: ConfigurationFile
  let options: CompositionOptions
  let catalog: CatalogIndex?
  /// Findings for an import that could not be read when the imports of a folder's manifests were searched. If it can be
  /// read a moment later, it may be taken for a manifest of its own.
  var unread: [Diagnostic] = []
}
