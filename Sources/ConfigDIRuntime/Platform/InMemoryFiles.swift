/// Files that exist only in memory: for tests, and for manifests that a program makes itself.
package struct InMemoryFiles: FileAccess {
  /// The files by absolute path, without `.`, `..` or doubled slashes.
  private var files: [String: [UInt8]] = [:]

  /// Relative paths start at `/`.
  package init(_ texts: [String: String] = [:]) {
    for (path, text) in texts { self[path] = Array(text.utf8) }
  }

  package subscript(path: String) -> [UInt8]? {
    get { files[InMemoryFiles.normalized(path)] }
    set { files[InMemoryFiles.normalized(path)] = newValue }
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let bytes = self[path] else {
      throw isFolder(InMemoryFiles.normalized(path)) ? .notRegular("a folder") : .missing
    }
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return bytes
  }

  package func resolve(_ path: String) -> String? {
    let path = InMemoryFiles.normalized(path)
    return files[path] != nil || isFolder(path) ? path : nil
  }

  package func entries(of folder: String) -> [FolderEntry]? {
    let folder = InMemoryFiles.normalized(folder)
    guard isFolder(folder) else { return nil }
    let prefix = folder == "/" ? "/" : folder + "/"
    var kinds: [String: FolderEntry.Kind] = [:]
    for path in files.keys where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count).split(separator: "/", maxSplits: 1)
      guard let name = rest.first else { continue }
      kinds[String(name)] = rest.count > 1 ? .folder : .file
    }
    return kinds.map { FolderEntry(name: $0.key, kind: $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func isFolder(_ path: String) -> Bool {
    path == "/" || files.keys.contains { $0.hasPrefix(path + "/") }
  }

  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
