import ConfigDI

/// A lock on a folder, so that several runs of this program take turns. It leaves no file behind.
final class FolderLock {
  private let descriptor: Int32

  /// Locks a folder, given by its absolute path, waiting up to `patience` seconds for other runs to finish.
  init(_ folder: String, patience: Int) throws(Failure) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("cannot lock the folder \(folder): \(ProgramProcess.systemError)") }
    for _ in 0..<patience * 50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      // Some network file systems cannot lock folders. Without a lock, files are still compared before they are
      // written.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      pause(milliseconds: 20)
    }
    throw Failure("another run has kept the folder \(folder) locked for \(patience) seconds")
  }

  deinit {
    close(descriptor)
  }

  func isOn(_ folder: String) -> Bool {
    var own = stat()
    var other = stat()
    return fstat(descriptor, &own) == 0 && stat(folder, &other) == 0
      && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
