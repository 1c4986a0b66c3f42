import ConfigDI

/// The Swift files in some folders and their subfolders.
struct SourceFolders: Sendable {
  /// The paths as people would write them, sorted by bytes.
  let paths: [String]
  let folders: [Folder]
  private let files: any FileAccess
  private let limit: Int

  /// A folder or a Swift file, and the paths in the folder to exclude.
  struct Folder: Sendable, Hashable {
    let path: String
    var excluded: [String] = []
  }

  /// The folders and files of a repository that are looked at.
  private static let mostEntries = 20_000

  /// - Parameters:
  ///   - limit: The maximum size of a file in bytes. Larger files are not read.
  ///   - isRepository: Whether the folder is a repository, whose packages are all wanted.
  init(_ folders: [Folder], _ files: any FileAccess, limit: Int, isRepository: Bool = false) {
    self.folders = folders
    self.files = files
    self.limit = limit
    var found: Set<String> = []
    var count = 0
    for folder in folders {
      let excluded = Set(folder.excluded)
      var waiting = [folder.path]
      while let current = waiting.popLast(), !isRepository || count < Self.mostEntries {
        guard let entries = files.entries(of: current) else {
          if current.hasSuffix(".swift") { found.insert(current) }
          continue
        }
        // A nested package is not part of this package's targets.
        if !isRepository, current != folder.path, entries.contains(where: { $0.name == Self.manifest }) { continue }
        count += entries.count
        for entry in entries where !entry.name.hasPrefix(".") && !(isRepository && entry.name == "node_modules") {
          let path = current == "." ? entry.name : FilePath.join(current, entry.name)
          guard !excluded.contains(path) else { continue }
          // Swift files in documentation are tutorials.
          if entry.kind == .folder, !entry.name.hasSuffix(".docc") { waiting.append(path) }
          if entry.kind == .file, entry.name.hasSuffix(".swift"), !Self.isManifest(entry.name) { found.insert(path) }
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

  /// The manifest that SwiftPM reads: `Package.swift`, or a file such as `Package@swift-6.swift` beside it that is for
  /// newer tools.
  ///
  /// - Parameter package: The package's folder, as people would write it.
  static func manifest(ofPackage package: String, _ files: any FileAccess, limit: Int) -> SourceFile {
    func read(_ name: String) -> SourceFile {
      let path = place(name, in: package)
      return SourceFile(path: path, bytes: (try? files.read(path, limit: limit)) ?? [])
    }
    let others = (files.entries(of: package) ?? []).filter { $0.kind == .file && isManifest($0.name) }.map(\.name)
    return others.map(read).reduce(read(manifest)) { first, second in
      toolsVersion(first).lexicographicallyPrecedes(toolsVersion(second)) ? second : first
    }
  }

  private static func isManifest(_ name: String) -> Bool {
    name == manifest || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
  }

  /// The numbers in `// swift-tools-version: 6.2`.
  private static func toolsVersion(_ manifest: SourceFile) -> [Int] {
    guard let start = manifest.bytes[...].end(of: "swift-tools-version:") else { return [] }
    let rest = manifest.bytes[start...].drop { $0 == 0x20 || $0 == 0x09 }
    let version = rest.prefix { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return String(decoding: version, as: UTF8.self).split(separator: ".").compactMap { Int($0) }
  }

  /// The folders of a package's targets, and the targets in `Package.swift` whose folder or files are computed.
  ///
  /// If `Package.swift` describes no target with literals, the folder `Sources` is the only folder. If it describes only
  /// some targets, the other folders in `Sources` may belong to the rest. Targets in `Tests` are excluded, since tests
  /// may use other manifests.
  ///
  /// - Parameter package: The package's folder, as people would write it.
  static func folders(
    ofPackage package: String, _ files: any FileAccess, limit: Int
  ) -> (folders: [Folder], unread: [SourceLocation]) {
    let manifest = manifest(ofPackage: package, files, limit: limit)
    let declared = PackageTargets(manifest.bytes)
    let bound = files.resolve(package)
    func isThere(_ path: String) -> Bool { files.entries(of: place(path, in: package)) != nil }
    func isInPackage(_ path: String) -> Bool {
      guard path != "Tests", !path.hasPrefix("Tests/"), let bound, let path = files.resolve(place(path, in: package))
      else { return false }
      return FilePath.isInside(path, bound)
    }
    func folder(of target: PackageTargets.Target) -> String? {
      Self.path(of: target, isAlone: declared.targets.count == 1 && !declared.hasComputed, isThere)
    }
    let unread = declared.unread.map(manifest.location)
    guard !declared.targets.isEmpty else { return ([Folder(path: place("Sources", in: package))], unread) }
    var folders = declared.targets.flatMap { target -> [Folder] in
      guard !target.isComputed, let path = folder(of: target) else { return [] }
      var excluded = target.excluded.map { place($0, in: path) }
      // A target that covers the whole package would also include the folders with its tests.
      if path == "." {
        excluded += (files.entries(of: package) ?? []).map(\.name).filter { $0.hasSuffix("Tests") }
        excluded += declared.others.compactMap { $0.path.map { place($0, in: ".") } }
      }
      let places = target.sources.isEmpty ? [path] : target.sources.map { place($0, in: path) }
      return places.filter(isInPackage).map { place in
        Folder(path: self.place(place, in: package), excluded: excluded.map { self.place($0, in: package) })
      }
    }
    if declared.hasComputed {
      let known = (declared.targets + declared.others).compactMap(folder)
      for root in Self.standard {
        for entry in files.entries(of: place(root, in: package)) ?? []
        where entry.kind == .folder && !entry.name.hasPrefix(".") {
          let path = "\(root)/\(entry.name)"
          guard isInPackage(path),
            !known.contains(where: { FilePath.isInside($0, path) || FilePath.isInside(path, $0) })
          else { continue }
          folders.append(Folder(path: place(path, in: package)))
        }
      }
    }
    return (folders, unread)
  }

  /// A path in a folder, as people would write it: without `./` and without slashes at its end.
  private static func place(_ path: String, in folder: String) -> String {
    let path = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    if path.isEmpty { return folder }
    return folder == "." ? path : FilePath.join(folder, path)
  }

  /// A target's folder, relative to its package; `nil` if SwiftPM would find none.
  ///
  /// - Parameter isAlone: Whether the package has no other target of the kind.
  static func path(of target: PackageTargets.Target, isAlone: Bool, _ isThere: (String) -> Bool) -> String? {
    let roots = target.kind == .testTarget ? ["Tests"] : standard
    return target.path.map { place($0, in: ".") }
      ?? (roots + standard).lazy.map { "\($0)/\(target.name)" }.first(where: isThere)
      ?? (isAlone ? roots.first(where: isThere) : nil)
  }

  /// The folders in which SwiftPM looks for targets.
  private static let standard = ["Sources", "Source", "src", "srcs"]
}
