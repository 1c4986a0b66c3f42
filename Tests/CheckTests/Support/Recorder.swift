import ConfigDI
import Synchronization

@testable import configdi_check

/// Runs the program in this process, and keeps what it writes.
final class Recorder: Sendable {
  private let texts = Mutex((output: "", error: ""))

  var output: String { texts.withLock { $0.output } }
  var error: String { texts.withLock { $0.error } }

  func console(
    files: any FileAccess = InMemoryFiles(), input: String = "", environment: [String: String] = [:],
    isTerminal: Bool = false, isErrorTerminal: Bool? = nil, width: Int = 80
  ) -> Console {
    Console(
      write: { text in self.texts.withLock { $0.output += text } },
      tell: { text in self.texts.withLock { $0.error += text } },
      readInput: { limit throws(FileProblem) in
        guard input.utf8.count <= limit else { throw .tooLarge(limit: limit) }
        return Array(input.utf8)
      }, files: files,
      environment: environment, workingDirectory: "/", isOutputTerminal: isTerminal,
      isErrorTerminal: isErrorTerminal ?? isTerminal, width: width)
  }

  /// What a run with these arguments writes, and how it ends.
  static func run(
    _ arguments: String..., files: any FileAccess = InMemoryFiles(), input: String = "",
    environment: [String: String] = [:]
  ) -> (code: ExitCode, output: String, error: String) {
    let recorder = Recorder()
    let code = runProgram(arguments, console: recorder.console(files: files, input: input, environment: environment))
    return (code, recorder.output, recorder.error)
  }
}
