import ConfigDI
import Synchronization

/// One check of a root, with everything that it needs to run on another thread.
struct CheckJob: Sendable {
  /// The number of this check. Its result is used only if no newer check of the root has begun.
  let generation: Int
  let files: WorkspaceFiles
  /// The versions of the open documents that are checked, by path.
  let versions: [String: Int]
  let catalog: String?
  let console: Console
  /// The previous check, whose files and catalogs are reused if they have not changed.
  let previous: CheckedRoot?
  /// The calls found in Swift files by previous checks, for reuse.
  let calls: CallCache
  let cancellation = Cancellation()
  /// Whether the result must name every file and folder that the check looks for.
  let notesPaths: Bool

  var root: String { files.root }

  /// Runs the check that the command line would run in the root; `nil` if it was cancelled.
  func run() -> CheckedRoot? {
    guard notesPaths else { return run(on: files) }
    let traced = RememberingFiles(files)
    var result = run(on: traced)
    result?.lookedFor = Set(traced.paths.map(files.absolute))
    return result
  }

  private func run(on files: any FileAccess) -> CheckedRoot? {
    var arguments = Arguments(.check)
    if let catalog { arguments.add(catalog, to: .catalog) }
    var console = console
    console.files = files
    let kept = previous.map { previous in
      DocumentCache(reusing: previous.documents) { file in
        (try? files.read(file.path, limit: .max)).map { $0 == file.bytes } ?? false
      }
    }
    let cache = kept ?? DocumentCache()
    do {
      let project = try Project(
        arguments, console, catalogs: previous?.catalogs, documents: cache, readsSources: true, calls: calls)
      let run = CheckRun(project: project, selection: try Selection(arguments))
      let checked = try run.check(isCancelled: { cancellation.isCancelled })
      guard !cancellation.isCancelled else { return nil }
      return CheckedRoot(job: self, project: project, checked: checked, report: run.report(on: checked))
    } catch {
      return cancellation.isCancelled ? nil : CheckedRoot(job: self, error: error, documents: cache)
    }
  }
}

/// Tells a running check that its result is no longer needed.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
