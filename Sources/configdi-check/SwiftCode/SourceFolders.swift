import ConfigDI

/// The Swift files in some folders and their subfolders.
struct SourceFolders: Sendable {
  /// The paths as people would write them, sorted by bytes.
  let paths: [String]
  let folders: [Folder]
  private let files: any FileAccess
  private let limit: Int

  /// A folder, and the files and folders in it to exclude.
  struct Folder: Sendable, Hashable {
    let path: String
    var excluded: [String] = []
  }

  /// - Parameter limit: The maximum size of a file in bytes. Larger files are not read.
  init(_ folders: [Folder], _ files: any FileAccess, limit: Int) {
    self.folders = folders
    self.files = files
    self.limit = limit
    var found: Set<String> = []
    for folder in folders {
      let excluded = Set(folder.excluded.map { FilePath.join(folder.path, $0) })
      var waiting = [folder.path]
      while let current = waiting.popLast() {
        let entries = files.entries(of: current) ?? []
        // A nested package is not part of this package's targets.
        if current != folder.path, entries.contains(where: { $0.name == Self.manifest }) { continue }
        for entry in entries where !entry.name.hasPrefix(".") {
          let path = current == "." ? entry.name : FilePath.join(current, entry.name)
          guard !excluded.contains(path) else { continue }
          if entry.kind == .folder { waiting.append(path) }
          if entry.kind == .file, entry.name.hasSuffix(".swift"), entry.name != Self.manifest { found.insert(path) }
        }
      }
    }
    paths = found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static let manifest = "Package.swift"

  /// The contents of a file; `nil` if it cannot be read.
  func read(_ path: String) -> [UInt8]? {
    try? files.read(path, limit: limit)
  }
}

extension SourceFolders {
  /// The folders of the targets that `Package.swift` describes; if it describes none, the folder `Sources`. Targets in
  /// `Tests` are excluded, since tests may use other manifests.
  ///
  /// - Parameter package: The package's folder, as people would write it.
  static func folders(ofPackage package: String, _ files: any FileAccess, limit: Int) -> [Folder] {
    let manifest = package == "." ? Self.manifest : FilePath.join(package, Self.manifest)
    let targets = (try? files.read(manifest, limit: limit)).map { PackageTargets($0).targets } ?? []
    func place(_ path: String) -> String {
      package == "." ? path : path == "." || path.isEmpty ? package : FilePath.join(package, path)
    }
    func isThere(_ path: String) -> Bool { files.entries(of: place(path)) != nil }
    guard !targets.isEmpty else { return [Folder(path: place("Sources"))] }
    let bound = files.resolve(package)
    return targets.compactMap { target in
      let path = path(of: target, isAlone: targets.count == 1, isThere)
      guard let path, path != "Tests", !path.hasPrefix("Tests/"), let resolved = files.resolve(place(path)),
        bound.map({ FilePath.isInside(resolved, $0) }) ?? false
      else { return nil }
      // A target that covers the whole package would also include the folders with its tests.
      let isWhole = path == "." || path.isEmpty
      let others = isWhole ? (files.entries(of: package) ?? []).map(\.name).filter { $0.hasSuffix("Tests") } : []
      return Folder(path: place(path), excluded: target.excluded + others)
    }
  }

  /// A target's folder, relative to its package; `nil` if SwiftPM would find none.
  static func path(of target: PackageTargets.Target, isAlone: Bool, _ isThere: (String) -> Bool) -> String? {
    if let path = target.path {
      return FilePath.withoutFinalSlashes(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }
    let standard = ["Sources", "Source", "src", "srcs"]
    return standard.map { "\($0)/\(target.name)" }.first(where: isThere)
      ?? (isAlone ? standard.first(where: isThere) : nil)
  }
}
