import Foundation

/// The files and folders on which the result of a check depends.
struct CheckInputs {
  private(set) var files: [URL] = []
  private(set) var hasManifest = false

  /// - Parameter package: The topmost folder that is searched for a configuration file.
  init(below folder: URL, upTo package: URL) {
    var waiting = [folder]
    while let folder = waiting.popLast() {
      // Folders are inputs too, so that new files in them are noticed even if the package manager finds no sources
      // there.
      files.append(folder)
      for entry in Self.entries(of: folder) {
        if (try? entry.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
          waiting.append(entry)
        } else if ["yaml", "yml"].contains(entry.pathExtension) {
          files.append(entry)
          hasManifest = hasManifest || Self.looksLikeManifest(entry)
        } else if entry.lastPathComponent.hasSuffix("catalog.json") || entry.pathExtension == "swift" {
          // The check also reads the calls in Swift sources.
          files.append(entry)
        }
      }
    }
    files += Self.configurations(from: folder, upTo: package)
    files.sort { $0.path < $1.path }
  }

  /// Writes one path per line. An unchanged file is left alone, since a newer file would start another check.
  func write(to list: URL) throws {
    let text = files.map { $0.path + "\n" }.joined()
    guard (try? String(contentsOf: list, encoding: .utf8)) != text else { return }
    try FileManager.default.createDirectory(at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: list, atomically: true, encoding: .utf8)
  }

  private static func entries(of folder: URL) -> [URL] {
    let keys: [URLResourceKey] = [.isDirectoryKey]
    let options: FileManager.DirectoryEnumerationOptions = [.skipsHiddenFiles]
    return
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: keys, options: options)) ?? []
  }

  private static func looksLikeManifest(_ file: URL) -> Bool {
    guard let bytes = try? Data(contentsOf: file) else { return false }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .contains { $0.drop { $0 == "\u{FEFF}" }.hasPrefix("configdi:") }
  }

  private static func configurations(from folder: URL, upTo package: URL) -> [URL] {
    var found: [URL] = []
    var folder = folder.standardizedFileURL
    while folder.path.hasPrefix(package.standardizedFileURL.path) {
      for name in [".configdi-check.yml", ".configdi-check.yaml"] {
        let file = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: file.path) { found.append(file) }
      }
      if folder.path == "/" { break }
      folder = folder.deletingLastPathComponent().standardizedFileURL
    }
    return found
  }
}
