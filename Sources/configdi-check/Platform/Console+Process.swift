import ConfigDI
import Synchronization

extension Console {
  /// Connects the console to this process's standard streams. If the reader closes the pipe, the output stops but the
  /// program continues.
  static func process() -> Console {
    signal(SIGPIPE, SIG_IGN)
    keepStandardDescriptors()
    let environment = World.process.environment
    let output = StandardOutput()
    return Console(
      write: { output.write(Array($0.utf8)) }, writeBytes: { output.write($0) },
      tell: { ProgramProcess.writeToError($0) },
      readInput: { limit throws(FileProblem) in try readAll(0, limit: limit) },
      readPart: { (try? readSome(0)) ?? [] }, files: DiskFiles(), environment: environment,
      workingDirectory: ProgramProcess.workingFolder,
      program: resolvedPath(ownPath),
      isOutputTerminal: isatty(1) == 1, isErrorTerminal: isatty(2) == 1, width: terminalWidth(environment),
      outputProblem: { output.problem }, isOutputClosed: { output.isClosed })
  }
}

/// Standard output, which remembers the first error that occurred.
private final class StandardOutput: Sendable {
  private let failure = Mutex<Int32?>(nil)

  func write(_ bytes: [UInt8]) {
    guard failure.withLock({ $0 == nil }), !ProgramProcess.write(bytes, to: 1) else { return }
    let code = errno
    failure.withLock { $0 = $0 ?? code }
  }

  /// Why writing failed; `nil` if it did not fail, or if only the reader closed the pipe.
  var problem: String? {
    failure.withLock { $0 }.flatMap { [EPIPE, EBADF].contains($0) ? nil : String(cString: strerror($0)).lowercased() }
  }

  /// Whether the reader has closed the pipe.
  var isClosed: Bool {
    if failure.withLock({ $0 != nil }) { return true }
    var end = pollfd(fd: 1, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0 && Int32(end.revents) & (POLLERR | POLLNVAL) != 0
  }
}

/// Opens the standard streams that were closed by the parent process, so that no other file gets their descriptors.
private func keepStandardDescriptors() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // Opened only for reading, so that writing still fails.
    _ = open("/dev/null", O_RDONLY)
  }
}

#if canImport(Darwin)
  private var ownPath: String { CommandLine.arguments[0] }
#else
  private let ownPath = "/proc/self/exe"
#endif

/// The absolute path with links resolved; `nil` if nothing is there, with the reason in `errno`.
func resolvedPath(_ path: String) -> String? {
  guard let pointer = realpath(path, nil) else { return nil }
  defer { free(pointer) }
  return String(cString: pointer)
}

private func terminalWidth(_ environment: [String: String]) -> Int {
  var size = winsize()
  if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
  return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil } ?? 80
}

/// Reads the available bytes, waiting if there are none yet; empty at the end of the input.
func readSome(_ descriptor: Int32) throws(FileProblem) -> [UInt8] {
  while true {
    var count = 0
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      code = errno
      filled = max(0, count)
    }
    if count >= 0 { return bytes }
    if code != EINTR { throw .failed(String(cString: strerror(code)).lowercased()) }
  }
}

/// Reads all bytes up to the end of the input. Throws if reading fails or if the limit is exceeded.
func readAll(_ descriptor: Int32, limit: Int) throws(FileProblem) -> [UInt8] {
  var bytes: [UInt8] = []
  while bytes.count <= limit {
    let part = try readSome(descriptor)
    if part.isEmpty { return bytes }
    bytes += part
  }
  throw .tooLarge(limit: limit)
}
