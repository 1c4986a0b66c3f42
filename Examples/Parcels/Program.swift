import ConfigDI

/// The program's work, from the start of its container to its shutdown.
struct Program {
  private let container: Container
  private let journal: any Journal

  static func main(
    manifest: some ManifestSource, stage: String?, registry: FactoryRegistry, journal: any Journal
  ) async throws {
    let container = try Container(
      manifest: manifest, stage: stage, registry: registry,
      provided: [.init(journal, as: (any Journal).self)])
    do {
      try await Program(container: container, journal: journal).run()
    } catch {
      try? await container.shutdown()
      throw error
    }
    try await container.shutdown()
  }

  private func run() async throws {
    try await container.start()
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
