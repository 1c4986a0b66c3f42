import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A manifest that is no file.
@Suite(.timeLimit(.minutes(10))) struct LiveSnapshotTests {
  final class Texts: ManifestSource, Sendable {
    let snapshots: Lock<ManifestLocation?>
    private let stream = AsyncStream<Void>.makeStream()

    init(_ snapshot: ManifestLocation) {
      snapshots = Lock(snapshot)
    }

    var changes: AsyncStream<Void> { stream.stream }

    func put(_ snapshot: ManifestLocation?) {
      snapshots.withLock { $0 = snapshot }
      stream.continuation.yield()
    }

    func snapshot() async throws -> ManifestLocation {
      guard let snapshot = snapshots.withLock({ $0 }) else { throw Gone() }
      return snapshot
    }
  }

  struct Gone: Error, CustomStringConvertible { var description: String { "the store is away" } }

  private func texts(_ word: String, overlay: String? = nil) -> ManifestLocation {
    .yaml(
      "configdi: 1\nimports: [parts/store.yaml]\n", named: "etc/app.yaml",
      imports: [
        (
          name: "etc/parts/store.yaml",
          text: "configdi: 1\nservices: { Store: { factory: store, settings: { word: \(word) } } }\n"
        )
      ],
      overlays: overlay.map {
        [
          (
            name: "overlay.yaml",
            text: "configdi: 1\nkind: overlay\nservices: { Store: { settings: { word: \($0) } } }\n"
          )
        ]
      } ?? [])
  }

  @Test("changes of imports and overlays are followed") func itsChangesAreFollowedWithImportsAndOverlays() async throws
  {
    let world = LiveWorld("")
    let texts = Texts(texts("one"))
    let live = try await LiveContainer(
      manifest: texts, registry: world.registry, options: ManifestOptions(environment: [:]))
    try await live.start()
    let store = try live.handle(for: LiveWorld.Store.self)
    #expect(try store.with { $0.word } == "one")
    let told = Told(live)
    texts.put(self.texts("two"))
    try await eventually { try store.with { $0.word } == "two" }
    texts.put(self.texts("two", overlay: "three"))
    try await eventually { try store.with { $0.word } == "three" }
    texts.put(nil)
    #expect(await told.line(with: "rejected").contains("the store is away"))
    #expect(try store.with { $0.word } == "three")
    texts.put(self.texts("{"))
    await eventually { told.all.contains { $0.contains("rejected") && $0.contains("etc/parts/store.yaml:") } }
    texts.put(self.texts("four"))
    try await eventually { try store.with { $0.word } == "four" }
    try await live.shutdown()
  }

  /// A store that answers only once. Later calls wait until the store is told to go on, and may ignore cancellation.
  private final class SlowStore: ManifestSource, Sendable {
    private let isFirst = Atomic(true)
    private let heedsCancellation: Bool
    private let stream = AsyncStream<Void>.makeStream()
    let calls = Lock(0)

    init(heedsCancellation: Bool) {
      self.heedsCancellation = heedsCancellation
    }

    var changes: AsyncStream<Void> { stream.stream }
    func change() { stream.continuation.yield() }

    func snapshot() async throws -> ManifestLocation {
      if !isFirst.exchange(false, ordering: .relaxed) {
        calls.withLock { $0 += 1 }
        if heedsCancellation {
          try await Task.sleep(for: .seconds(600))
        } else {
          await Task.detached { try? await Task.sleep(for: .seconds(1200)) }.value
        }
      }
      return .yaml("configdi: 1\nservices: { Store: { factory: store } }\n", named: "app.yaml")
    }

    func wasCalled() async { await eventually { self.calls.withLock { $0 > 0 } } }
  }

  private func started(_ store: SlowStore, _ options: LiveOptions = LiveOptions()) async throws -> LiveContainer {
    let live = try await LiveContainer(
      manifest: store, registry: LiveWorld("").registry, options: ManifestOptions(environment: [:]), live: options)
    try await live.start()
    return live
  }

  @Test("a slow snapshot is rejected at the deadline", arguments: [true, false])
  func slowSnapshot(heedsCancellation: Bool) async throws {
    let store = SlowStore(heedsCancellation: heedsCancellation)
    let live = try await started(store, LiveOptions(deadline: .seconds(2)))
    let error = try await live.reload().error
    #expect("\(error)".hasPrefix("snapshot() did not finish within 2.0 seconds"), "\(error)")
    try await live.shutdown()
  }

  @Test("a shutdown ends a slow reload", arguments: [true, false])
  func shutdownDuringSlowSnapshot(heedsCancellation: Bool) async throws {
    let store = SlowStore(heedsCancellation: heedsCancellation)
    let live = try await started(store)
    let reload = Task { try await live.reload() }
    await store.wasCalled()
    try await live.shutdown()
    await #expect(throws: ContainerClosed.self) { try await reload.value }
  }

  @Test("a shutdown ends a slow reload of the follower, and so does the end of run()", arguments: [true, false])
  func shutdownDuringFollowersSnapshot(runs: Bool) async throws {
    let store = SlowStore(heedsCancellation: false)
    let live = try await started(store)
    let run = Task { if runs { try await live.run() } }
    store.change()
    await store.wasCalled()
    run.cancel()
    try await run.value
    try await live.shutdown()
  }

  @Test("a cancelled reload throws, and rejects nothing", arguments: [true, false])
  func cancelledDuringSlowSnapshot(heedsCancellation: Bool) async throws {
    let store = SlowStore(heedsCancellation: heedsCancellation)
    let live = try await started(store)
    let told = Told(live)
    let reload = Task { try await live.reload() }
    await store.wasCalled()
    reload.cancel()
    await #expect(throws: CancellationError.self) { try await reload.value }
    try await live.shutdown()
    #expect(!told.all.contains { $0.contains("rejected") })
  }

  @Test("a missing snapshot at start throws") func oneThatIsAwayAtFirstIsAnError() async throws {
    let texts = Texts(texts("one"))
    texts.put(nil)
    await #expect(throws: Gone.self) {
      _ = try await LiveContainer(manifest: texts, registry: LiveWorld("").registry)
    }
  }
}
