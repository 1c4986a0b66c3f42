/// The files and the environment of the machine, passed in so that no other code reads either.
package struct World: Sendable {
  package var files: any FileAccess
  package var environment: [String: String]

  package init(files: any FileAccess, environment: [String: String] = [:]) {
    self.files = files
    self.environment = environment
  }
}

/// Reads files. Paths are as the user wrote them; relative ones start at the working directory.
package protocol FileAccess: Sendable {
  /// The bytes of a regular file. Throws, before reading, for other kinds of files and for more than `limit` bytes.
  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8]

  /// The absolute path after symbolic links are resolved; `nil` if nothing is there.
  func resolve(_ path: String) -> String?

  /// The absolute path after symbolic links are resolved, or the reason why it cannot be: `missing`, or another
  /// problem.
  func locate(_ path: String) throws(FileProblem) -> String

  /// The names in a folder, sorted by bytes, without `.` and `..`; `nil` if it cannot be read.
  func entries(of folder: String) -> [FolderEntry]?

  /// The names in a folder, or the reason why it cannot be listed: `notRegular` if it is not a folder.
  func list(_ folder: String) throws(FileProblem) -> [FolderEntry]
}

extension FileAccess {
  package func locate(_ path: String) throws(FileProblem) -> String {
    guard let resolved = resolve(path) else { throw .missing }
    return resolved
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    if let entries = entries(of: folder) { return entries }
    throw resolve(folder) == nil ? .missing : .notRegular("not a folder")
  }
}

package struct FolderEntry: Sendable, Hashable {
  package let name: String
  package let kind: Kind

  /// The kind of an entry. `misnamed`: its name is not UTF-8, and is repaired for display.
  package enum Kind: Sendable, Hashable { case file, folder, link, other, misnamed }

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The reason why a file was not read.
package enum FileProblem: Error, Sendable, Hashable {
  case missing
  case notRegular(String)
  case denied
  case tooLarge(limit: Int)
  case failed(String)
}
