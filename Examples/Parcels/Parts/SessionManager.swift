import ConfigDI

/// Provides the session's token, signing in if necessary.
protocol SessionManager: Sendable, CustomStringConvertible {
  func token() async throws -> String
  /// Signs in again if the session is about to expire.
  func refresh() async throws
}

actor PasswordSessions: SessionManager {
  struct Settings: ServiceSettings {
    var user: String
    var password: Secret<String>
    var lifetime: Duration
  }

  private let settings: Settings
  private let api: any APIClient
  private let store: any CredentialsStore
  private let clock: any WallClock
  private let journal: any Journal
  private var expires = 0
  private var current: String?

  init(
    settings: Settings, api: any APIClient, store: any CredentialsStore, clock: any WallClock, journal: any Journal
  ) {
    self.settings = settings
    self.api = api
    self.store = store
    self.clock = clock
    self.journal = journal
  }

  func token() async throws -> String {
    if let current, expires > clock.seconds { return current }
    if current == nil, let kept = try store.token(for: settings.user) {
      journal.note("session", "found the one of an earlier run")
      return remember(kept)
    }
    return try await signIn()
  }

  func refresh() async throws {
    let remaining = expires - clock.seconds
    if remaining < 60 {
      _ = try await signIn()
    } else {
      journal.note("session", "still good for \(remaining) s")
    }
  }

  private func signIn() async throws -> String {
    let token = try await api.send(
      APIRequest(method: "POST", path: "/session", body: settings.user + "\n" + settings.password.value))
    try store.keep(token, for: settings.user)
    journal.note("session", "signed in as \(settings.user)")
    return remember(token)
  }

  private func remember(_ token: String) -> String {
    current = token
    expires = clock.seconds + Int(settings.lifetime.components.seconds)
    return token
  }

  nonisolated var description: String { "for \(settings.user)" }
}
