import ConfigDI
import Synchronization

/// Counts events by name.
protocol Metrics: Sendable {
  func count(_ name: String)
  /// The counts sorted by name: `calls 5, failures 1`.
  var summary: String { get }
}

final class CountingMetrics: Metrics {
  private let counts = Mutex<[String: Int]>([:])

  func count(_ name: String) {
    counts.withLock { $0[name, default: 0] += 1 }
  }

  var summary: String {
    let counts = counts.withLock { $0 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

/// Uploads its counts when the program ends.
final class UploadingMetrics: Metrics, AsyncCloseable {
  private let counts = CountingMetrics()
  private let api: any APIClient
  private let journal: any Journal

  init(api: any APIClient, journal: any Journal) {
    self.api = api
    self.journal = journal
  }

  func count(_ name: String) {
    counts.count(name)
  }

  var summary: String { counts.summary }

  func close() async throws {
    _ = try await api.send(APIRequest(method: "POST", path: "/metrics", body: summary))
    journal.note("shutdown", "the metrics are sent")
  }
}
