import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What is read for a candidate, and when.
@Suite(.timeLimit(.minutes(10))) struct LiveReadingTests {
  /// Files in memory that a test changes.
  private final class Files: FileAccess {
    private let state: Lock<(files: InMemoryFiles, reads: Int, isRestless: Bool)>

    init(_ texts: [String: String]) {
      state = Lock((InMemoryFiles(texts), 0, false))
    }

    func write(_ text: String, to path: String) { state.withLock { $0.files[path] = Array(text.utf8) } }
    /// From now on, every look at a file changes it.
    func beRestless(_ isRestless: Bool) { state.withLock { $0.isRestless = isRestless } }

    func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
      let (files, suffix) = state.withLock { state in
        state.reads += 1
        return (state.files, state.isRestless ? "# \(state.reads)\n" : "")
      }
      return try files.read(path, limit: limit) + Array(suffix.utf8)
    }

    func locate(_ path: String) throws(FileProblem) -> String { try state.withLock { $0.files }.locate(path) }
    func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try state.withLock { $0.files }.list(folder) }
  }

  private static let manifest = """
    configdi: 1
    imports: [{ path: more.yaml, optional: true }]
    parameters: { word: { file: /run/word } }
    services: { Store: { factory: store, settings: { word: "${word}" } } }

    """

  private func live(_ files: Files, _ live: LiveOptions = LiveOptions()) async throws -> LiveContainer {
    let container = try LiveWorld.live("/app.yaml", LiveWorld("").registry, live, in: files)
    try await container.start()
    return container
  }

  private func word(_ live: LiveContainer) throws -> String { try live.current.resolve(LiveWorld.Store.self).word }

  @Test("a parameter's file is read again") func aFileOfAParameterIsReadAgainAndItsValueIsTold() async throws {
    let files = Files(["/app.yaml": Self.manifest, "/run/word": "hunter2"])
    let live = try await live(files)
    #expect(try word(live) == "hunter2")
    #expect(try await live.reload().isUnchanged)
    files.write("hunter3", to: "/run/word")
    let change = try await live.reload().change
    #expect(try word(live) == "hunter3")
    #expect(change.items.map(\.kind) == [.parameter])
    #expect(
      "\(change)".hasPrefix("parameter word: hunter2 → hunter3 (/app.yaml:3); 0 kept, 0 made, 1 to close"))
    try await live.shutdown()
  }

  @Test("a missing import is followed") func whatIsNotThereYetIsFollowedToo() async throws {
    let files = Files(["/app.yaml": Self.manifest, "/run/word": "one"])
    let live = try await live(files, LiveOptions(quiet: .milliseconds(1), interval: .milliseconds(5)))
    files.write("configdi: 1\nservices: { Api: { factory: other, provides: Store } }\n", to: "/more.yaml")
    let told = Told(live)
    #expect(await told.line(with: "was rejected").contains("/more.yaml:2:"))
    files.write("configdi: 1\nservices: { Store/b: { factory: other } }\n", to: "/more.yaml")
    #expect(await told.line(with: "is now current").contains("Store/b: added, other (/more.yaml:2)"))
    try await live.shutdown()
  }

  @Test("files that change during every read are refused") func filesThatChangeWheneverTheyAreReadAreRefused()
    async throws
  {
    let files = Files(["/app.yaml": Self.manifest, "/run/word": "one"])
    let live = try await live(files)
    files.beRestless(true)
    #expect("\(try await live.reload().error)".hasPrefix("the files changed while they were read, 10 times in a row"))
    files.beRestless(false)
    #expect(try await live.reload().isUnchanged)
    try await live.shutdown()
  }
}
