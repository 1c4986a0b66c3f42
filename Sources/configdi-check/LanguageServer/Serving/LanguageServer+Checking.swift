import ConfigDI

/// Runs checks in the background, and applies their results.
extension LanguageServer {
  /// Begins a check of a root, and cancels a check that is still running.
  func check(_ path: String) {
    guard isInitialized, let index = roots.firstIndex(where: { $0.path == path }) else { return }
    generation += 1
    let token = roots[index].running?.token
    roots[index].running?.job.cancellation.cancel()
    let files = openFiles(in: path)
    let job = CheckJob(
      generation: generation, files: files, versions: documents.mapValues(\.version), catalog: settings.catalog,
      console: silentConsole(files), previous: roots[index].checked, calls: calls, notesPaths: !client.hasWatchedFiles)
    roots[index].running = WorkspaceRoot.Running(
      job: job, started: ContinuousClock.now,
      stamps: Dictionary(uniqueKeysWithValues: roots[index].stamps.keys.map { ($0, FileStamp($0)) }), token: token)
    startCheck(job)
  }

  /// The files as the client shows them, with unsaved text.
  func openFiles(in folder: String) -> WorkspaceFiles {
    WorkspaceFiles(root: folder, disk: disk, texts: documents.mapValues(\.file.bytes))
  }

  /// A console that prints nothing, for checks in the files' folder.
  func silentConsole(_ files: WorkspaceFiles) -> Console {
    Console(
      write: { _ in }, tell: { _ in }, readInput: { _ in [] }, files: files, environment: console.environment,
      workingDirectory: files.root, isOutputTerminal: false, isErrorTerminal: false, width: 80)
  }

  /// Applies a check's result, unless a newer check of the root has begun.
  func finishCheck(_ result: CheckedRoot?, ofRoot path: String, generation: Int) {
    guard let index = roots.firstIndex(where: { $0.path == path }), let running = roots[index].running,
      running.job.generation == generation
    else { return }
    roots[index].running = nil
    if let token = running.token { endProgress(token) }
    if let result {
      take(result, index, stamps: running.stamps)
      // A file outside the folder may have been opened or edited before a result showed that the check reads it.
      if result.knownPaths.keys.contains(where: { documents[$0]?.version != result.versions[$0] }) {
        check(path)
      } else {
        publish()
      }
      updateLoneRoots()
    }
    answerWaiting()
  }

  /// Stores a result in its root.
  ///
  /// - Parameter stamps: The stamps of the known files, taken when the check began.
  private func take(_ result: CheckedRoot, _ index: Int, stamps: [String: FileStamp?]) {
    if let failure = result.failure, failure.message != roots[index].checked?.failure?.message {
      log("\(result.root): \(failure.message)")
      if !failure.isNoManifest {
        tell("window/showMessage", ["type": 1, "message": .string("configdi-check: \(failure.message)")])
      }
    }
    roots[index].checked = roots[index].checked.map(result.keepingMeaning) ?? result
    for path in result.versions.keys {
      // The older result of another folder may still need the later edits.
      let oldest = roots.compactMap { $0.checked?.oldestVersion(of: path) }.min()
      if let oldest { documents[path]?.settle(oldest) }
    }
    // If a file changed during the check, its earlier stamp is kept, so that the next comparison notices the change.
    guard !client.hasWatchedFiles else { return }
    roots[index].stamps = Dictionary(
      uniqueKeysWithValues: result.lookedFor.union(result.knownPaths.keys).map { ($0, stamps[$0] ?? FileStamp($0)) })
  }

  /// Whether a request must still wait for a check.
  func isWaiting(for need: Need, _ parameters: JSON, since: ContinuousClock.Instant) -> Bool {
    switch need {
    case .nothing: return false
    case .firstCheck:
      return roots(ofRequest: parameters)?.contains { $0.checked == nil && $0.running != nil } ?? false
    case .recentCheck where ContinuousClock.now - since > patience:
      return isWaiting(for: .firstCheck, parameters, since: since)
    case .recentCheck, .latestCheck:
      return (roots(ofRequest: parameters) ?? roots).contains { $0.running != nil }
    }
  }

  /// The root of a request's document, or all roots if it names no document; `nil` if no root has the document.
  private func roots(ofRequest parameters: JSON) -> [WorkspaceRoot]? {
    let uri = parameters["textDocument", "uri"]?.string ?? parameters["item", "uri"]?.string
    guard let path = uri.flatMap(resolvedPath) else { return roots }
    return rootIndex(ofPath: path).map { [roots[$0]] }
  }

  /// Starts a check if files have changed outside the editor. Unless a change was announced, looks at most once a
  /// second, and only if the client does not watch the files.
  func lookAtDisk(now isAnnounced: Bool = false) {
    guard isAnnounced || !client.hasWatchedFiles else { return }
    let moment = ContinuousClock.now
    guard isAnnounced || moment - lastLook > .seconds(1) else { return }
    lastLook = moment
    for root in roots {
      // A check that is already running may have read the file before the announced change.
      let isOutdated =
        isAnnounced || root.running == nil && root.stamps.contains { FileStamp($0.key) != $0.value }
      if isOutdated { check(root.path) }
    }
  }

  /// Answers the requests that have waited too long, and shows the progress of slow checks. Called regularly.
  func tick() {
    answerWaiting()
    guard client.hasProgress else { return }
    for index in roots.indices {
      guard let running = roots[index].running, running.token == nil,
        ContinuousClock.now - running.started > .milliseconds(500)
      else { continue }
      let token = "configdi-check-\(running.job.generation)"
      roots[index].running?.token = token
      ask("window/workDoneProgress/create", ["token": .string(token)])
      tell(
        "$/progress",
        ["token": .string(token), "value": ["kind": "begin", "title": "Checking manifests", "cancellable": false]])
    }
  }

  func endProgress(_ token: String) {
    tell("$/progress", ["token": .string(token), "value": ["kind": "end"]])
  }
}
