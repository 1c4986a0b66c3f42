import ConfigDI

/// The work of one request on a connection of the pool: committed if the request was answered, else rolled back.
final class Transaction: Sendable, AsyncCloseable {
  private let pool: ConnectionPool

  /// Begins, which takes a trip to the database.
  init(pool: ConnectionPool) async throws {
    self.pool = pool
    pool.lend()
    await Task.yield()
  }

  func close() async throws { try await close(after: .returned) }

  func close(after outcome: ScopeOutcome) async throws {
    // Another trip.
    await Task.yield()
    switch outcome {
    case .returned: pool.takeBack(committed: true)
    case .threw, .cancelled: pool.takeBack(committed: false)
    }
  }
}
