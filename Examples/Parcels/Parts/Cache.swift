import ConfigDI
import Synchronization

/// Keeps responses for a while.
protocol Cache: Sendable, CustomStringConvertible {
  func value(for name: String) -> String?
  func keep(_ value: String, for name: String)
}

struct NoCache: Cache {
  func value(for name: String) -> String? { nil }
  func keep(_ value: String, for name: String) {}
  var description: String { "none" }
}

final class MemoryCache: Cache {
  struct Settings: ServiceSettings {
    var capacity: Int
    var lifetime: Duration
  }

  private struct Entry {
    var value: String
    var expires: Int
  }

  private let clock: any WallClock
  private let settings: Settings
  private let entries = Mutex<[String: Entry]>([:])

  init(settings: Settings, clock: any WallClock) {
    self.settings = settings
    self.clock = clock
  }

  func value(for name: String) -> String? {
    entries.withLock { entries in
      guard let entry = entries[name], entry.expires > clock.seconds else { return nil }
      return entry.value
    }
  }

  func keep(_ value: String, for name: String) {
    entries.withLock { entries in
      if entries.count >= settings.capacity { entries.removeAll() }
      entries[name] = Entry(value: value, expires: clock.seconds + Int(settings.lifetime.components.seconds))
    }
  }

  var description: String { "in memory, for \(settings.lifetime.components.seconds) s" }
}
