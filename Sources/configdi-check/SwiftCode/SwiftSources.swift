import ConfigDI

/// Finds the declarations of a catalog's factories and types in Swift files. A catalog names only a file, since line
/// numbers would change with every edit.
struct SwiftSources {
  private let folders: SourceFolders
  /// The paths of the files, by file name.
  private let paths: [String: [String]]
  /// The folder that was searched; `nil` for the files of a program.
  let root: String?

  /// Searches the files of a program or, if its folder is given, of a repository.
  init(_ folders: SourceFolders, root: String? = nil) {
    self.folders = folders
    self.root = root
    paths = Dictionary(grouping: folders.paths) { String(FilePath.name(of: $0)) }
  }

  init(root: String, _ files: any FileAccess) {
    self.init(SourceFolders([.init(path: root)], files, limit: 4 << 20, isRepository: true), root: root)
  }

  /// Searches the Swift files in the repository that contains a folder, without following symbolic links.
  init(around folder: String, _ files: any FileAccess) {
    let root = FilePath.enclosing(folder).dropLast().first { files.resolve(FilePath.join($0, ".git")) != nil }
    self.init(root: root ?? folder, files)
  }

  /// The file with an ID such as `Module/File.swift`. If several files have that name, a file in a folder named like
  /// the module is preferred.
  ///
  /// - Parameter isStrict: Whether a file in any other folder is rejected.
  func file(_ id: String, inModule isStrict: Bool = false) -> SourceFile? {
    let parts = id.split(separator: "/")
    guard let name = parts.last, let candidates = paths[String(name)] else { return nil }
    let module = parts.count > 1 ? "/\(parts[0])/" : "/"
    // How far a file is below the innermost folder of the module's name, which may be the package's name as well.
    func depth(_ path: String) -> Int? {
      "/\(path)".ranges(of: module).last.map { "/\(path)"[$0.upperBound...].utf8.count }
    }
    let first = candidates.min { left, right in
      (depth(left) ?? .max, left.utf8.count, left) < (depth(right) ?? .max, right.utf8.count, right)
    }
    guard let first, !isStrict || depth(first) != nil else { return nil }
    return read(first)
  }

  /// The location of a factory's registration: the literal with its name or, if it is not found, the top of the file.
  func registration(of factory: CatalogFactory) -> SourceLocation? {
    guard let id = factory.file, let file = file(id) else { return nil }
    return Self.literal(factory.name, in: file) ?? file.beginning
  }

  /// The location of a type's declaration, preferably in a file of its own module.
  func declaration(ofType name: String) -> SourceLocation? {
    let parts = name.split(separator: ".")
    guard let last = parts.last else { return nil }
    let module = parts.count > 1 ? "/\(parts[0])/" : ""
    let preferred = folders.paths.filter { module.isEmpty || $0.contains(module) }
    let others = module.isEmpty ? [] : folders.paths.filter { !$0.contains(module) }
    // Not lazily: `first` of a lazy collection would read the file twice, and it may have changed.
    for path in preferred + others {
      if let place = read(path).flatMap({ Self.declaration(of: String(last), in: $0) }) { return place }
    }
    return nil
  }

  private func read(_ path: String) -> SourceFile? {
    folders.read(path).map { SourceFile(path: path, bytes: $0) }
  }

  /// The location of a string literal, preferably where it is the first argument of a registration.
  static func literal(_ name: String, in file: SourceFile) -> SourceLocation? {
    guard file.bytes[...].end(of: name) != nil else { return nil }
    let text = SwiftText(file.bytes)
    let places = text.lexemes.indices.filter { text.literal($0) == name }
    let registration = places.first { index in
      ["register", "decorate", "initializ"].contains { text.name(index - 2).hasPrefix($0) }
    }
    return (registration ?? places.first).map { file.location(text.lexemes[$0].content) }
  }

  /// Whether the sources declare a type that is not a protocol.
  func isConcrete(_ type: String) -> Bool {
    declaration(ofType: type).flatMap { Self.declaration(of: type.lastPart, in: $0.file, by: Self.concrete) } != nil
  }

  private static let concrete: Set = ["struct", "class", "enum", "actor"]

  private static func declaration(
    of name: String, in file: SourceFile, by keywords: Set<String> = concrete.union(["protocol", "typealias"])
  ) -> SourceLocation? {
    guard file.bytes[...].end(of: name) != nil else { return nil }
    let text = SwiftText(file.bytes)
    let place = text.lexemes.indices.first { text.name($0) == name && keywords.contains(text.name($0 - 1)) }
    return place.map { file.location(text.lexemes[$0].range) }
  }
}
