import ConfigDI

/// The factories of Plain, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct PlainFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("frozen", as: (any Clock).self, FixedClock.init)
    registry.register("memory", as: (any CredentialsStore).self) { MemoryCredentialsStore() }
    registry.register("oauth", as: (any SessionManager).self, labels: ["store", "clock"], OAuthSessionManager.init)
    registry.registerInitializer("report", labels: ["sessions"], Report.init)
    registry.register("system", as: (any Clock).self) { SystemClock() }
  }
}
