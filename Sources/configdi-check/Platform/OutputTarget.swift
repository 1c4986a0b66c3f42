import ConfigDI

/// A file to write: either it does not exist yet, or it is a regular file.
struct OutputTarget {
  /// The path, as the user wrote it.
  let path: String
  /// The path with links resolved.
  let resolved: String
  /// The status of the existing file; `nil` for a new file.
  let status: stat?
}

extension OutputTarget {
  /// - Parameter bound: The folder that must contain the file if the path leads through a link; if `nil`, links may
  ///   lead anywhere.
  init(_ path: String, within bound: Bound? = nil) throws(Failure) {
    var status = stat()
    guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure("cannot write a file without a name") }
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Failure("cannot write \(path): \(ProgramProcess.systemError)") }
      self = try OutputTarget(new: path, within: bound)
      return
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    guard let resolved = resolvedPath(path) else {
      let reason = isLink && errno == ENOENT ? "it is a broken link" : ProgramProcess.systemError
      throw Failure("cannot write \(path): \(reason)")
    }
    guard stat(resolved, &status) == 0 else { throw Failure("cannot write \(path): \(ProgramProcess.systemError)") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("cannot write \(path): it is not a regular file") }
    try bound?.allow(path, isLink: isLink, leadingTo: resolved)
    self.init(path: path, resolved: resolved, status: status)
  }

  /// Creates a target for a new file. Throws if the path exists, even as a broken link.
  init(new path: String, within bound: Bound?) throws(Failure) {
    var there = stat()
    guard lstat(path, &there) != 0 else { throw Failure("\(path) already exists; nothing was written") }
    guard errno == ENOENT else { throw Failure("cannot write \(path): \(ProgramProcess.systemError)") }
    let written = FilePath.folder(of: path)
    guard let folder = resolvedPath(written.isEmpty ? "." : written) else {
      throw Failure("cannot write \(path): \(ProgramProcess.systemError)")
    }
    guard let name = path.split(separator: "/").last, name != ".", name != "..", !path.hasSuffix("/") else {
      throw Failure("cannot write \(path): it is not a file name")
    }
    let resolved = FilePath.join(folder, String(name))
    try bound?.allow(path, isLink: false, leadingTo: resolved)
    self.init(path: path, resolved: resolved, status: nil)
  }

  /// Throws if the existing file may not be replaced.
  func allowReplacing() throws(Failure) {
    guard let status else { return }
    guard status.st_nlink == 1 else {
      throw Failure("cannot write \(path): it has \(status.st_nlink) hard links, which replacing it would break")
    }
    guard status.st_mode & 0o222 != 0 else { throw Failure("cannot write \(path): it is read-only") }
    guard access(resolved, W_OK) == 0 else { throw Failure("cannot write \(path): \(ProgramProcess.systemError)") }
  }

  /// Throws if the file was replaced or no longer has these bytes.
  func expect(_ bytes: [UInt8]) throws(Failure) {
    let changed = Failure("\(path) has changed since it was read and was not written; run the command again")
    var now = stat()
    guard lstat(resolved, &now) == 0, now.st_dev == status?.st_dev, now.st_ino == status?.st_ino else { throw changed }
    do {
      guard try DiskFiles().read(resolved, limit: bytes.count) == bytes else { throw changed }
    } catch let error as FileProblem {
      if case .tooLarge = error { throw changed }
      throw Failure("cannot read \(path) again: \(error.explanation); it was not written")
    } catch {
      throw changed
    }
  }
}

/// The folder that must contain any file that is written through a link.
struct Bound: Sendable {
  /// The absolute path of the folder, with links resolved.
  let folder: String
  /// The absolute path that relative paths start from.
  let workingDirectory: String

  /// Throws if the path leads out of the folder although it is a link or begins inside the folder.
  func allow(_ path: String, isLink: Bool, leadingTo resolved: String) throws(Failure) {
    let written = FilePath.withoutDots(FilePath.join(workingDirectory, path))
    let isInside = FilePath.isInside(resolved, folder)
    guard !isInside, FilePath.isInside(written, folder) || isLink else { return }
    throw Failure("cannot write \(path): it is a link to a file outside \(folder)")
  }
}
