import ConfigDI
import Synchronization

/// Caches the contents of files and folders until they change on disk. Checking a file's stamp is far cheaper than
/// reading its bytes.
final class FileCache: FileAccess {
  private struct State {
    var contents: [String: (stamp: FileStamp, bytes: [UInt8])] = [:]
    var folders: [String: (stamp: FileStamp, entries: [FolderEntry])] = [:]
    var size = 0
  }

  private static let mostBytes = 64 << 20

  private let files: any FileAccess
  private let state = Mutex(State())

  init(_ files: any FileAccess) {
    self.files = files
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let stamp = FileStamp(path) else { return try files.read(path, limit: limit) }
    if let known = state.withLock({ $0.contents[path] }), known.stamp == stamp, known.bytes.count <= limit {
      return known.bytes
    }
    let bytes = try files.read(path, limit: limit)
    state.withLock { state in
      state.size += bytes.count - (state.contents[path]?.bytes.count ?? 0)
      state.contents[path] = (stamp, bytes)
      if state.size > Self.mostBytes {
        state.contents = [:]
        state.size = 0
      }
    }
    return bytes
  }

  func locate(_ path: String) throws(FileProblem) -> String { try files.locate(path) }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    guard let stamp = FileStamp(folder) else { return try files.list(folder) }
    if let known = state.withLock({ $0.folders[folder] }), known.stamp == stamp { return known.entries }
    let entries = try files.list(folder)
    state.withLock { $0.folders[folder] = (stamp, entries) }
    return entries
  }
}
