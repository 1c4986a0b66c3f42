/// What the flow may know of the machine: files and the environment. Passed in, so that nothing else touches either.
package struct World: Sendable {
  package var files: any FileAccess
  package var environment: [String: String]

  package init(files: any FileAccess, environment: [String: String] = [:]) {
    self.files = files
    self.environment = environment
  }
}

/// Reading of files. Paths are as the user wrote them, relative ones to the working directory.
package protocol FileAccess: Sendable {
  /// The bytes of a regular file; refuses anything else, and more than `limit` bytes, before reading it.
  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8]

  /// The absolute path after symbolic links are resolved; `nil` where nothing is there.
  func resolve(_ path: String) -> String?

  /// The same, or why there is none: `missing`, or what stands in the way.
  func locate(_ path: String) throws(FileProblem) -> String

  /// The names in a folder, sorted by bytes, without `.` and `..`; `nil` where it cannot be read.
  func entries(of folder: String) -> [FolderEntry]?

  /// The same, or why there are none: `notRegular` for what is no folder.
  func list(_ folder: String) throws(FileProblem) -> [FolderEntry]
}

extension FileAccess {
  package func locate(_ path: String) throws(FileProblem) -> String {
    guard let resolved = resolve(path) else { throw .missing }
    return resolved
  }

  package func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    if let entries = entries(of: folder) { return entries }
    throw resolve(folder) == nil ? .missing : .notRegular("no folder")
  }
}

package struct FolderEntry: Sendable, Hashable {
  package let name: String
  package let kind: Kind

  /// `misnamed`: its name is no UTF-8, and stands here as well as it can be shown.
  package enum Kind: Sendable, Hashable { case file, folder, link, other, misnamed }

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// Why a file was not read.
package enum FileProblem: Error, Sendable, Hashable {
  case missing
  case notRegular(String)
  case denied
  case tooLarge(limit: Int)
  case failed(String)
}
