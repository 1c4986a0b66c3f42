import ConfigDI

/// Finds the files that tests name by relative paths, independent of the working directory.
enum FoundManifest {
  static func find(_ manifest: any ManifestConvertible, from file: String) throws -> ManifestLocation {
    let location = try manifest.located
    guard case .path(let path) = location.content else { return location }
    return .path(try find(path, from: file))
  }

  /// The absolute path of a file that is looked up in another file's folder and its parent folders, nearest first.
  static func find(_ path: String, from file: String) throws -> String {
    guard !path.hasPrefix("/") else { return path }
    let files = DiskFiles()
    var folder = Substring(file)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let candidate = "\(folder)/\(path)"
      if files.resolve(candidate) != nil { return candidate }
    }
    throw ManifestError([
      Diagnostic(
        .unreadableFile, "there is no file '\(path)'", at: SourceFile(path: path, bytes: []).beginning,
        help: ["check the path: a relative path is looked up in the folder of \(file) and in its parent folders"])
    ])
  }
}
