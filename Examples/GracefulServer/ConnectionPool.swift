import ConfigDI
import Synchronization

/// Connections that are lent, and given back before the pool ends.
final class ConnectionPool: Sendable, AsyncCloseable {
  private let lent = Mutex(0)
  private let patience: Duration

  struct Settings: ServiceSettings {
    var connect: Duration
    var patience: Duration
    static let defaults: SettingDefaults = ["connect": "1ms", "patience": "5s"]
  }

  /// Connecting takes its time.
  init(_ settings: Settings) async throws {
    patience = settings.patience
    say("connecting")
    try await Task.sleep(for: settings.connect)
  }

  func lend() { lent.withLock { $0 += 1 } }
  func takeBack() { lent.withLock { $0 -= 1 } }

  /// Waits for what is under way, as long as it is patient.
  func close() async throws {
    let end = ContinuousClock.now + patience
    while lent.withLock({ $0 > 0 }), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
    let missing = lent.withLock { $0 }
    say("closed the pool")
    if missing > 0 { throw NeverGivenBack(count: missing) }
  }
}

struct NeverGivenBack: Error, CustomStringConvertible {
  let count: Int
  var description: String { "\(count) connections were never given back" }
}
