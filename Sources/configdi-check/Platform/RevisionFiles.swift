import ConfigDI

/// The files in a git revision, by their paths in the working tree. Links lead where they lead in the working tree, and
/// files outside the repository are read as they are.
struct RevisionFiles: FileAccess {
  private let revision: String
  private let current: any FileAccess
  /// The absolute path of the repository.
  private let root: String
  /// The paths of all files in the revision, relative to the repository.
  private let names: Set<String>
  /// The paths of links and submodules. A revision does not have their files.
  private let links: Set<String>
  /// The given files and folders that the revision does not have. They are read from the working tree.
  private var given: [String] = []

  /// - Parameter given: The files and folders that the command line adds to a manifest.
  init(_ revision: String, _ current: any FileAccess, given: [String]) throws(Failure) {
    guard !revision.hasPrefix("-") else { throw Failure("'\(revision)' is not a git revision") }
    self.revision = revision
    self.current = current
    let limit = 64 << 20
    do {
      // If git does not find or does not trust the repository, it prints the reason and the remedy.
      let top = try Subprocess.output(of: ["git", "rev-parse", "--show-toplevel"], limit: limit)
      root = String(decoding: top, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    } catch {
      throw Failure("cannot read revision '\(revision)': \(error.message)")
    }
    guard Subprocess.lines("git", "rev-parse", "--verify", "--quiet", "\(revision)^{commit}") != nil else {
      let names = (Subprocess.lines("git", "for-each-ref", "--format=%(refname:short)") ?? []) + ["HEAD"]
      let meant = Spelling.suggestions(for: revision, among: names)
      // 'HEAD~1' does not mean 'HEAD'.
      let isFetched = !meant.isEmpty && !revision.contains { "~^".contains($0) }
      let help =
        !isFetched && Subprocess.lines("git", "rev-parse", "--is-shallow-repository") == ["true"]
        ? "the clone is shallow: fetch the revision first, as with 'git fetch --unshallow'"
        : Spelling.help(for: meant).first
      throw Failure("this repository has no revision '\(revision)'\(help.map { "; \($0)" } ?? "")")
    }
    let listing = try Subprocess.output(of: ["git", "ls-tree", "-r", "-z", "--full-tree", revision], limit: limit)
    var names: Set<String> = []
    var links: Set<String> = []
    for line in listing.split(separator: 0) {
      // MODE TYPE OBJECT<tab>PATH
      let name = String(decoding: line.drop { $0 != 0x09 }.dropFirst(), as: UTF8.self)
      names.insert(name)
      if line.starts(with: "120000".utf8) || line.starts(with: "160000".utf8) { links.insert(name) }
    }
    self.names = names
    self.links = links
    self.given = given.map(place(of:)).filter { place in
      name(at: place).map { !$0.isEmpty && !has($0) } ?? false
    }
  }

  /// Whether the revision itself may have a file at a path. If not, each revision would have the same file.
  func covers(_ path: String) -> Bool { name(at: place(of: path)) != nil }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let place = place(of: path)
    guard let name = name(at: place) else { return try current.read(place, limit: limit) }
    guard isFile(name) else { throw .failed("it is not a file in revision '\(revision)'") }
    do {
      return try Subprocess.output(of: ["git", "show", "\(revision):\(name)"], limit: limit)
    } catch {
      throw .failed(error.message)
    }
  }

  func locate(_ path: String) throws(FileProblem) -> String {
    let place = place(of: path)
    guard let name = name(at: place) else { return try current.locate(place) }
    guard !links.contains(where: { FilePath.isInside(name, $0) }) else {
      throw .failed(
        "its path has a link or a submodule in revision '\(revision)', which is resolved only in the working tree")
    }
    // `.git` marks the repository's folder, as in the working tree.
    guard name.isEmpty || name == ".git" || has(name) else { throw .missing }
    return place
  }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    let place = place(of: folder)
    guard let name = name(at: place) else { return try current.list(place) }
    guard !names.contains(name) else { throw .notRegular("not a folder") }
    let prefix = name.isEmpty ? "" : name + "/"
    // Git records no folder without files, so a folder that is not there may have been empty.
    return FolderEntry.entries(under: prefix, of: names).map { entry in
      links.contains(prefix + entry.name) ? FolderEntry(name: entry.name, kind: .link) : entry
    }
  }

  /// A path from `place(of:)`, relative to the repository; `nil` if the working tree or another folder has the file.
  private func name(at place: String) -> String? {
    guard FilePath.isInside(place, root), !given.contains(where: { FilePath.isInside(place, $0) }) else { return nil }
    return String(place.dropFirst(root.count).drop { $0 == "/" })
  }

  private func isFile(_ name: String) -> Bool { names.contains(name) && !links.contains(name) }

  private func has(_ name: String) -> Bool { isFile(name) || names.contains { $0.hasPrefix(name + "/") } }

  /// The absolute path of a file or folder that the revision need not have. Only the working tree knows where a link
  /// leads.
  private func place(of path: String) -> String {
    let written = FilePath.withoutDots(FilePath.join(current.resolve(".") ?? root, path))
    if let name = name(at: written), has(name) { return written }
    return FilePath.resolvedEvenIfMissing(path, current) ?? written
  }
}
