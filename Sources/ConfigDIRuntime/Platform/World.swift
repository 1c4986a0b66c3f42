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

  /// Why a path leads to nothing that can be looked at: `missing` where nothing is there, else what stands in the way;
  /// `nil` where a file is there, or a folder that can be listed.
  func problem(at path: String) -> FileProblem?

  /// The names in a folder, sorted by bytes, without `.` and `..`; `nil` where it cannot be read.
  func entries(of folder: String) -> [FolderEntry]?
}

extension FileAccess {
  package func problem(at path: String) -> FileProblem? {
    resolve(path) == nil ? .missing : nil
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
