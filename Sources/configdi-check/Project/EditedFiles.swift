import ConfigDI

/// Files with changes that are not written yet.
struct EditedFiles: FileAccess {
  private let base: any FileAccess
  /// By resolved path, with the path that messages use.
  private(set) var edits: [String: (path: String, bytes: [UInt8])] = [:]

  init(_ base: any FileAccess) {
    self.base = base
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    if let resolved = base.resolve(path), let edit = edits[resolved] { return edit.bytes }
    return try base.read(path, limit: limit)
  }

  func resolve(_ path: String) -> String? {
    base.resolve(path)
  }

  func entries(of folder: String) -> [FolderEntry]? {
    base.entries(of: folder)
  }

  mutating func write(_ bytes: [UInt8], to path: String) {
    guard let resolved = base.resolve(path) else { return }
    edits[resolved] = (edits[resolved]?.path ?? path, bytes)
  }
}
