/// The file queries made so far, with fingerprints of the answers, to detect later changes.
package struct FileTrace: Sendable {
  enum Query: Hashable, Sendable {
    case read(String, limit: Int)
    case locate(String)
    case list(String)

    var path: String {
      switch self {
      case .read(let path, _), .locate(let path): path
      case .list(let path): path.isEmpty ? "." : path
      }
    }
  }

  private let files: any FileAccess
  var answers: [Query: Fingerprint] = [:]

  init(_ files: any FileAccess) {
    self.files = files
  }

  /// Every path that was read, resolved or listed.
  var paths: Set<String> { Set(answers.keys.map(\.path)) }

  /// Whether every query would still get the same answer. If `true` right after reading, all files that were read
  /// existed in this state at the same time.
  package var isCurrent: Bool { answers.allSatisfy { fingerprint(of: $0.key) == $0.value } }

  private func fingerprint(of query: Query) -> Fingerprint {
    switch query {
    case .read(let path, let limit):
      Self.fingerprint(Result { () throws(FileProblem) in try files.read(path, limit: limit) })
    case .locate(let path): Self.fingerprint(Result { () throws(FileProblem) in try files.locate(path) })
    case .list(let path): Self.fingerprint(Result { () throws(FileProblem) in try files.list(path) })
    }
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
