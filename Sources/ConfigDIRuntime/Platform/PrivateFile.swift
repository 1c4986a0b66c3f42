#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files that only this user can read.
enum PrivateFile {
  /// Replaces a file's content, completely or not at all. Creates the folder if it is missing.
  static func write(_ text: String, to path: String, in folder: String) throws(FileProblem) {
    try makeFolder(folder)
    var temporary = Array("\(path).XXXXXX".utf8CString)
    // Readable only by this user, independent of the process's umask.
    let descriptor = mkstemp(&temporary)
    guard descriptor >= 0 else { throw .failed(ProgramProcess.systemError) }
    let isWritten = ProgramProcess.write(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
      let reason = ProgramProcess.systemError
      unlink(temporary)
      throw .failed(reason)
    }
  }

  static func remove(_ path: String) throws(FileProblem) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .failed(ProgramProcess.systemError) }
  }

  private static func makeFolder(_ path: String) throws(FileProblem) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw .failed(ProgramProcess.systemError) }
    }
  }
}
