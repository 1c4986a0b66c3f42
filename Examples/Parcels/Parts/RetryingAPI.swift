import ConfigDI

/// Sends a request again if it failed for a temporary reason.
struct RetryingAPI: APIClient {
  struct Settings: ServiceSettings {
    var attempts: Int
  }

  private let inner: any APIClient
  private let attempts: Int

  init(inner: any APIClient, settings: Settings) {
    self.inner = inner
    attempts = max(1, settings.attempts)
  }

  func send(_ request: APIRequest) async throws -> String {
    for attempt in 1..<attempts {
      do {
        return try await inner.send(request)
      } catch let error as APIError where error.isTransient {
        try await Task.sleep(for: .milliseconds(20 * attempt))
      }
    }
    return try await inner.send(request)
  }

  var description: String { "\(inner), \(attempts) attempts" }
}
