import ConfigDI
import Synchronization

/// Lends connections, which must be given back before the pool closes.
final class ConnectionPool: Sendable, AsyncCloseable {
  private let lent = Atomic(0)
  private let committed = Atomic(0)
  private let rolledBack = Atomic(0)
  private let patience: Duration

  struct Settings: ServiceSettings {
    var size: Int
    var connect: Duration
    var patience: Duration
    static let defaults: SettingDefaults = ["size": 16, "connect": "1ms", "patience": "5s"]
  }

  /// Simulates connecting, which takes as long as `connect`.
  init(_ settings: Settings) async throws {
    guard settings.size > 0 else { throw NoConnections() }
    patience = settings.patience
    say("connecting")
    try await Task.sleep(for: settings.connect)
  }

  func lend() { lent.add(1, ordering: .relaxed) }
  func takeBack(committed isCommitted: Bool) {
    if isCommitted {
      committed.add(1, ordering: .relaxed)
    } else {
      rolledBack.add(1, ordering: .relaxed)
    }
    lent.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// Waits until all connections are given back, but no longer than `patience`.
  func close() async throws {
    let end = ContinuousClock.now + patience
    while lent.load(ordering: .acquiring) > 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
    let missing = lent.load(ordering: .acquiring)
    say("\(committed.load(ordering: .relaxed)) committed, \(rolledBack.load(ordering: .relaxed)) rolled back")
    say("closed the pool")
    if missing > 0 { throw NeverGivenBack(count: missing) }
  }
}

struct NoConnections: Error, CustomStringConvertible {
  var description: String { "the pool needs at least one connection" }
}

struct NeverGivenBack: Error, CustomStringConvertible {
  let count: Int
  var description: String { "\(count) connections were never given back" }
}
