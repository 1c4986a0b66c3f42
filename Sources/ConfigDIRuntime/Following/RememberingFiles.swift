/// Caches files on first read, so that every later read returns the same bytes.
package final class RememberingFiles: FileAccess {
  private let files: any FileAccess
  private let contents = Memos<FileTrace.Query, Result<[UInt8], FileProblem>>()
  private let places = Memos<FileTrace.Query, Result<String, FileProblem>>()
  private let listings = Memos<FileTrace.Query, Result<[FolderEntry], FileProblem>>()

  package init(_ files: any FileAccess) {
    self.files = files
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try contents.answer(.read(path, limit: limit)) {
      Result { () throws(FileProblem) in try files.read(path, limit: limit) }
    }.get()
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    try places.answer(.locate(path)) { Result { () throws(FileProblem) in try files.locate(path) } }.get()
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    try listings.answer(.list(folder)) { Result { () throws(FileProblem) in try files.list(folder) } }.get()
  }

  package var trace: FileTrace {
    var trace = FileTrace(files)
    for (query, answer) in contents.all { trace.answers[query] = FileTrace.fingerprint(answer) }
    for (query, answer) in places.all { trace.answers[query] = FileTrace.fingerprint(answer) }
    for (query, answer) in listings.all { trace.answers[query] = FileTrace.fingerprint(answer) }
    return trace
  }
}
