/// The files and the environment, passed in so that no other code accesses them directly.
package struct World: Sendable {
  package var files: any FileAccess
  package var environment: [String: String]

  package init(files: any FileAccess, environment: [String: String] = [:]) {
    self.files = files
    self.environment = environment
  }
}

/// Reads files. Paths are as the user wrote them; relative paths are resolved against the working directory.
package protocol FileAccess: Sendable {
  /// The bytes of a regular file. Throws without reading if the file is of any other kind or larger than `limit` bytes.
  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8]

  /// The absolute path with symbolic links resolved. Throws `missing` or another problem if that fails.
  func locate(_ path: String) throws(FileProblem) -> String

  /// A folder's entries without `.` and `..`, sorted by the bytes of their names. Throws if the folder cannot be listed:
  /// `notRegular` if it is not a folder.
  func list(_ folder: String) throws(FileProblem) -> [FolderEntry]
}

extension FileAccess {
  /// The absolute path with symbolic links resolved; `nil` if no file or folder can be found there.
  package func resolve(_ path: String) -> String? { try? locate(path) }

  /// A folder's entries; `nil` if the folder cannot be listed.
  package func entries(of folder: String) -> [FolderEntry]? { try? list(folder) }
}

package struct FolderEntry: Sendable, Hashable {
  package let name: String
  package let kind: Kind

  /// The kind of entry. The name of a `misnamed` entry or `misnamedFolder` is not valid UTF-8 and was repaired for
  /// display.
  package enum Kind: Sendable, Hashable { case file, folder, link, other, misnamed, misnamedFolder }

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The entries of a folder, sorted like those of a real one.
  ///
  /// - Parameter prefix: The folder's path with a final slash; empty if the paths are relative to the folder.
  package static func entries(under prefix: String, of paths: some Sequence<String>) -> [FolderEntry] {
    var kinds: [String: Kind] = [:]
    for path in paths where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count).split(separator: "/", maxSplits: 1)
      guard let name = rest.first else { continue }
      kinds[String(name)] = rest.count > 1 ? .folder : .file
    }
    return kinds.map { FolderEntry(name: $0, kind: $1) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

package enum FileProblem: Error, Sendable, Hashable {
  case missing
  case notRegular(String)
  case denied
  case tooLarge(limit: Int)
  case failed(String)
}
