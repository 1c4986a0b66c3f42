import ConfigDI

/// What the program does between starting its container and shutting down.
struct Program {
  let container: Container
  let journal: any Journal

  func run() async throws {
    try describeParts()
    journal.note("health", await (try container.resolve(HealthReport.self)).text())
    for (number, parcel) in [1001, 1001, 2002].enumerated() {
      try await container.withScope(
        "request", providing: [.init(Request(number: number + 1), as: Request.self)]
      ) { scope in
        _ = try await scope.resolve((any ParcelTracker).self).track(parcel)
      }
    }
    journal.note("metrics", try container.resolve((any Metrics).self).summary)
  }

  private func describeParts() throws {
    journal.note("API", "\(try container.resolve((any APIClient).self))")
    journal.note("credentials", "\(try container.resolve((any CredentialsStore).self))")
    journal.note("cache", "\(try container.resolve((any Cache).self))")
    journal.note("clock", "\(try container.resolve((any WallClock).self))")
  }
}
