import ConfigDI
import Dispatch
import Foundation
import Synchronization

/// A manifest in a file, of which one service is edited again and again. Every service is made.
final class Swapping {
  private let graph: Graph
  private let texts: [[UInt8]]
  private let last: String
  /// Only from the first swap on: what follows its file would be counted in other rows, too.
  private var started: (live: LiveContainer, path: String)?
  private var turn = 0

  init(_ graph: Graph) {
    self.graph = graph
    texts = graph.edits.map { Array($0.utf8) }
    last = graph.variants[graph.variants.count - 1]
  }

  deinit {
    guard let started else { return }
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: started.path).deletingLastPathComponent())
  }

  /// From the rename to the first answer of the new generation.
  func swap() throws {
    let (live, path) = try started ?? start()
    let old = try answer(of: live)
    turn += 1
    try Data(texts[turn % 2]).write(to: URL(fileURLWithPath: path), options: .atomic)
    while try answer(of: live) == old { usleep(100) }
  }

  private func start() throws -> (live: LiveContainer, path: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "app.yaml").path
    try Data(texts[0]).write(to: URL(fileURLWithPath: path))
    let live = try LiveContainer(
      manifest: .path(path), registry: graph.register(), options: graph.options, live: LiveOptions(quiet: .zero))
    waiting { try await live.start() }
    started = (live, path)
    return (live, path)
  }

  private func answer(of live: LiveContainer) throws -> ObjectIdentifier {
    ObjectIdentifier(try live.withCurrent { try $0.resolve((any Part).self, named: last) } as AnyObject)
  }
}

/// The same manifest in memory, which nobody has to watch: read anew when it is asked for.
final class Reloading {
  private final class Text: ManifestSource, Sendable {
    let current: Mutex<String>
    let changes = AsyncStream<Void> { _ in }
    init(_ text: String) { current = Mutex(text) }
    func snapshot() -> ManifestLocation { .yaml(current.withLock { $0 }, named: "app.yaml") }
  }

  private let live: LiveContainer
  private let text: Text
  private let texts: [String]
  private let last: String
  private var turn = 0

  init(_ graph: Graph) throws {
    texts = graph.edits
    last = graph.variants[graph.variants.count - 1]
    text = Text(texts[0])
    live = waiting { [text] in
      try await LiveContainer(manifest: text, registry: graph.register(), options: graph.options)
    }
    waiting { [live] in try await live.start() }
    try answer()
  }

  private func answer() throws { _ = try live.withCurrent { try $0.resolve((any Part).self, named: last) } }

  /// To the first answer of the new generation, and to the end of the old one.
  func reload() throws {
    turn += 1
    text.current.withLock { $0 = texts[turn % 2] }
    let events = live.events
    waiting { [live] in try await live.reload() }
    try answer()
    waiting { for await case .drained in events { return } }
  }
}

@discardableResult
private func waiting<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) -> Result {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result?>(nil)
  Task {
    do {
      let made = try await body()
      result.withLock { $0 = made }
    } catch { fatalError("\(error)") }
    done.signal()
  }
  done.wait()
  return result.withLock { $0! }
}

extension Graph {
  /// The manifest, and with another factory for its last service.
  fileprivate var edits: [String] {
    [manifest, manifest.replacing("part\(names.count - 1), ", with: "part\(names.count - 2), ")]
  }
}
