import ConfigDI

/// Files with changes that are not written yet. A file that was read once is not read again, even if it changes on
/// disk.
struct EditedFiles: FileAccess {
  private let base: any FileAccess
  /// The edits by resolved path.
  private var edits: [String: OutputFile.Change] = [:]

  init(_ base: any FileAccess) {
    self.base = RememberingFiles(base)
  }

  /// The changes to write, sorted by path.
  var changes: [OutputFile.Change] {
    edits.values.filter { $0.old != $0.new }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    if let resolved = base.resolve(path), let edit = edits[resolved] { return edit.new }
    return try base.read(path, limit: limit)
  }

  func resolve(_ path: String) -> String? {
    base.resolve(path)
  }

  func locate(_ path: String) throws(FileProblem) -> String {
    try base.locate(path)
  }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    try base.list(folder)
  }

  func entries(of folder: String) -> [FolderEntry]? {
    base.entries(of: folder)
  }

  /// The same files with these edits.
  func applying(_ fixes: SafeFixes) -> EditedFiles {
    var copy = self
    for (resolved, text) in fixes.texts {
      let old = edits[resolved]
      copy.edits[resolved] = OutputFile.Change(
        path: old?.path ?? text.path, old: old?.old ?? text.bytes, new: text.edited)
    }
    return copy
  }
}
