import ConfigDI

/// The factories of Wrappers, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct WrappersFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerUnshared("editable", as: (any Draft).self, EditableDraft.init)
    registry.register("paper", as: (any Archive & Sendable).self) { PaperArchive() }
    registry.register("system", as: (any Clock).self) { SystemClock() }
    registry.register("wooden", as: (any Shelf).self, labels: ["clock", "later", "each", "perhaps"], WoodenShelf.init)
  }
}
