/// A manifest that is no file and tells of its changes itself: a key of a store, an answer of a server.
///
/// ```swift
/// struct StoredManifest: ChangingManifest {
///   var changes: AsyncStream<Void> { store.changes(of: "app.yaml") }
///   func snapshot() async throws -> ManifestSnapshot {
///     ManifestSnapshot(entry: ManifestText(name: "app.yaml", text: try await store.text(of: "app.yaml")))
///   }
/// }
/// ```
public protocol ChangingManifest: Sendable {
  /// An element whenever there may be something new. Asked for once, when the container starts to follow it.
  var changes: AsyncStream<Void> { get }

  /// All texts as they are now, of one state. What it throws refuses the candidate.
  func snapshot() async throws -> ManifestSnapshot
}

/// A manifest's text under a name, by which findings, imports and overlays speak of it.
public struct ManifestText: Sendable {
  /// A path, though no file need be there: what it imports is relative to its folder.
  public var name: String
  /// YAML.
  public var text: String

  /// A text under a name.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A manifest as texts: the entry, what it imports, and overlays on top of it.
public struct ManifestSnapshot: Sendable {
  /// The manifest itself.
  public var entry: ManifestText
  /// What its `imports` and `overlays` name.
  public var imports: [ManifestText]
  /// Overlays after all that it names itself.
  public var overlays: [ManifestText]

  /// A manifest as texts.
  public init(entry: ManifestText, imports: [ManifestText] = [], overlays: [ManifestText] = []) {
    self.entry = entry
    self.imports = imports
    self.overlays = overlays
  }
}

/// Snapshots, each read when the manifest says that there is another.
final class ManifestSnapshots: CandidateSource {
  private let manifest: any ChangingManifest
  private let reader: ManifestReader
  private let options: LiveOptions
  private let clock: LiveClock
  /// Files that the texts name, such as secrets of parameters, are followed too.
  private let follower: FileFollower
  private let nudge = Nudge()
  private let listening = Lock<Task<Void, Never>?>(nil)

  init(_ manifest: any ChangingManifest, _ reader: ManifestReader, _ options: LiveOptions, _ clock: LiveClock) {
    self.manifest = manifest
    self.reader = reader
    self.options = options
    self.clock = clock
    follower = FileFollower(quiet: options.quiet, interval: options.interval, clock: clock)
  }

  deinit { listening.withLock { $0 }?.cancel() }

  func read() async -> CandidateReading {
    do {
      let snapshot = try await manifest.snapshot()
      return reader.read(
        ManifestLocation.text(snapshot.entry.text, name: snapshot.entry.name), beside: snapshot.imports,
        overlays: snapshot.overlays.map { ManifestLocation.text($0.text, name: $0.name) })
    } catch {
      return CandidateReading(.failure(error))
    }
  }

  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws {
    listen()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [nudge, clock] in
        while !nudge.isGiven {
          await nudge.wait(atMost: .seconds(3600), clock)
          try Task.checkCancellation()
        }
        nudge.forget()
      }
      if latest().trace != nil {
        group.addTask { [follower] in try await follower.change(since: { latest().trace }, problem: problem) }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// From the first time on: what is told before anybody waits is kept.
  private func listen() {
    listening.withLock { listening in
      guard listening == nil else { return }
      let changes = manifest.changes
      listening = Task.detached { [nudge] in
        for await _ in changes { nudge.give() }
      }
    }
  }
}
