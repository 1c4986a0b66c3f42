import ConfigDI
import ConfigDIRuntime
import Synchronization
import Testing

@testable import configdi_check

/// A file that cannot be had for a moment, at every such moment: what is said then is what is always said, or it says
/// that something could not be read.
@Suite struct NumberedFaultTests {
  private static let project = InMemoryFiles([
    "app.yaml":
      "configdi: 1\nimports: [part.yaml, 'more/*.yaml', { path: local.yaml, optional: true }]\nroots: [Api]\n",
    "part.yaml": "configdi: 1\nservices:\n  Clock: { factory: c, scoep: transient }\n  Api: { factory: a }\n",
    "more/one.yaml": "configdi: 1\nservices: { One: { factory: a, dependencies: [Clock] } }\n",
  ])

  @Test(
    "a path that cannot be resolved once is reported",
    arguments: [["check", "."], ["check", "app.yaml"], ["graph", "app.yaml"], ["env", "app.yaml"]])
  func aPathThatCannotBeFoundForAMoment(arguments: [String]) {
    func run(failing number: Int?) -> (code: ExitCode, said: String, calls: Int) {
      let files = FlakyFiles(files: Self.project, failing: number)
      let recorder = Recorder()
      let code = runProgram(arguments, console: recorder.console(files: files))
      return (code, recorder.output + recorder.error, files.calls)
    }
    let clean = run(failing: nil)
    #expect(clean.calls > 0)
    for number in 1...clean.calls {
      let (code, said, _) = run(failing: number)
      let isClean = (code, said) == (clean.code, clean.said)
      let isTold = said.contains("DI009") || code == .failure && said.contains("cannot read")
      #expect(isClean || isTold, "call \(number): \(said)")
    }
  }
}

/// Lets the n-th question where a path leads be refused.
private final class FlakyFiles: FileAccess {
  private let files: InMemoryFiles
  private let failing: Int?
  private let count = Mutex(0)

  init(files: InMemoryFiles, failing: Int?) {
    self.files = files
    self.failing = failing
  }

  var calls: Int { count.withLock { $0 } }

  func locate(_ path: String) throws(FileProblem) -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number == failing { throw .denied }
    return try files.locate(path)
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] { try files.read(path, limit: limit) }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try files.list(folder) }
}
