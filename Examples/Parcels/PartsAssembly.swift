import ConfigDI

/// The parts that the manifest can choose from, by name.
struct PartsAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("systemClock", as: (any WallClock).self) { SystemClock() }
    registry.register("fixedClock", as: (any WallClock).self, FixedClock.init)

    registry.register("ownServer", as: (any Endpoint).self, OwnServer.init)
    registry.register("fixedEndpoint", as: (any Endpoint).self, FixedEndpoint.init)

    registry.register("httpAPI", as: (any APIClient).self, HTTPAPI.init)
    registry.register("cannedAPI", as: (any APIClient).self, CannedAPI.init)
    registry.registerDecorator("retrying", of: (any APIClient).self, RetryingAPI.init)
    registry.registerDecorator("metered", of: (any APIClient).self, MeteredAPI.init)

    registry.register("memoryCredentials", as: (any CredentialsStore).self) { MemoryCredentials() }
    registry.register("fileCredentials", as: (any CredentialsStore).self, FileCredentials.init)
    registry.register("passwordSessions", as: (any SessionManager).self, PasswordSessions.init)

    registry.register("memoryCache", as: (any Cache).self, labels: ["clock"], MemoryCache.init)
    registry.register("noCache", as: (any Cache).self) { NoCache() }

    registry.register("countingMetrics", as: (any Metrics).self) { CountingMetrics() }
    registry.register(
      "uploadingMetrics", as: (any Metrics).self, labels: ["api", "journal"], UploadingMetrics.init)
    registry.register("apiHealth", as: (any HealthCheck).self, labels: ["api"], APIHealth.init)
    registry.register("credentialsHealth", as: (any HealthCheck).self, CredentialsHealth.init)
    registry.register("healthReport", as: HealthReport.self, labels: ["checks"], HealthReport.init)

    registry.register(
      "cachingTracker", as: (any ParcelTracker).self, labels: ["api", "cache", "sessions", "request", "journal"],
      CachingTracker.init)

    registry.registerInitializer("crashReporting", CrashReporting.init)
    registry.registerInitializer("analytics", Analytics.init)
    registry.registerInitializer("refreshSession", RefreshSession.init)
  }
}
