import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A manifest that is no file.
@Suite(.timeLimit(.minutes(10))) struct LiveSnapshotTests {
  final class Texts: ChangingManifest, Sendable {
    let snapshots: Lock<ManifestSnapshot?>
    private let stream = AsyncStream<Void>.makeStream()

    init(_ snapshot: ManifestSnapshot) {
      snapshots = Lock(snapshot)
    }

    var changes: AsyncStream<Void> { stream.stream }

    func put(_ snapshot: ManifestSnapshot?) {
      snapshots.withLock { $0 = snapshot }
      stream.continuation.yield()
    }

    func snapshot() async throws -> ManifestSnapshot {
      guard let snapshot = snapshots.withLock({ $0 }) else { throw Gone() }
      return snapshot
    }
  }

  struct Gone: Error, CustomStringConvertible { var description: String { "the store is away" } }

  private func texts(_ word: String, overlay: String? = nil) -> ManifestSnapshot {
    ManifestSnapshot(
      entry: (name: "etc/app.yaml", text: "configdi: 1\nimports: [parts/store.yaml]\n"),
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

  @Test("a missing snapshot at start throws") func oneThatIsAwayAtFirstIsAnError() async throws {
    let texts = Texts(texts("one"))
    texts.put(nil)
    await #expect(throws: Gone.self) {
      _ = try await LiveContainer(manifest: texts, registry: LiveWorld("").registry)
    }
  }
}
