import ConfigDI

/// Finds in Swift files the factories and types that a catalog names. A catalog names a file but no line, since every
/// edit would change the line.
struct SwiftSources {
  private let files: FileCache
  /// The paths by file name.
  private let paths: [String: [String]]

  private static let mostEntries = 20_000

  init(root: String, _ files: FileCache) {
    self.files = files
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

  /// A file by its `Module/File.swift`; if several have that name, those below a folder of the module's name come
  /// first.
  ///
  /// - Parameter isStrict: Whether a file of another module with the same name is refused.
  func file(_ id: String, inModule isStrict: Bool = false) -> SourceFile? {
    let parts = id.split(separator: "/")
    guard let name = parts.last, let candidates = paths[String(name)] else { return nil }
    let module = parts.count > 1 ? "/\(parts[0])/" : "/"
    let sorted = candidates.sorted { left, right in
      (left.contains(module) ? 0 : 1, left.utf8.count, left) < (right.contains(module) ? 0 : 1, right.utf8.count, right)
    }
    guard let first = sorted.first, !isStrict || first.contains(module) else { return nil }
    return read(first)
  }

  /// The names that a file registers as literals, with any method whose name begins with `register`.
  static func registered(in file: SourceFile) -> [String] {
    var names: [String] = []
    for line in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard !text.hasPrefix("//") else { continue }
      guard let method = text.range(ofText: ".register") else { continue }
      let call = text[method...].drop { $0.isLetter }
      guard call.hasPrefix("(\"") else { continue }
      let name = call.dropFirst(2).prefix { $0 != "\"" }
      if !name.contains("\\"), !name.isEmpty { names.append(String(name)) }
    }
    return names
  }

  /// The place of a factory's registration: its name's literal in the file, or the file's top.
  func registration(of factory: CatalogFactory) -> SourceLocation? {
    guard let id = factory.file, let file = file(id) else { return nil }
    return Self.literal(factory.name, in: file) ?? file.beginning
  }

  /// The place of a type's declaration, in a file of its module or, if there is none, in any file.
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
    (try? files.read(path, limit: 4 << 20)).map { SourceFile(path: path, bytes: $0) }
  }

  /// The place of a quoted text; one on a line with a registration comes before others.
  static func literal(_ name: String, in file: SourceFile) -> SourceLocation? {
    let wanted = Array("\"\(name)\"".utf8)
    var first: SourceLocation?
    var start = 0
    while let found = file.bytes.firstRange(of: wanted, from: start) {
      let place = file.location(found + 1..<found + wanted.count - 1)
      let lineStart = file.bytes[..<found].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let line = String(decoding: file.bytes[lineStart..<found], as: UTF8.self)
      if line.contains("register") || line.contains("decorate") || line.contains("initializ") { return place }
      first = first ?? place
      start = found + 1
    }
    return first
  }

  private static func declaration(of name: String, in file: SourceFile) -> SourceLocation? {
    for keyword in ["protocol", "class", "actor", "struct", "enum", "typealias"] {
      let wanted = Array("\(keyword) \(name)".utf8)
      var start = 0
      while let found = file.bytes.firstRange(of: wanted, from: start) {
        let end = found + wanted.count
        let isWhole = end >= file.bytes.count || !isWithinName(file.bytes[end])
        if isWhole, found == 0 || !isWithinName(file.bytes[found - 1]) {
          return file.location(end - name.utf8.count..<end)
        }
        start = found + 1
      }
    }
    return nil
  }

  private static func isWithinName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }
}

extension Substring {
  /// The index after a text's first occurrence.
  fileprivate func range(ofText wanted: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(wanted) { return index(start, offsetBy: wanted.count) }
      start = index(after: start)
    }
    return nil
  }
}

extension [UInt8] {
  /// The offset of a text's first occurrence, from an offset on.
  fileprivate func firstRange(of wanted: [UInt8], from start: Int) -> Int? {
    guard let first = wanted.first else { return nil }
    return withUnsafeBufferPointer { bytes in
      var start = start
      while start < bytes.count, let index = bytes[start...].firstIndex(of: first) {
        if bytes[index...].starts(with: wanted) { return index }
        start = index + 1
      }
      return nil
    }
  }
}
