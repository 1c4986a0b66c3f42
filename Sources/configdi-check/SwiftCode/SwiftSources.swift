import ConfigDI

/// Finds the factories and types of a catalog in Swift files. A catalog names a file but no line, since every edit
/// would change the line.
struct SwiftSources {
  private let contents: @Sendable (String) -> [UInt8]?
  /// The paths by file name.
  private let paths: [String: [String]]

  private static let mostEntries = 20_000

  /// The files of a program.
  init(_ folders: SourceFolders) {
    contents = folders.read
    paths = Dictionary(grouping: folders.paths) { $0.split(separator: "/").last.map(String.init) ?? $0 }
  }

  init(root: String, _ files: FileCache) {
    contents = { try? files.read($0, limit: 4 << 20) }
    var paths: [String: [String]] = [:]
    var waiting = [root]
    var count = 0
    while let folder = waiting.popLast(), count < Self.mostEntries {
      for entry in files.entries(of: folder) ?? [] where !entry.name.hasPrefix(".") && entry.name != "node_modules" {
        count += 1
        let path = RepositoryPaths.join(folder, entry.name)
        if entry.kind == .folder {
          waiting.append(path)
        } else if entry.kind == .file, entry.name.hasSuffix(".swift") {
          paths[entry.name, default: []].append(path)
        }
      }
    }
    self.paths = paths
  }

  /// The Swift files of the repository around a folder; links are not followed.
  init(around folder: String, _ files: FileCache) {
    var root = folder
    while root != "/", !root.isEmpty, files.resolve(RepositoryPaths.join(root, ".git")) == nil {
      root = RepositoryPaths.folder(of: root)
    }
    self.init(root: root == "/" || root.isEmpty ? folder : root, files)
  }

  /// A file by its `Module/File.swift`. If several files have that name, those below a folder named like the module
  /// come first.
  ///
  /// - Parameter isStrict: Whether to reject a file with the same name in another module.
  func file(_ id: String, inModule isStrict: Bool = false) -> SourceFile? {
    let parts = id.split(separator: "/")
    guard let name = parts.last, let candidates = paths[String(name)] else { return nil }
    let module = parts.count > 1 ? "/\(parts[0])/" : "/"
    func isInModule(_ path: String) -> Bool { "/\(path)".contains(module) }
    let sorted = candidates.sorted { left, right in
      (isInModule(left) ? 0 : 1, left.utf8.count, left) < (isInModule(right) ? 0 : 1, right.utf8.count, right)
    }
    guard let first = sorted.first, !isStrict || isInModule(first) else { return nil }
    return read(first)
  }

  /// The location of a factory's registration: its name's literal in the file, or the top of the file.
  func registration(of factory: CatalogFactory) -> SourceLocation? {
    guard let id = factory.file, let file = file(id) else { return nil }
    return Self.literal(factory.name, in: file) ?? file.beginning
  }

  /// The location of a type's declaration, in a file of its module or, if there is none, in any file.
  func declaration(ofType name: String) -> SourceLocation? {
    let parts = name.split(separator: ".")
    guard let last = parts.last else { return nil }
    let module = parts.count > 1 ? "/\(parts[0])/" : ""
    let all = paths.values.flatMap { $0 }.sorted()
    let preferred = all.filter { module.isEmpty || $0.contains(module) }
    let others = module.isEmpty ? [] : all.filter { !$0.contains(module) }
    for path in preferred + others {
      guard let file = read(path), let place = Self.declaration(of: String(last), in: file) else { continue }
      return place
    }
    return nil
  }

  private func read(_ path: String) -> SourceFile? {
    contents(path).map { SourceFile(path: path, bytes: $0) }
  }

  /// The location of a quoted text; the first argument of a registration is preferred.
  static func literal(_ name: String, in file: SourceFile) -> SourceLocation? {
    guard file.bytes[...].end(of: name) != nil else { return nil }
    let text = SwiftText(file.bytes)
    let places = text.lexemes.indices.filter { text.literal($0) == name }
    let registration = places.first { index in
      ["register", "decorate", "initializ"].contains { text.name(index - 2).hasPrefix($0) }
    }
    return (registration ?? places.first).map { file.location(text.lexemes[$0].content) }
  }

  private static func declaration(of name: String, in file: SourceFile) -> SourceLocation? {
    guard file.bytes[...].end(of: name) != nil else { return nil }
    let text = SwiftText(file.bytes)
    let keywords: Set = ["protocol", "class", "actor", "struct", "enum", "typealias"]
    let place = text.lexemes.indices.first { text.name($0) == name && keywords.contains(text.name($0 - 1)) }
    return place.map { file.location(text.lexemes[$0].range) }
  }
}
