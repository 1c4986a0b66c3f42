#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files that the user named. Only regular and new ones: never a device, a FIFO or a folder.
enum OutputFile {
  /// Overwrites or makes a file; with `appending`, adds to it.
  static func write(_ text: String, to path: String, appending: Bool = false) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (appending ? O_APPEND : 0)
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else { throw Failure("cannot write \(path): \(systemError())") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("cannot write \(path): it is not a regular file")
    }
    guard appending || ftruncate(descriptor, 0) == 0, put(text, to: descriptor) else {
      throw Failure("cannot write \(path): \(systemError())")
    }
  }

  /// Puts a new text in the place of a file's, whole or not at all: its mode stays, and a link stays one.
  static func replace(_ path: String, with text: String) throws(Failure) {
    guard let resolved = realpath(path, nil) else { throw Failure("cannot write \(path): \(systemError())") }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    guard stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("cannot write \(path): it is not a regular file")
    }
    let temporary = "\(target).configdi-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o7777)
    guard descriptor >= 0 else { throw Failure("cannot write \(path): \(systemError())") }
    let isWritten =
      fchmod(descriptor, status.st_mode & 0o7777) == 0 && put(text, to: descriptor) && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, rename(temporary, target) == 0 else {
      let reason = systemError()
      unlink(temporary)
      throw Failure("cannot write \(path): \(reason)")
    }
  }

  /// Makes a folder, and those above it that are missing.
  static func makeFolder(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      var status = stat()
      guard mkdir(made, 0o755) == 0 || errno == EEXIST && stat(made, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      else { throw Failure("cannot make the folder \(path): \(systemError())") }
    }
  }

  private static func put(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  private static func systemError() -> String {
    String(cString: strerror(errno)).lowercased()
  }
}
