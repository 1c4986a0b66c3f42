/// Files that exist only in memory, for tests and for manifests that a program creates itself.
package struct InMemoryFiles: FileAccess {
  /// The files by absolute path, without `.`, `..` or doubled slashes.
  private var files: [String: [UInt8]] = [:]

  /// Creates files from a dictionary of paths and contents. Relative paths are resolved against `/`.
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

/// The files on disk, plus additional files that exist only in memory.
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

/// Caches the first answer for each name.
final class FirstAnswers<Answer: Sendable>: Sendable {
  private let answers = Lock<[String: Answer]>([:])

  var all: [String: Answer] { answers.withLock { $0 } }

  /// Returns the cached answer, or calls `ask` without holding a lock. If several threads ask at once, all get the
  /// answer that was stored first.
  func answer(_ name: String, _ ask: () -> Answer) -> Answer {
    if let known = answers.withLock({ $0[name] }) { return known }
    let answer = ask()
    return answers.withLock { answers in
      if let first = answers[name] { return first }
      answers[name] = answer
      return answer
    }
  }
}
