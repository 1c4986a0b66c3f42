#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Console {
  /// This process's own streams. A closed pipe ends the writing, not the program.
  static func process(environment: [String: String]) -> Console {
    signal(SIGPIPE, SIG_IGN)
    return Console(
      write: { writeAll($0, to: 1) }, tell: { writeAll($0, to: 2) }, environment: environment,
      isOutputTerminal: isatty(1) == 1, isErrorTerminal: isatty(2) == 1,
      width: terminalWidth(environment))
  }

  private static func terminalWidth(_ environment: [String: String]) -> Int {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  private static func writeAll(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[written...]))
        let count = systemWrite(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
  }
}

/// `write(2)`, which `Console.write` hides inside the extension.
private let systemWrite = write as @Sendable (Int32, UnsafeRawPointer?, Int) -> Int

/// The environment as a dictionary.
func processEnvironment() -> [String: String] {
  var result: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee {
    let pair = String(cString: text)
    if let equals = pair.firstIndex(of: "=") {
      result[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    entry += 1
  }
  return result
}

func exitProcess(_ code: ExitCode) -> Never {
  exit(code.rawValue)
}
