/// Caches files on first read, so that every later read returns the same bytes.
package final class RememberingFiles: FileAccess {
  private let files: any FileAccess
  private let contents = Memos<String, (answer: Result<[UInt8], FileProblem>, limit: Int)>()
  private let places = Memos<String, Result<String, FileProblem>>()
  private let listings = Memos<String, Result<[FolderEntry], FileProblem>>()

  package init(_ files: any FileAccess) {
    self.files = files
  }

  package func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try contents.answer(path) {
      do throws(FileProblem) {
        return (.success(try files.read(path, limit: limit)), limit)
      } catch {
        return (.failure(error), limit)
      }
    }.answer.get()
  }

  package func locate(_ path: String) throws(FileProblem) -> String {
    try places.answer(path) {
      do throws(FileProblem) { return .success(try files.locate(path)) } catch { return .failure(error) }
    }.get()
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    try listings.answer(folder) {
      do throws(FileProblem) { return .success(try files.list(folder)) } catch { return .failure(error) }
    }.get()
  }

  package var trace: FileTrace {
    var trace = FileTrace(files)
    for (path, known) in contents.all { trace.contents[path] = (FileTrace.fingerprint(known.answer), known.limit) }
    for (path, answer) in places.all { trace.places[path] = FileTrace.fingerprint(answer) }
    for (path, answer) in listings.all { trace.listings[path] = FileTrace.fingerprint(answer) }
    return trace
  }
}
