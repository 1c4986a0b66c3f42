import ConfigDI

/// A manifest to look at, and what holds for it.
struct ManifestSource: Sendable {
  let input: ManifestInput
  let configuration: Configuration
  let options: CompositionOptions
  let catalog: CatalogIndex?
}
