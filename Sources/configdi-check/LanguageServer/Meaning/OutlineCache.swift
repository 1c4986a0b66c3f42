import ConfigDI

/// The names in a file, indexed for lookups.
final class TextNames {
  let outline: Outline
  /// All names, sorted by position. Names do not nest.
  let all: [Occurrence]
  private let positions: [SymbolKind: [String: [Int]]]

  init(_ outline: Outline) {
    self.outline = outline
    all = outline.occurrences.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var positions: [SymbolKind: [String: [Int]]] = [:]
    for (index, occurrence) in all.enumerated() {
      positions[occurrence.kind, default: [:]][occurrence.name, default: []].append(index)
    }
    self.positions = positions
  }

  /// The occurrences of a name in exactly this spelling, in order.
  func occurrences(of kind: SymbolKind, writtenAs name: String) -> [Occurrence] {
    (positions[kind]?[name] ?? []).map { all[$0] }
  }

  /// Every spelling of a name of this kind, with its occurrences.
  func occurrences(of kind: SymbolKind) -> some Sequence<(name: String, places: [Occurrence])> {
    (positions[kind] ?? [:]).lazy.map { ($0.key, $0.value.map { self.all[$0] }) }
  }

  /// The name that contains or touches an offset. If two names touch the offset, the shorter name is returned.
  func occurrence(at offset: Int) -> Occurrence? {
    let first = all.indices.firstPosition { all[$0].range.upperBound >= offset }
    return all[first...].prefix { $0.range.lowerBound <= offset }.min { $0.range.count < $1.range.count }
  }
}

/// Caches the names in files. A file is scanned again only if its text has changed.
final class OutlineCache {
  private static let mostBytes = 32 << 20

  private var entries: [String: TextNames] = [:]
  private var size = 0
  /// The names of one kind that certain files declare, valid until one of these files changes.
  private var declared: [SymbolKind: (texts: [TextNames], names: [String])] = [:]

  func names(_ path: String, _ bytes: [UInt8]) -> TextNames {
    if let known = entries[path], known.outline.bytes == bytes { return known }
    let names = TextNames(Outline(bytes))
    forget(path)
    if size + bytes.count > Self.mostBytes { (entries, size) = ([:], 0) }
    entries[path] = names
    size += bytes.count
    return names
  }

  /// The names of one kind that the files declare, sorted and without duplicates.
  func declared(_ kind: SymbolKind, in texts: [TextNames]) -> [String] {
    if let known = declared[kind], known.texts.elementsEqual(texts, by: ===) { return known.names }
    var names: Set<String> = []
    for text in texts {
      for (name, places) in text.occurrences(of: kind) where places.contains(where: \.isDeclaration) {
        names.insert(name)
      }
    }
    names.remove("")
    let sorted = names.sorted()
    declared[kind] = (texts, sorted)
    return sorted
  }

  func forget(_ path: String) {
    if let old = entries.removeValue(forKey: path) { size -= old.outline.bytes.count }
  }
}
