import ConfigDI
import Synchronization
import Testing

@testable import configdi_check

/// Lets the n-th look at a file fail, for every n: the outcome is as without the fault, or says what went wrong.
@Suite struct FaultTests {
  private final class FailingFiles: FileAccess {
    private let files: InMemoryFiles
    private let failing: Int
    private let problem: FileProblem
    private let count = Mutex(0)

    var calls: Int { count.withLock { $0 } }

    init(_ files: InMemoryFiles, failing: Int, _ problem: FileProblem) {
      self.files = files
      self.failing = failing
      self.problem = problem
    }

    private func step() throws(FileProblem) {
      let isDue = count.withLock { count in
        count += 1
        return count == failing
      }
      if isDue { throw problem }
    }

    func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
      try step()
      return try files.read(path, limit: limit)
    }

    func locate(_ path: String) throws(FileProblem) -> String { try files.locate(path) }

    func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
      try step()
      return try files.list(folder)
    }
  }

  private let files = InMemoryFiles([
    "app.yaml": "configdi: 1\nimports: ['parts/*.yaml', { path: local.yaml, optional: true }]\noverlays: [o.yaml]\n",
    "parts/a.yaml": "configdi: 1\nservices: { A: { factory: a, dependencies: [B] } }\n",
    "parts/b.yaml": "configdi: 1\nservices: { B: { factory: b, scoep: transient } }\n",
    "o.yaml": "configdi: 1\nkind: overlay\nservices: { A: { scope: transient } }\n",
    "local.yaml": "configdi: 1\n", ".configdi-check.yml": "ignore: DI207\n", "e.env": "A=1\n",
    "known.json": "{ \"configdiBaseline\": 1, \"findings\": [] }\n",
    "configdi.catalog.json": "{ \"configdiCatalog\": 1, \"factories\": [] }\n",
  ])

  @Test(
    "every file access may fail",
    arguments: [
      ["check", "app.yaml"], ["check", "."], ["check", "app.yaml", "--env-file", "e.env", "--baseline", "known.json"],
      ["plan", "app.yaml"], ["graph", "app.yaml"], ["env", "app.yaml"], ["fix", "--dry-run", "app.yaml"],
      ["diff", "app.yaml", "parts/a.yaml"],
    ])
  func everyLookMayFail(arguments: [String]) {
    func run(failing number: Int, _ problem: FileProblem) -> (code: ExitCode, output: String, error: String, calls: Int)
    {
      let recorder = Recorder()
      let failing = FailingFiles(files, failing: number, problem)
      let code = runProgram(arguments, console: recorder.console(files: failing))
      return (code, recorder.output, recorder.error, failing.calls)
    }
    let clean = run(failing: 0, .missing)
    #expect(clean.calls > 3)
    for number in 1...clean.calls {
      for problem in [FileProblem.denied, .failed("input/output error"), .tooLarge(limit: 3)] {
        let result = run(failing: number, problem)
        let isAsClean = result.code == clean.code && result.output == clean.output
        let said = result.output + result.error
        let isTold = result.code != .success && (said.contains("error") && said != clean.output + clean.error)
        #expect(isAsClean || isTold, "\(arguments), \(number), \(problem): \(said)")
      }
    }
  }

  @Test("output that cannot be written is reported") func outputThatCannotBeWrittenIsTold() {
    for command in ["check", "plan", "graph", "env"] {
      let recorder = Recorder()
      var console = recorder.console(files: files)
      console.outputProblem = { "no space left on device" }
      #expect(runProgram([command, "app.yaml"], console: console) == .failure)
      #expect(recorder.error.hasSuffix("error: cannot write to standard output: no space left on device\n"))
    }
  }
}
