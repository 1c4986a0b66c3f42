import ConfigDI

/// The factories of MainModule, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
nonisolated struct MainModuleFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerMainActor("app", as: (any Router).self, AppRouter.init)
    registry.register("english", as: (any Texts).self) { EnglishTexts() }
    registry.registerMainActor("main", as: (any Screen).self, MainScreen.init)
  }
}
