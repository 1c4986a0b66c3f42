import ConfigDI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time of day.
protocol WallClock: Sendable, CustomStringConvertible {
  /// The seconds since January 1, 1970.
  var seconds: Int { get }
}

struct SystemClock: WallClock {
  var seconds: Int { time(nil) }
  var description: String { "the system's" }
}

/// A clock that always shows the same time, for tests.
struct FixedClock: WallClock {
  struct Settings: ServiceSettings {
    var seconds: Int
  }

  let seconds: Int

  init(settings: Settings) {
    seconds = settings.seconds
  }

  var description: String { "stopped at \(seconds)" }
}
