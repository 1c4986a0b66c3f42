import Synchronization

/// Stores session tokens.
protocol CredentialsStore: Sendable, CustomStringConvertible {
  func token(for user: String) throws -> String?
  func keep(_ token: String, for user: String) throws
}

/// Keeps tokens until the program ends.
final class MemoryCredentials: CredentialsStore {
  private let tokens = Mutex<[String: String]>([:])

  func token(for user: String) -> String? {
    tokens.withLock { $0[user] }
  }

  func keep(_ token: String, for user: String) {
    tokens.withLock { $0[user] = token }
  }

  var description: String { "in memory" }
}
