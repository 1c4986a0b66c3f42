import ConfigDI

/// The files of a client's folder. An open document, possibly unsaved, replaces its file on disk.
struct WorkspaceFiles: FileAccess {
  /// The folder that relative paths start from.
  let root: String
  let disk: FileCache
  /// The contents of the open documents, by absolute path with links resolved.
  let texts: [String: [UInt8]]

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let absolute = absolute(path)
    guard !texts.isEmpty, let text = texts[disk.resolve(absolute) ?? FilePath.withoutDots(absolute)] else {
      return try disk.read(absolute, limit: limit)
    }
    guard text.count <= limit else { throw .tooLarge(limit: limit) }
    return text
  }

  func locate(_ path: String) throws(FileProblem) -> String {
    let absolute = absolute(path)
    do throws(FileProblem) {
      return try disk.locate(absolute)
    } catch {
      let normalized = FilePath.withoutDots(absolute)
      guard texts.keys.contains(where: { FilePath.isInside($0, normalized) }) else { throw error }
      return normalized
    }
  }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    let absolute = absolute(folder)
    guard !texts.isEmpty else { return try disk.list(absolute) }
    let resolved = disk.resolve(absolute) ?? FilePath.withoutDots(absolute)
    let unsaved = FolderEntry.entries(under: resolved == "/" ? "/" : resolved + "/", of: texts.keys)
    do throws(FileProblem) {
      let entries = try disk.list(absolute)
      let names = Set(entries.map(\.name))
      return entries + unsaved.filter { !names.contains($0.name) }
    } catch {
      // An editor can open a file in a folder that does not exist yet.
      guard case .missing = error, !unsaved.isEmpty else { throw error }
      return unsaved
    }
  }

  func absolute(_ path: String) -> String {
    path == "." || path.isEmpty ? root : FilePath.join(root, path)
  }

  /// The absolute path with links resolved, or without dots if nothing is there.
  func resolvedEvenIfMissing(_ path: String) -> String { resolve(path) ?? FilePath.withoutDots(absolute(path)) }
}
