/// Files that exist only in memory, for tests and for manifests that a program creates itself.
package struct InMemoryFiles: FileAccess {
  /// The files by absolute path, without `.`, `..` or doubled slashes.
  private var files: [String: [UInt8]] = [:]

  /// Creates files from a dictionary of paths and contents. Relative paths are resolved against `/`.
  package init(_ texts: [String: String] = [:]) {
    for (path, text) in texts { self[path] = Array(text.utf8) }
  }

  package subscript(path: String) -> [UInt8]? {
    get { files[FilePath.withoutDots(path)] }
    set { files[FilePath.withoutDots(path)] = newValue }
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let bytes = self[path] else {
      throw isFolder(FilePath.withoutDots(path)) ? .notRegular("a folder") : .missing
    }
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return bytes
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    let path = FilePath.withoutDots(path)
    guard files[path] != nil || isFolder(path) else { throw .missing }
    return path
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    let folder = try locate(folder)
    guard isFolder(folder) else { throw .notRegular("not a folder") }
    return FolderEntry.entries(under: folder == "/" ? "/" : folder + "/", of: files.keys)
  }

  private func isFolder(_ path: String) -> Bool {
    path == "/" || files.keys.contains { $0.hasPrefix(path + "/") }
  }
}

/// The files on disk, plus additional files that exist only in memory.
package struct FilesWithTexts: FileAccess {
  private let files: any FileAccess
  private let texts: [String: [UInt8]]
  private let folder: String

  /// - Parameter folder: The folder that the texts appear to be in, to resolve their paths.
  package init(_ files: any FileAccess, texts: [String: [UInt8]], in folder: String = "") {
    self.files = files
    self.texts = texts
    self.folder = folder
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let text = texts[path] else { return try files.read(path, limit: limit) }
    guard text.count <= limit else { throw .tooLarge(limit: limit) }
    return text
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    texts[path] == nil ? try files.locate(path) : FilePath.join(folder, path)
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    do throws(FileProblem) {
      return try files.list(folder)
    } catch {
      // A folder may exist only in the texts' names, which no glob matches.
      guard case .missing = error, texts.keys.contains(where: { FilePath.isInside($0, folder) }) else { throw error }
      return []
    }
  }
}
