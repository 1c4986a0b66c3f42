import ConfigDI

/// The files in a git revision, by their paths in the working tree.
struct RevisionFiles: FileAccess {
  private let revision: String
  private let current: any FileAccess
  /// The absolute path of the repository.
  private let root: String
  /// The paths of all files in the revision, relative to the repository.
  private let names: Set<String>

  init(_ revision: String, _ current: any FileAccess) throws(Failure) {
    guard !revision.hasPrefix("-") else { throw Failure("'\(revision)' is not a git revision") }
    self.revision = revision
    self.current = current
    let limit = 64 << 20
    guard Subprocess.succeeds(["git", "rev-parse", "--git-dir"]) else {
      throw Failure("cannot read revision '\(revision)': the working directory is not in a git repository")
    }
    let top = try Subprocess.output(of: ["git", "rev-parse", "--show-toplevel"], limit: limit)
    root = String(decoding: top, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    guard Subprocess.succeeds(["git", "rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]) else {
      throw Failure.noSuchRevision(revision, limit: limit)
    }
    let listing = try Subprocess.output(
      of: ["git", "ls-tree", "-r", "-z", "--name-only", "--full-tree", revision], limit: limit)
    names = Set(listing.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let name = name(of: path), names.contains(name) else {
      throw .failed("it does not exist in revision '\(revision)'")
    }
    do {
      return try Subprocess.output(of: ["git", "show", "\(revision):\(name)"], limit: limit)
    } catch {
      throw .failed(error.message)
    }
  }

  func locate(_ path: String) throws(FileProblem) -> String {
    guard let name = name(of: path) else { return try current.locate(path) }
    if name.isEmpty { return root }
    guard names.contains(name) || names.contains(where: { $0.hasPrefix(name + "/") }) else { throw .missing }
    return "\(root)/\(name)"
  }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    _ = try locate(folder)
    guard let name = name(of: folder) else { throw .notRegular("not a folder") }
    let entries = FolderEntry.entries(under: name.isEmpty ? "" : name + "/", of: names)
    guard !entries.isEmpty else { throw .notRegular("not a folder") }
    return entries
  }

  /// A path relative to the repository, without `.` and `..`; `nil` if the path is outside of it.
  private func name(of path: String) -> String? {
    let absolute = FilePath.withoutDots(FilePath.join(current.resolve(".") ?? root, path))
    guard FilePath.isInside(absolute, root) else { return nil }
    return String(absolute.dropFirst(root.count + 1))
  }
}

extension Failure {
  fileprivate static func noSuchRevision(_ revision: String, limit: Int) -> Failure {
    let command = ["git", "for-each-ref", "--format=%(refname:short)"]
    let names = (try? Subprocess.output(of: command, limit: limit)).map { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let help = Spelling.help(for: Spelling.suggestions(for: revision, among: (names ?? []) + ["HEAD"])).first
    return Failure("this repository has no revision '\(revision)'\(help.map { "; \($0)" } ?? "")")
  }
}
