import ConfigDI
import Synchronization

/// One check of a root: what it begins with, so that it can run on another thread.
struct CheckJob: Sendable {
  let root: String
  /// Counts the edits of the session; of two results the one of the higher number stands.
  let generation: Int
  let files: WorkspaceFiles
  /// The versions of the open texts, by path.
  let versions: [String: Int]
  let catalog: String?
  let console: Console
  /// What the check before has read.
  let documents: DocumentCache?
  let catalogs: CatalogLoader?
  let cancellation: Cancellation

  /// Checks as the command line does in the root; `nil` where it was cancelled.
  func run() -> CheckedRoot? {
    var arguments = Arguments(.check)
    if let catalog { arguments.add(catalog, to: .catalog) }
    var console = console
    console.files = files
    let kept = documents.map { old in
      DocumentCache(reusing: old) { file in
        (try? files.read(file.path, limit: .max)).map { $0 == file.bytes } ?? false
      }
    }
    let cache = kept ?? DocumentCache()
    do {
      let project = try Project(
        arguments, console, catalogs: CatalogLoader(arguments, console, reusing: catalogs), documents: cache)
      let run = CheckRun(project, try Selection(arguments))
      let checked = try run.check(isCancelled: { cancellation.isCancelled })
      guard !cancellation.isCancelled else { return nil }
      return CheckedRoot(job: self, project: project, checked: checked, report: run.report(on: checked))
    } catch {
      return cancellation.isCancelled ? nil : CheckedRoot(job: self, error: error, documents: cache)
    }
  }
}

/// Says that a check's outcome is not wanted any more.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
