import ConfigDI

/// A request's work on a pooled connection: committed if the request was answered, otherwise rolled back.
final class Transaction: Sendable, AsyncCloseable {
  private let pool: ConnectionPool

  /// Begins the transaction, which takes a round trip to the database.
  init(pool: ConnectionPool) async throws {
    self.pool = pool
    pool.lend()
    await Task.yield()
  }

  func close() async throws { try await close(after: .returned) }

  func close(after outcome: ScopeOutcome) async throws {
    // Another round trip.
    await Task.yield()
    switch outcome {
    case .returned: pool.takeBack(committed: true)
    case .threw, .cancelled: pool.takeBack(committed: false)
    }
  }
}
