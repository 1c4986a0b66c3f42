/// Files, with a record of all questions and of the last answer to each.
package final class TracingFiles: FileAccess {
  private let files: any FileAccess
  private let noted: Lock<FileTrace>

  package init(_ files: any FileAccess) {
    self.files = files
    noted = Lock(FileTrace(files))
  }

  /// The questions so far, with their answers.
  package var trace: FileTrace { noted.withLock { $0 } }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let answer = Result { () throws(FileProblem) in try files.read(path, limit: limit) }
    let fingerprint = FileTrace.fingerprint(answer)
    noted.withLock { $0.contents[path] = (fingerprint, limit) }
    return try answer.get()
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    let answer = Result { () throws(FileProblem) in try files.locate(path) }
    let fingerprint = FileTrace.fingerprint(answer)
    noted.withLock { $0.places[path] = fingerprint }
    return try answer.get()
  }

  package func resolve(_ path: String) -> String? { try? locate(path) }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    let answer = Result { () throws(FileProblem) in try files.list(folder) }
    let fingerprint = FileTrace.fingerprint(answer)
    noted.withLock { $0.listings[folder] = fingerprint }
    return try answer.get()
  }

  package func entries(of folder: String) -> [FolderEntry]? { try? list(folder) }
}
