import ConfigDI

/// The factories of Nested, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct NestedFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("networkLiveClient", as: (any Network.Client).self) { Network.LiveClient() }
    registry.register("storageLiveClient", as: (any Storage.Client).self, labels: ["network"], Storage.LiveClient.init)
  }
}
