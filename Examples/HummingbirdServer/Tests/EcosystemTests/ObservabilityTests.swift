import ConfigDI
import ConfigDIConfiguration
import ConfigDIObservability
import Configuration
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Synchronization
import Testing
import Tracing

/// Tests what a container logs, measures and traces. The backends are global, so a single test uses them.
@Suite struct ObservabilityTests {
  struct Pool: Sendable, Closeable {
    var failsToClose = false
    func close() throws { if failsToClose { throw Broken() } }
  }
  struct Broken: Error {}

  struct Recorder: LogHandler {
    let lines: LinesBox
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {
      let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      lines.add("\(event.level): \(event.message)\(words)")
    }
  }

  final class LinesBox: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test("events are logs, metrics and spans", .timeLimit(.minutes(1)))
  func events() async throws {
    let metrics = TestMetrics()
    MetricsSystem.bootstrap(metrics)
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    let lines = LinesBox()
    let logger = Logger(label: "test") { _ in Recorder(lines: lines) }

    var registry = FactoryRegistry()
    registry.register("pool", as: Pool.self) { Pool() }
    registry.register("unclosable", as: Pool.self) { Pool(failsToClose: true) }
    registry.register("broken", as: Pool.self) { () throws -> Pool in throw Broken() }
    registry.observe(with: logger)
    let texts = TextManifest(Self.wiring(factory: "unclosable"))
    let live = try await LiveContainer(
      manifest: texts, stage: "test", registry: registry,
      options: ManifestOptions(source: ParameterSource { _ in .init("two", origin: "the vault") }))
    live.observe(with: logger)
    let events = live.events
    try await live.start()
    texts.change(to: Self.wiring(factory: "broken"))
    for await event in events { if case .rejected = event { break } }
    texts.change(to: Self.wiring(factory: "unclosable"))
    for await event in events { if case .unchanged = event { break } }
    texts.change(to: Self.wiring(factory: "pool", name: "renamed"))
    for await event in events { if case .swapped = event { break } }
    await #expect(throws: ClosingFailed.self) { try await live.shutdown() }
    // A separate task writes the last event.
    while (try? metrics.expectCounter("configdi_closing_failures_total").totalValue) != 1 { await Task.yield() }

    let wired = "info: wired manifest=app.yaml services=1 stage=test"
    #expect(lines.all.contains(wired), "\(lines.all)")
    #expect(lines.all.contains("debug: parameter name origin=from the vault place=app.yaml:2:15"), "\(lines.all)")
    #expect(lines.all.contains { $0.hasPrefix("debug: Pool created in") })
    #expect(lines.all.contains { $0.hasPrefix("error: Pool failed in") })
    #expect(lines.all.contains { $0.hasPrefix("error: generation 2 was rejected") })
    #expect(try metrics.expectCounter("configdi_reloads_total").totalValue == 1)
    #expect(try metrics.expectCounter("configdi_reload_errors_total").totalValue == 1)
    #expect(try metrics.expectGauge("configdi_last_reload_successful").values == [1, 0, 1, 1])
    #expect(metrics.timers.contains { $0.label == "configdi_seconds" })
    #expect(metrics.counters.contains { $0.label == "configdi_failures_total" && $0.totalValue == 1 })
    let spans = tracer.finishedSpans.filter { $0.operationName == "make Pool" }
    #expect(spans.count >= 2 && spans.contains { $0.status?.code == .error })
  }

  @Test(
    "a fixed value that makes a configuration's value ineffective is a notice, unless the program set it",
    arguments: [false, true])
  func fixedValues(isReader: Bool) throws {
    let lines = LinesBox()
    let logger = Logger(label: "test") { _ in Recorder(lines: lines) }
    let provider = InMemoryProvider(name: "file", values: ["name": "ignored", "set": "ignored", "open": "used"])
    let source =
      isReader ? ParameterSource(ConfigReader(provider: provider)) : ParameterSource(providers: [provider])
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        parameters:
          name: { value: fixed, exposed: true }
          other: { value: fixed, exposed: true }
          set: { default: "1", exposed: true }
          open: { default: "1", exposed: true }
        """), registry: FactoryRegistry(), options: ManifestOptions(parameters: ["set": "2"], source: source))
    container.log(to: logger)
    let origin = isReader ? "the configuration" : "InMemoryProvider[file]"
    #expect(
      lines.all.filter { $0.hasPrefix("notice") } == [
        "notice: parameter name has a fixed value, so the value in \(origin) is ignored place=<manifest>:3:18"
      ], "\(lines.all)")
    #expect(try container.configuration["name", as: String.self] == "fixed")
    #expect(try container.configuration["open", as: String.self] == "used")
  }

  private static func wiring(factory: String, name: String = "name") -> String {
    """
    configdi: 1
    parameters: { \(name): { default: one, exposed: true } }
    defaultStage: test
    stages: { test: {} }
    services:
      Pool: { factory: \(factory), eager: true }
    """
  }
}
