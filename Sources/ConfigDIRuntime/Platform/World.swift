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

  /// The names in a folder, sorted by bytes, without `.` and `..`; `nil` where it cannot be read.
  func entries(of folder: String) -> [FolderEntry]?
}

package struct FolderEntry: Sendable, Hashable {
  package let name: String
  package let kind: Kind

  package enum Kind: Sendable, Hashable { case file, folder, link, other }

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
