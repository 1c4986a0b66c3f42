import Foundation
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Tracing

/// Keeps metrics and traces in memory. A real program uses its own backend.
struct Telemetry {
  private let metrics = TestMetrics()
  private let tracer = InMemoryTracer()

  init() {
    MetricsSystem.bootstrap(metrics)
    InstrumentationSystem.bootstrap(tracer)
  }

  var summary: String {
    let counts = metrics.counters.filter { $0.label.hasPrefix("configdi_reload") }
      .map { "\($0.label) \($0.totalValue)" }.sorted().joined(separator: ", ")
    let pools = tracer.finishedSpans.count { $0.operationName == "make Pool" }
    return "\(counts), spans of pools \(pools)"
  }
}

/// Writes each log entry on one line.
struct LineHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    say("\(event.level): \(event.message)\(words)")
  }
}

/// Writes a line without buffering, even if the output is a pipe.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
