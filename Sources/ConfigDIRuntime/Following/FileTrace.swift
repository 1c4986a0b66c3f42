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

    /// A fingerprint of the answer. Hidden names in a folder are ignored, since no glob matches them and editors and the
    /// kubelet often create and remove such files.
    func fingerprint(in files: any FileAccess) -> Fingerprint {
      var result = Fingerprint()
      do throws(FileProblem) {
        switch self {
        case .read(let path, let limit): result.combine(try files.read(path, limit: limit))
        case .locate(let path): result.combine(try files.locate(path))
        case .list(let path):
          for entry in try files.list(path) where !entry.name.hasPrefix(".") {
            result.combine("\(entry.kind) \(entry.name)")
          }
        }
      } catch {
        result.combine("\(error)")
      }
      return result
    }
  }

  private let files: any FileAccess
  private let answers: [Query: Fingerprint]

  /// - Parameters:
  ///   - files: The files that may change later.
  ///   - memory: The answers to the queries so far.
  init(_ queries: [Query], of files: any FileAccess, in memory: any FileAccess) {
    self.files = files
    answers = queries.reduce(into: [:]) { $0[$1] = $1.fingerprint(in: memory) }
  }

  /// Every path that was read, resolved or listed.
  var paths: Set<String> { Set(answers.keys.map(\.path)) }

  /// Whether every query would still get the same answer. If `true` right after reading, all files that were read
  /// existed in this state at the same time.
  package var isCurrent: Bool { answers.allSatisfy { $0.key.fingerprint(in: files) == $0.value } }
}
