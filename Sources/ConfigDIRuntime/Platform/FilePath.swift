/// Works with paths as text, as users write them.
package enum FilePath {
  /// The folder that contains the file; empty if the path has no folder.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> Substring {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path[...] }
    return path[path.index(after: slash)...]
  }

  /// The folder itself and the folders that contain it, innermost first. The last one is `/`, or empty for a relative
  /// path.
  package static func enclosing(_ folder: String) -> some Sequence<String> {
    sequence(first: folder) { $0 == "/" || $0.isEmpty ? nil : FilePath.folder(of: $0) }
  }

  package static func withoutFinalSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  package static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty || path.hasPrefix("/") { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// The system's maximum path length in bytes. Longer paths are not resolved.
  private static let longest = 4096

  /// Whether an absolute path is the folder itself or something inside.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Removes `.`, empty parts, and `name/..` unless `name` is a link, so that the path still leads to the same file.
  package static func normalized(_ path: String, _ files: any FileAccess) -> String {
    guard path.utf8.count <= longest else { return path }
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != "..", !isLink(parts, isAbsolute, files) {
        parts.removeLast()
      } else if part == "..", isAbsolute, parts.isEmpty {
        continue
      } else {
        parts.append(part)
      }
    }
    return text(parts, isAbsolute: isAbsolute)
  }

  /// Removes `.` and `..` from an absolute path without reading the disk.
  package static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return text(parts, isAbsolute: true)
  }

  /// Resolves links, even if the last parts of the path do not exist.
  package static func resolvedEvenIfMissing(_ path: String, _ files: any FileAccess) -> String? {
    guard path.utf8.count <= longest else { return nil }
    let isAbsolute = path.hasPrefix("/")
    var existing = path.split(separator: "/").filter { $0 != "." }
    var missing: [Substring] = []
    while true {
      let folder = text(existing, isAbsolute: isAbsolute)
      if var resolved = files.resolve(folder.isEmpty ? "." : folder) {
        for part in missing.reversed() {
          resolved = part == ".." ? FilePath.folder(of: resolved) : join(resolved, String(part))
        }
        return resolved
      }
      guard let last = existing.popLast() else { return nil }
      missing.append(last)
    }
  }

  package static func text(_ parts: [Substring], isAbsolute: Bool) -> String {
    (isAbsolute ? "/" : "") + parts.map { String($0) }.joined(separator: "/")
  }

  private static func isLink(_ parts: [Substring], _ isAbsolute: Bool, _ files: any FileAccess) -> Bool {
    guard let name = parts.last, let resolved = files.resolve(text(parts, isAbsolute: isAbsolute)) else { return false }
    let folder = text(parts.dropLast(), isAbsolute: isAbsolute)
    guard let resolvedFolder = files.resolve(folder.isEmpty ? "." : folder) else { return false }
    return resolved != join(resolvedFolder, String(name))
  }
}
