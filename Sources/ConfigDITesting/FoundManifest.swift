import ConfigDI

/// Paths as tests write them: they do not depend on the working directory.
enum FoundManifest {
  static func find(_ manifest: any ManifestSource, from file: String) throws -> ManifestLocation {
    switch try manifest.location {
    case .path(let path): .path(find(path, from: file))
    case .text(let text, let name): .text(text, name: name)
    }
  }

  /// A relative path in the nearest folder upward from a file that has it; as it stands where none has.
  static func find(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let files = DiskFiles()
    var folder = Substring(file)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let candidate = "\(folder)/\(path)"
      if files.resolve(candidate) != nil { return candidate }
    }
    return path
  }
}
