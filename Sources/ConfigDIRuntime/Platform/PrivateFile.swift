#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files that only this user can read.
enum PrivateFile {
  struct Failure: Error {
    let reason: String
  }

  /// Replaces a file's content, completely or not at all. Creates the folder if it is missing.
  static func write(_ text: String, to path: String, in folder: String) throws(Failure) {
    try makeFolder(folder)
    var temporary = Array("\(path).XXXXXX".utf8CString)
    // Readable only by this user, independent of the process's umask.
    let descriptor = mkstemp(&temporary)
    guard descriptor >= 0 else { throw Failure(reason: systemError()) }
    let isWritten = ProgramProcess.write(text, to: descriptor) && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
      let reason = systemError()
      unlink(temporary)
      throw Failure(reason: reason)
    }
  }

  static func remove(_ path: String) throws(Failure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw Failure(reason: systemError()) }
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw Failure(reason: systemError()) }
    }
  }

  private static func systemError() -> String {
    String(cString: strerror(errno)).lowercased()
  }
}
