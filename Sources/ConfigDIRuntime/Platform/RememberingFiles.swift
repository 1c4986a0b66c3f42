/// Files as they were when they were first asked for: what is read again later is what was read before.
package final class RememberingFiles: FileAccess {
  private let files: any FileAccess
  private let contents = Memory<Result<[UInt8], FileProblem>>()
  private let resolved = Memory<String?>()
  private let entries = Memory<[FolderEntry]?>()

  package init(_ files: any FileAccess) {
    self.files = files
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try contents.answer(path) {
      do throws(FileProblem) { return .success(try files.read(path, limit: limit)) } catch { return .failure(error) }
    }.get()
  }

  package func resolve(_ path: String) -> String? {
    resolved.answer(path) { files.resolve(path) }
  }

  package func problem(at path: String) -> FileProblem? {
    files.problem(at: path)
  }

  package func entries(of folder: String) -> [FolderEntry]? {
    entries.answer(folder) { files.entries(of: folder) }
  }
}

private final class Memory<Answer: Sendable>: Sendable {
  private let answers = Lock<[String: Answer]>([:])

  /// Of two threads that ask for the first time, one's answer is both's.
  func answer(_ name: String, _ ask: () -> Answer) -> Answer {
    if let known = answers.withLock({ $0[name] }) { return known }
    let answer = ask()
    return answers.withLock { answers in
      if let first = answers[name] { return first }
      answers[name] = answer
      return answer
    }
  }
}
