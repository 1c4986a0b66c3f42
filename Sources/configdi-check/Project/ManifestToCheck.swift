import ConfigDI

/// A manifest to look at, and what holds for it.
struct ManifestToCheck: Sendable {
  let input: ManifestInput
  let configuration: ConfigurationFile
  let options: CompositionOptions
  let catalog: CatalogIndex?
}
