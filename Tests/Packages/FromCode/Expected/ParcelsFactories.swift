import ConfigDI

/// The factories of Parcels, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct ParcelsFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerInitializer("analytics", Analytics.init)
    registry.register("apiHealth", as: (any HealthCheck).self, labels: ["api"], APIHealth.init)
    registry.register("cannedAPI", as: (any APIClient).self, CannedAPI.init)
    registry.register("counting", as: (any Metrics).self) { CountingMetrics() }
    registry.registerInitializer("crashReporting", CrashReporting.init)
    registry.register("credentialsHealth", as: (any HealthCheck).self, labels: ["store"], CredentialsHealth.init)
    registry.register("fileCredentials", as: (any CredentialsStore).self, FileCredentials.init)
    registry.register("fixed", as: (any Endpoint).self, FixedEndpoint.init)
    registry.register("fixedClock", as: (any WallClock).self, FixedClock.init)
    registry.register("httpapi", as: (any APIClient).self, HTTPAPI.init)
    registry.register("memory", as: (any Cache).self, labels: ["clock"], MemoryCache.init)
    registry.register("memoryCredentials", as: (any CredentialsStore).self) { MemoryCredentials() }
    registry.registerDecorator("meteredAPI", of: (any APIClient).self, MeteredAPI.init)
    registry.register("no", as: (any Cache).self) { NoCache() }
    registry.register("ownServer", as: (any Endpoint).self, OwnServer.init)
    registry.register(
      "passwordSessions", as: (any SessionManager).self, labels: ["api", "store", "clock", "journal"],
      PasswordSessions.init)
    registry.register("printed", as: (any Journal).self) { PrintedJournal() }
    registry.registerInitializer("refreshSession", labels: ["sessions"], RefreshSession.init)
    registry.registerDecorator("retryingAPI", of: (any APIClient).self, RetryingAPI.init)
    registry.register("systemClock", as: (any WallClock).self) { SystemClock() }
    registry.register("uploading", as: (any Metrics).self, labels: ["api", "journal"], UploadingMetrics.init)
  }
}
