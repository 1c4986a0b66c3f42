/// Counts the requests sent, and how many of them fail.
struct MeteredAPI: APIClient {
  private let inner: any APIClient
  private let metrics: any Metrics

  init(inner: any APIClient, metrics: any Metrics) {
    self.inner = inner
    self.metrics = metrics
  }

  func send(_ request: APIRequest) async throws -> String {
    metrics.count("calls")
    do {
      return try await inner.send(request)
    } catch {
      metrics.count("failures")
      throw error
    }
  }

  var description: String { "\(inner), counted" }
}
