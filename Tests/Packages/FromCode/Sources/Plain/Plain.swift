import ConfigDI

/// Keeps credentials.
protocol CredentialsStore: Sendable {
  func token() -> String
}

/// Manages the session.
protocol SessionManager: Sendable {
  func login() throws -> String
}

protocol Clock: Sendable {
  var now: Int { get }
}

struct SystemClock: Clock {
  var now: Int { 7 }
}

/// Stands still.
///
/// - Factory: frozen
struct FixedClock: Clock {
  struct Settings: ServiceSettings {
    var now: Int
  }

  let now: Int

  init(settings: Settings) { now = settings.now }
}

final class MemoryCredentialsStore: CredentialsStore {
  func token() -> String { "memory" }
}

/// Talks to the provider.
struct OAuthSessionManager: SessionManager {
  struct Settings: ServiceSettings {
    var clientID: String
    var timeout: Duration
    var note: String?
    static let defaults: SettingDefaults = ["timeout": "30s"]
  }

  let settings: Settings
  let store: any CredentialsStore
  let clock: any Clock

  init(settings: Settings, store: any CredentialsStore, clock: any Clock) throws {
    self.settings = settings
    self.store = store
    self.clock = clock
  }

  func login() throws -> String { "\(settings.clientID) \(store.token()) \(clock.now)" }
}

/// - Factory: none
struct StubSessionManager: SessionManager {
  func login() throws -> String { "stub" }
}

private struct HiddenClock: Clock {
  var now: Int { 0 }
}

struct Report: Initializable {
  let sessions: any SessionManager

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {}
}

enum PlainProgram {
  static func run(_ container: Container) async throws -> String {
    let hidden: any Clock = HiddenClock()
    return "\(try container.resolve((any SessionManager).self).login()) \(hidden.now)"
  }
}
