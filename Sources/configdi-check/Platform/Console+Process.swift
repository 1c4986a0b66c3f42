import ConfigDI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Console {
  /// This process's own streams. A closed pipe ends the writing, not the program.
  static func process() -> Console {
    signal(SIGPIPE, SIG_IGN)
    let environment = World.process.environment
    return Console(
      write: { writeAll($0, to: 1) }, tell: { writeAll($0, to: 2) }, readInput: { readAll(0, limit: $0) },
      readPart: { readSome(0) }, files: DiskFiles(), environment: environment, workingDirectory: currentFolder(),
      isOutputTerminal: isatty(1) == 1, isErrorTerminal: isatty(2) == 1, width: terminalWidth(environment))
  }
}

func exitProcess(_ code: ExitCode) -> Never {
  exit(code.rawValue)
}

private func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "/" }
  defer { free(path) }
  return String(cString: path)
}

private func terminalWidth(_ environment: [String: String]) -> Int {
  var size = winsize()
  if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
  return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
}

private func writeAll(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Whether all of it could be written.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let part = UnsafeRawBufferPointer(rebasing: rest)
    let count = write(descriptor, part.baseAddress, part.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}

/// What can be read without waiting for more than a byte; empty at the end.
private func readSome(_ descriptor: Int32) -> [UInt8] {
  var count = 0
  var isInterrupted = true
  var bytes: [UInt8] = []
  while isInterrupted {
    bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    isInterrupted = count < 0 && errno == EINTR
  }
  return bytes
}

/// All that can be read; `nil` where it is more than the limit.
func readAll(_ descriptor: Int32, limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  while bytes.count <= limit {
    var count = 0
    bytes += [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    if count == 0 || count < 0 && errno != EINTR { return bytes }
  }
  return nil
}
