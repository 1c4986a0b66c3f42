import ConfigDI

/// A manifest to look at, and what holds for it.
struct ManifestToCheck: Sendable {
  let input: ManifestInput
  let configuration: ConfigurationFile
  let options: CompositionOptions
  let catalog: CatalogIndex?
  /// Why an import could not be read while the manifests of a folder were told from what they import: one that could a
  /// moment later may pass for a manifest of its own.
  var unread: [Diagnostic] = []
}
