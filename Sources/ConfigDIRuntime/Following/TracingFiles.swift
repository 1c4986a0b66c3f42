/// Reads files, and records each query and its latest answer.
package final class TracingFiles: FileAccess {
  private let files: any FileAccess
  private let noted: Lock<FileTrace>

  package init(_ files: any FileAccess) {
    self.files = files
    noted = Lock(FileTrace(files))
  }

  /// The queries so far, with their answers.
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

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    let answer = Result { () throws(FileProblem) in try files.list(folder) }
    let fingerprint = FileTrace.fingerprint(answer)
    noted.withLock { $0.listings[folder] = fingerprint }
    return try answer.get()
  }
}

/// The file queries made so far, with fingerprints of the answers, to detect later changes.
package struct FileTrace: Sendable {
  private let files: any FileAccess
  /// A fingerprint of each file's content, with the byte limit used to read it, by path.
  var contents: [String: (answer: Fingerprint, limit: Int)] = [:]
  /// A fingerprint of each path's resolved location.
  var places: [String: Fingerprint] = [:]
  var listings: [String: Fingerprint] = [:]

  init(_ files: any FileAccess) {
    self.files = files
  }

  /// Every path that was read, resolved or listed.
  package var paths: Set<String> {
    Set(contents.keys).union(places.keys).union(listings.keys.map { $0.isEmpty ? "." : $0 })
  }

  /// Whether every query would still get the same answer. If `true` right after reading, all files that were read
  /// existed in this state at the same time.
  package var isCurrent: Bool {
    places.allSatisfy { place($0.key) == $0.value }
      && contents.allSatisfy { content($0.key, limit: $0.value.limit) == $0.value.answer }
      && listings.allSatisfy { listing($0.key) == $0.value }
  }

  private func content(_ path: String, limit: Int) -> Fingerprint {
    Self.fingerprint(Result { () throws(FileProblem) in try files.read(path, limit: limit) })
  }

  private func place(_ path: String) -> Fingerprint {
    Self.fingerprint(Result { () throws(FileProblem) in try files.locate(path) })
  }

  private func listing(_ path: String) -> Fingerprint {
    Self.fingerprint(Result { () throws(FileProblem) in try files.list(path) })
  }

  static func fingerprint(_ answer: Result<[UInt8], FileProblem>) -> Fingerprint {
    fingerprint(answer) { bytes, result in result.combine(bytes) }
  }

  static func fingerprint(_ answer: Result<String, FileProblem>) -> Fingerprint {
    fingerprint(answer) { path, result in result.combine(path) }
  }

  /// A fingerprint of a folder's entries. Hidden names are ignored, since no glob matches them and editors and the
  /// kubelet often create and remove such files.
  static func fingerprint(_ answer: Result<[FolderEntry], FileProblem>) -> Fingerprint {
    fingerprint(answer) { entries, result in
      for entry in entries where !entry.name.hasPrefix(".") { result.combine("\(entry.kind) \(entry.name)") }
    }
  }

  private static func fingerprint<Answer>(
    _ answer: Result<Answer, FileProblem>, _ combine: (Answer, inout Fingerprint) -> Void
  ) -> Fingerprint {
    var result = Fingerprint()
    switch answer {
    case .success(let answer): combine(answer, &result)
    case .failure(let problem): result.combine("\(problem)")
    }
    return result
  }
}
