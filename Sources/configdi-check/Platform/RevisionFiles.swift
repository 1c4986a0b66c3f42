import ConfigDI

/// The files in a git revision, by their paths in the working tree. Links in the repository lead where they led in the
/// revision.
struct RevisionFiles: FileAccess {
  private let revision: String
  private let current: any FileAccess
  /// The absolute path of the repository.
  private let root: String
  /// The paths of all files in the revision, relative to the repository.
  private let names: Set<String>
  private let links: Set<String>
  /// The targets of the symbolic links, each read once.
  private let targets = Memos<String, String?>()

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
      let command = ["git", "for-each-ref", "--format=%(refname:short)"]
      let names = (try? Subprocess.output(of: command, limit: limit)).map { bytes in
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      let help = Spelling.help(for: Spelling.suggestions(for: revision, among: (names ?? []) + ["HEAD"])).first
      throw Failure("this repository has no revision '\(revision)'\(help.map { "; \($0)" } ?? "")")
    }
    let listing = try Subprocess.output(of: ["git", "ls-tree", "-r", "-z", "--full-tree", revision], limit: limit)
    var names: Set<String> = []
    var links: Set<String> = []
    for line in listing.split(separator: 0) {
      // MODE TYPE OBJECT<tab>PATH
      let name = String(decoding: line.drop { $0 != 0x09 }.dropFirst(), as: UTF8.self)
      names.insert(name)
      if line.starts(with: "120000".utf8) { links.insert(name) }
    }
    self.names = names
    self.links = links
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    guard let name = place(of: path).flatMap({ name(at: $0) }), names.contains(name) else {
      throw .failed("it does not exist in revision '\(revision)'")
    }
    do {
      return try Subprocess.output(of: ["git", "show", "\(revision):\(name)"], limit: limit)
    } catch {
      throw .failed(error.message)
    }
  }

  func locate(_ path: String) throws(FileProblem) -> String {
    guard let place = place(of: path) else { throw .missing }
    guard let name = name(at: place) else { return try current.locate(place) }
    // `.git` marks the repository's folder, as in the working tree.
    let isThere = name.isEmpty || name == ".git" || names.contains(name) || names.contains { $0.hasPrefix(name + "/") }
    guard isThere else { throw .missing }
    return place
  }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    guard let place = place(of: folder) else { throw .missing }
    guard let name = name(at: place) else {
      // The folder exists as on disk, but a revision has no file outside the repository.
      _ = try current.list(place)
      return []
    }
    guard !names.contains(name) else { throw .notRegular("not a folder") }
    let prefix = name.isEmpty ? "" : name + "/"
    // Git records no folder without files, so a folder that is not there may have been empty.
    return FolderEntry.entries(under: prefix, of: names).map { entry in
      links.contains(prefix + entry.name) ? FolderEntry(name: entry.name, kind: .link) : entry
    }
  }

  /// A path from `place(of:)`, relative to the repository; `nil` if the path leads outside.
  private func name(at place: String) -> String? {
    FilePath.isInside(place, root) ? String(place.dropFirst(root.count).drop { $0 == "/" }) : nil
  }

  /// The absolute path with links resolved, even if nothing is there: in the repository as in the revision, elsewhere
  /// as on disk. `nil` if too many links follow one another.
  private func place(of path: String) -> String? {
    var place = path.hasPrefix("/") ? "/" : current.resolve(".") ?? root
    var rest = path.split(separator: "/").reversed().map(String.init)
    var followed = 0
    while let part = rest.popLast() {
      guard part != "." else { continue }
      guard part != ".." else {
        place = FilePath.folder(of: place)
        continue
      }
      let next = FilePath.join(place, part)
      guard let name = name(at: next), !name.isEmpty else {
        place = current.resolve(next) ?? next
        continue
      }
      guard let target = target(of: name) else {
        place = next
        continue
      }
      followed += 1
      guard followed <= 40 else { return nil }
      if target.hasPrefix("/") { place = "/" }
      rest += target.split(separator: "/").reversed().map(String.init)
    }
    return place
  }

  /// The target of a link; `nil` for any other file.
  private func target(of name: String) -> String? {
    guard links.contains(name) else { return nil }
    return targets.answer(name) {
      let bytes = try? Subprocess.output(of: ["git", "show", "\(revision):\(name)"], limit: 1 << 16)
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
