import ConfigDI

/// Finds the files below a folder that may be manifests: named as YAML, and speaking of `configdi`.
struct ManifestFinder {
  private let files: any FileAccess
  private let limit: Int
  /// Every folder that was looked into: where new manifests may appear.
  private(set) var folders: [String] = []

  init(_ files: any FileAccess, limit: Int) {
    self.files = files
    self.limit = limit
  }

  /// Paths of files, sorted by bytes; hidden folders are passed over, and links to folders not followed.
  mutating func candidates(in folder: String) -> [String] {
    var found: [String] = []
    var waiting = [folder]
    while let folder = waiting.popLast() {
      folders.append(folder)
      for entry in files.entries(of: folder) ?? [] where !entry.name.hasPrefix(".") {
        let path = folder == "." ? entry.name : RepositoryPaths.join(folder, entry.name)
        switch entry.kind {
        case .folder: waiting.append(path)
        case .file, .link: if Self.isYAML(entry.name), speaksOfConfigDI(path) { found.append(path) }
        case .other: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// A file that cannot be read is no manifest that anyone named.
  private func speaksOfConfigDI(_ path: String) -> Bool {
    guard let bytes = try? files.read(path, limit: limit) else { return false }
    return Self.contains(bytes, Array("configdi".utf8))
  }

  /// Whether one of the lines begins `configdi:`, for files that do not parse.
  static func looksLikeManifest(_ bytes: [UInt8]) -> Bool {
    let word = Array("configdi:".utf8)
    return bytes.starts(with: word) || contains(bytes, [0x0A] + word) || contains(bytes, [0x0D] + word)
      || bytes.starts(with: [0xEF, 0xBB, 0xBF] + word)
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = bytes.startIndex
      while let index = bytes[start...].firstIndex(of: first) {
        if bytes[index...].starts(with: word) { return true }
        start = index + 1
      }
      return false
    }
  }
}
