import ConfigDI

/// The files of a git revision, under the paths that they have in the working copy.
struct GitFiles: FileAccess {
  private enum Object: Sendable {
    case file(String)
    case folder(Set<String>)
    case link(String)
  }

  private let top: String
  private let workingDirectory: String
  /// By absolute path.
  private var objects: [String: Object] = [:]

  init(revision: String, _ console: Console) throws(Failure) {
    guard !revision.hasPrefix("-") else { throw Failure("'\(revision)' is no revision") }
    workingDirectory = console.workingDirectory
    let output = try Self.git(["rev-parse", "--show-toplevel"])
    top = String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
    for line in try Self.git(["ls-tree", "-r", "-z", "--full-tree", revision]).split(separator: 0) {
      let parts = line.split(separator: 0x09, maxSplits: 1)
      guard parts.count == 2 else { continue }
      let words = parts[0].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, words[1] == "blob" else { continue }
      add(String(decoding: parts[1], as: UTF8.self), words[0] == "120000" ? .link(words[2]) : .file(words[2]))
    }
  }

  private mutating func add(_ path: String, _ object: Object) {
    var path = "\(top)/\(path)"
    objects[path] = object
    while path != top {
      let folder = RepositoryPaths.folder(of: path)
      let name = String(path.dropFirst(folder.count + 1))
      if case .folder(let names)? = objects[folder] {
        objects[folder] = .folder(names.union([name]))
        return
      }
      objects[folder] = .folder([name])
      path = folder
    }
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    switch resolve(path).flatMap({ objects[$0] }) {
    case .file(let hash)?:
      do {
        return try Self.git(["cat-file", "blob", hash], limit: limit)
      } catch {
        throw .failed(error.message)
      }
    case .folder?: throw .notRegular("a folder")
    case .link?, nil: throw .missing
    }
  }

  func resolve(_ path: String) -> String? {
    var path = absolute(path)
    // As many links as a system follows.
    for _ in 0..<40 {
      guard case .link(let hash)? = objects[path] else { return objects[path] == nil ? nil : path }
      guard let target = try? Self.git(["cat-file", "blob", hash], limit: 1 << 16) else { return nil }
      path = absolute(RepositoryPaths.join(RepositoryPaths.folder(of: path), String(decoding: target, as: UTF8.self)))
    }
    return nil
  }

  func entries(of folder: String) -> [FolderEntry]? {
    guard let folder = resolve(folder), case .folder(let names)? = objects[folder] else { return nil }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { name in
      switch objects["\(folder)/\(name)"] {
      case .folder?: FolderEntry(name: name, kind: .folder)
      case .link?: FolderEntry(name: name, kind: .link)
      case .file?, nil: FolderEntry(name: name, kind: .file)
      }
    }
  }

  private func absolute(_ path: String) -> String {
    "/" + RepositoryPaths(root: "/", workingDirectory: workingDirectory).relative(path)
  }

  private static func git(_ arguments: [String], limit: Int = 256 << 20) throws(Failure) -> [UInt8] {
    try Subprocess.output(of: ["git"] + arguments, limit: limit)
  }
}
