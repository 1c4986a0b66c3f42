import ConfigDI

/// Writes the files that the user named, each completely or not at all: the new contents go to a temporary file in the
/// same folder, which then replaces the file.
/// A file keeps its owner and mode, and is replaced only by a file of the same kind. A link that leads out of the given
/// folder is not followed. If writing is impossible, the file stays unchanged, and the `Failure` gives the reason.
enum OutputFile {
  /// The new bytes for a file, and the bytes that the file had when it was read.
  struct Change {
    let path: String
    let old: [UInt8]
    let new: [UInt8]
  }

  /// Creates a file, or replaces an existing file of the same kind.
  static func write(_ text: String, to path: String, as kind: OutputKind, within bound: Bound) throws(Failure) {
    try write(Array(text.utf8), to: path, as: kind, within: bound)
  }

  static func write(_ bytes: [UInt8], to path: String, as kind: OutputKind, within bound: Bound) throws(Failure) {
    let target = try OutputTarget(path, within: bound)
    _ = try kind.contents(of: target)
    try uninterrupted { () throws(Failure) in
      let staged = try StagedFile(bytes, for: target)
      try staged.commit()
    }
  }

  /// Creates all of these new files and the missing folders, or no file if one of them cannot be created.
  static func create(_ files: [(path: String, text: String)], within bound: Bound) throws(Failure) {
    for folder in Set(files.map { FilePath.folder(of: $0.path) }).sorted() { try makeFolder(folder) }
    try uninterrupted { () throws(Failure) in
      var made: [String] = []
      do throws(Failure) {
        for file in files {
          let target = try OutputTarget(new: file.path, within: bound)
          let staged = try StagedFile(Array(file.text.utf8), for: target)
          try staged.commit()
          made.append(target.resolved)
        }
      } catch {
        for path in made { unlink(path) }
        throw error
      }
    }
  }

  /// Replaces the contents of files. If any file has changed since it was read, no file is written.
  static func replace(_ changes: [Change], holding locks: [FolderLock]) throws(Failure) {
    let targets = try changes.map { change throws(Failure) in (target: try OutputTarget(change.path), change: change) }
    let folders = Set(targets.map { FilePath.folder(of: $0.target.resolved) }).sorted()
    var held = locks
    for folder in folders where !held.contains(where: { $0.isOn(folder) }) {
      held.append(try FolderLock(folder, patience: 10))
    }
    try uninterrupted { () throws(Failure) in
      var staged: [StagedFile] = []
      var written: [String] = []
      do throws(Failure) {
        for (target, change) in targets { staged.append(try StagedFile(change.new, for: target)) }
        for (target, change) in targets { try target.expect(change.old) }
        for (target, change) in targets {
          // Compared again just before writing, so that other programs have hardly any time to change the file.
          try target.expect(change.old)
          try staged[written.count].commit()
          written.append(target.path)
        }
      } catch {
        for file in staged.dropFirst(written.count) { file.discard() }
        guard !written.isEmpty else { throw error }
        throw Failure("\(error.message); already written: \(written.joined(separator: ", "))")
      }
    }
    withExtendedLifetime(held) {}
  }

  /// Appends to a file that another program owns, or creates it. If appending fails, the previous contents are
  /// restored.
  static func append(_ text: String, to path: String, followingLink: Bool = true) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = open(path, followingLink ? flags : flags | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw Failure("cannot write \(path): \(ProgramProcess.systemError)") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("cannot write \(path): it is not a regular file")
    }
    guard ProgramProcess.write(Array(text.utf8), to: descriptor) else {
      let reason = ProgramProcess.systemError
      _ = ftruncate(descriptor, status.st_size)
      throw Failure("cannot write \(path): \(reason)")
    }
  }

  /// Creates a folder, including any missing parent folders.
  private static func makeFolder(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      var status = stat()
      guard mkdir(made, 0o755) == 0 || errno == EEXIST && stat(made, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      else { throw Failure("cannot create the folder \(path): \(ProgramProcess.systemError)") }
    }
  }
}

/// Runs a body while the signals that would end the program are blocked, so that no temporary file is left behind.
private func uninterrupted(_ body: () throws(Failure) -> Void) throws(Failure) {
  var held = sigset_t()
  var before = sigset_t()
  sigemptyset(&held)
  for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&held, signal) }
  pthread_sigmask(SIG_BLOCK, &held, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}
