/// The client of some vault.
protocol Vault: Sendable {
  func secrets(at path: String) async throws -> [String: String]
}
