#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum ProgramProcess {
  package static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// What the system says about its last error.
  package static var systemError: String { String(cString: strerror(errno)).lowercased() }

  static func writeToOutput(_ text: String) { _ = write(Array(text.utf8), to: STDOUT_FILENO) }

  /// - Parameter isWaiting: Whether to wait for a reader whose pipe is full; otherwise the rest is lost.
  package static func writeToError(_ text: String, isWaiting: Bool = true) {
    _ = write(Array(text.utf8), to: STDERR_FILENO, isWaiting: isWaiting)
  }

  static func end(_ code: Int32) -> Never { exit(code) }

  /// Writes bytes, and returns whether all of them were written. If not, `errno` says why.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, isWaiting: Bool = true) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN, isWaiting {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Calls the system's `write`. Inside `ProgramProcess`, `write` would mean its own method.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

extension World {
  /// The files on disk and the current environment of the process.
  package static var process: World {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      // Read as bytes, since reading characters would take longer than the rest of a program's start.
      let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer))
      if let equals = bytes.firstIndex(of: CChar(bitPattern: UInt8(ascii: "="))) {
        variables[text(bytes[..<equals])] = text(bytes[(equals + 1)...])
      }
      entry += 1
    }
    return World(files: DiskFiles(), environment: variables)
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<CChar>>) -> String {
    String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes)), as: UTF8.self)
  }
}
