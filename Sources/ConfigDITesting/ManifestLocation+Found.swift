import ConfigDI

extension ManifestLocation {
  /// The manifest, whose relative path is looked up from a Swift file, independent of the working directory.
  func found(from file: String) throws -> ManifestLocation {
    ManifestLocation(try reading.found { try FilePath.find($0, from: file) })
  }
}

extension FilePath {
  /// The absolute path of a file that is looked up in another file's folder and its parent folders, nearest first.
  ///
  /// - Parameter advice: Another remedy if there is no such file.
  static func find(_ path: String, from file: String, advice: String? = nil) throws -> String {
    guard !path.hasPrefix("/") else { return path }
    let files = DiskFiles()
    var folder = Substring(file)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let candidate = "\(folder)/\(path)"
      if files.resolve(candidate) != nil { return candidate }
    }
    let checking = "check the path: a relative path is looked up in the folder of \(file) and in its parent folders"
    throw ManifestError([
      Diagnostic(
        .unreadableFile, "there is no file '\(path)'", at: SourceFile(path: path, bytes: []).beginning,
        help: advice.map { [$0, "or \(checking)"] } ?? [checking])
    ])
  }
}
