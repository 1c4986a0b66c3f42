import ConfigDI

/// What the program does between its container's start and its shutdown.
struct Program {
  var container: Container
  var journal: any Journal

  func run() async throws {
    try await container.start()
    journal.note("hello", try container.configuration["greeting", as: String.self])
    try describeParts()
    journal.note("health", await container.resolve(HealthReport.self).text())
    for (number, parcel) in [1001, 1001, 2002].enumerated() {
      try await container.withScope("request", providing: .init(RequestContext(number: number + 1))) { scope in
        _ = try await scope.resolve((any ParcelTracker).self).track(parcel)
      }
    }
    try await container.run(.foreground)
    journal.note("metrics", try container.resolve(Metrics.self).summary)
  }

  private func describeParts() throws {
    journal.note("API", "\(try container.resolve((any APIClient).self))")
    journal.note("credentials", "\(try container.resolve((any CredentialsStore).self))")
    journal.note("cache", "\(try container.resolve((any Cache).self))")
    journal.note("clock", "\(try container.resolve((any WallClock).self))")
  }
}
