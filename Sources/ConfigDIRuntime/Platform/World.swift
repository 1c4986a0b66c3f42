/// The machine's files and the process's environment, passed in so that no other code reads them directly.
package struct World: Sendable {
  package var files: any FileAccess
  package var environment: [String: String]

  package init(files: any FileAccess, environment: [String: String] = [:]) {
    self.files = files
    self.environment = environment
  }
}

/// Reads files. Paths are as the user wrote them; relative paths start at the working directory.
package protocol FileAccess: Sendable {
  /// The bytes of a regular file. Throws without reading if it is another kind of file or has more than `limit` bytes.
  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8]

  /// The absolute path after symbolic links are resolved; `nil` if there is no such file or folder.
  func resolve(_ path: String) -> String?

  /// The absolute path after symbolic links are resolved. Throws `missing` or another problem if they cannot be
  /// resolved.
  func locate(_ path: String) throws(FileProblem) -> String

  /// The entries of a folder, sorted by the bytes of their names, without `.` and `..`; `nil` if the folder cannot be
  /// read.
  func entries(of folder: String) -> [FolderEntry]?

  /// The entries of a folder. Throws the reason if the folder cannot be listed: `notRegular` if it is not a folder.
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

  /// The kind of an entry. A `misnamed` entry has a name that is not UTF-8 and that is repaired for display.
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
