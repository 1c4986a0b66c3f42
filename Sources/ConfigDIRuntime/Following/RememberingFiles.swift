/// Caches files on first read, so that every later read returns the same bytes.
package final class RememberingFiles: FileAccess {
  let source: any FileAccess
  private let contents = Memos<FileTrace.Query, Result<[UInt8], FileProblem>>()
  private let places = Memos<FileTrace.Query, Result<String, FileProblem>>()
  private let listings = Memos<FileTrace.Query, Result<[FolderEntry], FileProblem>>()

  package init(_ files: any FileAccess) {
    source = files
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try contents.answer(.read(path, limit: limit)) {
      Result { () throws(FileProblem) in try source.read(path, limit: limit) }
    }.get()
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    try places.answer(.locate(path)) { Result { () throws(FileProblem) in try source.locate(path) } }.get()
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    try listings.answer(.list(folder)) { Result { () throws(FileProblem) in try source.list(folder) } }.get()
  }

  private var queries: [FileTrace.Query] { contents.keys + places.keys + listings.keys }

  package var paths: Set<String> { Set(queries.map(\.path)) }

  /// The same files, with every query so far answered anew.
  package func readAgain() -> RememberingFiles {
    let copy = RememberingFiles(source)
    for query in queries { _ = query.fingerprint(in: copy) }
    return copy
  }

  package var trace: FileTrace { FileTrace(queries, of: source, in: self) }
}
