import ConfigDI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A path to write: it does not exist yet, or is a regular file that may be replaced.
struct OutputTarget {
  /// The path, as the user wrote it.
  let path: String
  /// The path after links are resolved.
  let resolved: String
  /// The status of the existing file; `nil` if it does not exist.
  let status: stat?

  /// - Parameter bound: The folder that a link may not leave; without one, links are followed anywhere.
  init(_ path: String, within bound: Bound? = nil) throws(Failure) {
    var status = stat()
    guard !path.isEmpty, !path.utf8.contains(0) else { throw Failure("cannot write a file without a name") }
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Failure("cannot write \(path): \(systemError())") }
      self = try OutputTarget(new: path, within: bound)
      return
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    guard let pointer = realpath(path, nil) else {
      let reason = isLink && errno == ENOENT ? "it is a broken link" : systemError()
      throw Failure("cannot write \(path): \(reason)")
    }
    defer { free(pointer) }
    let resolved = String(cString: pointer)
    guard stat(resolved, &status) == 0 else { throw Failure("cannot write \(path): \(systemError())") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("cannot write \(path): it is not a regular file") }
    guard status.st_nlink == 1 else {
      throw Failure("cannot write \(path): it has \(status.st_nlink) hard links, which replacing it would break")
    }
    guard status.st_mode & 0o222 != 0 else { throw Failure("cannot write \(path): it is read-only") }
    guard access(resolved, W_OK) == 0 else { throw Failure("cannot write \(path): \(systemError())") }
    try bound?.allow(path, leadingTo: resolved)
    self.init(path: path, resolved: resolved, status: status)
  }

  private init(path: String, resolved: String, status: stat?) {
    self.path = path
    self.resolved = resolved
    self.status = status
  }

  /// A path that must not exist yet, not even as a broken link.
  init(new path: String, within bound: Bound?) throws(Failure) {
    var there = stat()
    guard lstat(path, &there) != 0 else { throw Failure("\(path) already exists; nothing was written") }
    guard errno == ENOENT else { throw Failure("cannot write \(path): \(systemError())") }
    let folder = RepositoryPaths.folder(of: path)
    guard let pointer = realpath(folder.isEmpty ? "." : folder, nil) else {
      throw Failure("cannot write \(path): \(systemError())")
    }
    defer { free(pointer) }
    guard let name = path.split(separator: "/").last, name != ".", name != "..", !path.hasSuffix("/") else {
      throw Failure("cannot write \(path): it is not a file name")
    }
    let resolved = RepositoryPaths.join(String(cString: pointer), String(name))
    try bound?.allow(path, leadingTo: resolved)
    self.init(path: path, resolved: resolved, status: nil)
  }

  /// Throws if the file was replaced or has other bytes.
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

/// The folder that links may not leave when files are written.
struct Bound: Sendable {
  /// The absolute path of the folder, after links are resolved.
  let folder: String
  /// The absolute path of the folder to which relative paths refer.
  let workingDirectory: String

  /// Throws if a path inside the folder leads outside it, or if a path outside it is a link to another location.
  func allow(_ path: String, leadingTo resolved: String) throws(Failure) {
    let written = "/" + RepositoryPaths(workingDirectory: workingDirectory).relative(path)
    let isInside = FilePath.isInside(resolved, folder)
    guard !isInside, FilePath.isInside(written, folder) || isLink(path) else { return }
    throw Failure("cannot write \(path): it is a link to a file outside \(folder)")
  }

  private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
