import ConfigDI
import Dispatch
import Foundation

/// A manifest in a file, of which one service is edited again and again. Every service is made.
final class Swapping {
  private let live: LiveContainer
  private let path: String
  private let texts: [[UInt8]]
  private let last: String
  private var turn = 0

  init(_ graph: Graph) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "app.yaml").path
    last = graph.variants[graph.variants.count - 1]
    let count = graph.names.count
    texts = [
      Array(graph.manifest.utf8),
      Array(graph.manifest.replacing("part\(count - 1), ", with: "part\(count - 2), ").utf8),
    ]
    try Data(texts[0]).write(to: URL(fileURLWithPath: path))
    live = try LiveContainer(
      manifest: path, registry: graph.register(), options: graph.options, live: LiveOptions(quiet: .zero))
    let started = DispatchSemaphore(value: 0)
    Task { [live] in
      try await live.start()
      started.signal()
    }
    started.wait()
    _ = try answer()
  }

  deinit { try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent()) }

  private func answer() throws -> ObjectIdentifier {
    ObjectIdentifier(try live.withCurrent { try $0.resolve((any Part).self, named: last) } as AnyObject)
  }

  /// From the rename to the first answer of the new generation.
  func swap() throws {
    let old = try answer()
    turn += 1
    try Data(texts[turn % 2]).write(to: URL(fileURLWithPath: path), options: .atomic)
    while try answer() == old { usleep(100) }
  }
}
