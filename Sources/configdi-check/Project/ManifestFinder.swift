import ConfigDI

/// Finds the files below a folder that may be manifests: named as YAML, and speaking of `configdi`.
struct ManifestFinder {
  private let files: any FileAccess
  private let limit: Int
  /// Every folder that was looked into: where new manifests may appear.
  private(set) var folders: [String] = []
  /// What may be a manifest and cannot be looked at.
  private(set) var findings: [Diagnostic] = []

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
      guard let entries = files.entries(of: folder) else {
        if let problem = files.problem(at: folder), problem != .missing { report(problem, at: folder) }
        continue
      }
      for entry in entries where !entry.name.hasPrefix(".") {
        let path = folder == "." ? entry.name : RepositoryPaths.join(folder, entry.name)
        switch entry.kind {
        case .folder: waiting.append(path)
        case .file, .link: if Self.isYAML(entry.name), speaksOfConfigDI(path) { found.append(path) }
        case .misnamed: if Self.isYAML(entry.name) { findings.append(.misnamed(path)) }
        case .other: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// What is gone, or no regular file, is no manifest; what may be one and cannot be read is reported.
  private mutating func speaksOfConfigDI(_ path: String) -> Bool {
    do {
      return Self.contains(try files.read(path, limit: limit), Array("configdi".utf8))
    } catch {
      switch error {
      case .denied, .failed: report(error, at: path)
      case .missing, .notRegular, .tooLarge: break
      }
      return false
    }
  }

  private mutating func report(_ problem: FileProblem, at path: String) {
    findings.append(
      Diagnostic(
        .unreadableFile, "'\(path)' may hold a manifest, and cannot be read: \(problem.explanation)",
        at: SourceFile(path: path, lines: 1).beginning, help: ["allow reading, or leave it out of the folders checked"])
    )
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

extension Diagnostic {
  fileprivate static func misnamed(_ path: String) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "'\(path)' may be a manifest, and its name is no UTF-8, so that it cannot be read",
      at: SourceFile(path: path, lines: 1).beginning, help: ["give the file a name in UTF-8"])
  }
}
