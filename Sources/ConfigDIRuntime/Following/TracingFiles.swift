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

  package func resolve(_ path: String) -> String? { try? locate(path) }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    let answer = Result { () throws(FileProblem) in try files.list(folder) }
    let fingerprint = FileTrace.fingerprint(answer)
    noted.withLock { $0.listings[folder] = fingerprint }
    return try answer.get()
  }

  package func entries(of folder: String) -> [FolderEntry]? { try? list(folder) }
}

/// The queries that were made about files, with fingerprints of the answers, so that a later check can tell whether the
/// answers have changed.
package struct FileTrace: Sendable {
  private let files: any FileAccess
  /// Fingerprints of the contents by path, with the byte limit of each read.
  var contents: [String: (answer: Fingerprint, limit: Int)] = [:]
  /// A fingerprint of the location that each path resolves to.
  var places: [String: Fingerprint] = [:]
  var listings: [String: Fingerprint] = [:]

  init(_ files: any FileAccess) {
    self.files = files
  }

  /// Every path that was read, resolved or listed.
  package var paths: Set<String> {
    Set(contents.keys).union(places.keys).union(listings.keys.map { $0.isEmpty ? "." : $0 })
  }

  /// Whether all answers are still the same. If they are the same right after a reading, everything that was read
  /// existed at the same time.
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

  /// A fingerprint of a folder's entries. Hidden names are ignored: no glob matches them, and editors and the kubelet
  /// often create and remove them.
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
