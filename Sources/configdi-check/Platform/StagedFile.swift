import ConfigDI

/// A temporary file in the folder of the file that it will replace, with the same owner and mode.
struct StagedFile {
  private let target: OutputTarget
  private let temporary: String

  /// Writes the bytes to a temporary file. If this fails, no file is left behind.
  init(_ bytes: [UInt8], for target: OutputTarget) throws(Failure) {
    try target.allowReplacing()
    self.target = target
    // The temporary name does not contain the target's name, which may already have the maximum length.
    let name = ".configdi-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    temporary = FilePath.join(FilePath.folder(of: target.resolved), name)
    let mode = target.status == nil ? 0o644 : 0o600
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw failure(ProgramProcess.systemError) }
    var reason = Self.takeOver(target.status, descriptor)
    if reason == nil, !ProgramProcess.write(bytes, to: descriptor) || fsync(descriptor) != 0 {
      reason = ProgramProcess.systemError
    }
    if close(descriptor) != 0, reason == nil { reason = ProgramProcess.systemError }
    guard let reason else { return }
    discard()
    throw failure(reason)
  }

  /// Replaces the target with the temporary file.
  func commit() throws(Failure) {
    guard rename(temporary, target.resolved) == 0 else {
      let reason = ProgramProcess.systemError
      discard()
      throw failure(reason)
    }
  }

  func discard() {
    unlink(temporary)
  }

  /// Gives the temporary file the owner and mode of the existing file. Returns the reason if that fails.
  private static func takeOver(_ status: stat?, _ descriptor: Int32) -> String? {
    guard let status else { return nil }
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { return ProgramProcess.systemError }
    if own.st_uid != status.st_uid || own.st_gid != status.st_gid,
      fchown(descriptor, status.st_uid, status.st_gid) != 0
    {
      return "its owner or group would change: \(ProgramProcess.systemError)"
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) != 0 else { return nil }
    return "its mode would change: \(ProgramProcess.systemError)"
  }

  private func failure(_ reason: String) -> Failure {
    Failure("cannot write \(target.path): \(reason)")
  }
}
