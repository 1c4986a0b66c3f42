/// Files, with some texts that are only in memory under names of their own.
package struct FilesWithTexts: FileAccess {
  private let files: any FileAccess
  private let texts: [String: [UInt8]]

  package init(_ files: any FileAccess, texts: [String: [UInt8]]) {
    self.files = files
    self.texts = texts
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let text = texts[path] else { return try files.read(path, limit: limit) }
    guard text.count <= limit else { throw .tooLarge(limit: limit) }
    return text
  }

  package func resolve(_ path: String) -> String? {
    texts[path] == nil ? files.resolve(path) : path
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    texts[path] == nil ? try files.locate(path) : path
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    try files.list(folder)
  }

  package func entries(of folder: String) -> [FolderEntry]? {
    files.entries(of: folder)
  }
}
