import ConfigDI

/// The factories of MainModule, by the names that manifests have for them.
///
/// Written by `configdi-check register`, which adds what is missing and takes out what has gone. What you change here
/// stays.
nonisolated struct MainModuleFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerMainActor("app", as: (any Router).self, AppRouter.init)
    registry.register("english", as: (any Texts).self) { EnglishTexts() }
    registry.registerMainActor("main", as: (any Screen).self, MainScreen.init)
  }
}
