import ConfigDI

/// The names in a text, ready to be looked up.
final class TextNames {
  let outline: Outline
  /// In order; none is in another.
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

  /// Where a name is written so, in order.
  func occurrences(of kind: SymbolKind, writtenAs name: String) -> [Occurrence] {
    (positions[kind]?[name] ?? []).map { all[$0] }
  }

  /// Every name of a kind, as it is written, with the places.
  func occurrences(of kind: SymbolKind) -> some Sequence<(name: String, places: [Occurrence])> {
    (positions[kind] ?? [:]).lazy.map { ($0.key, $0.value.map { self.all[$0] }) }
  }

  /// The name that a place is in or touches; of two that touch, the shorter.
  func occurrence(at offset: Int) -> Occurrence? {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].range.upperBound < offset { low = middle + 1 } else { high = middle }
    }
    return all[low...].prefix { $0.range.lowerBound <= offset }.min { $0.range.count < $1.range.count }
  }
}

/// The names of texts, each text looked through once and kept while it stands.
final class OutlineCache {
  private struct Entry {
    let names: TextNames
    var use: Int
  }

  private static let mostBytes = 32 << 20

  private var entries: [String: Entry] = [:]
  private var size = 0
  private var uses = 0
  private var declared: [SymbolKind: Declared] = [:]

  /// The names of a kind that some texts declare, all the while that these texts stand.
  private struct Declared {
    let texts: [TextNames]
    let names: [String]
  }

  func names(_ path: String, _ bytes: [UInt8]) -> TextNames {
    uses += 1
    if let known = entries[path], known.names.outline.bytes == bytes {
      entries[path]?.use = uses
      return known.names
    }
    let names = TextNames(Outline(bytes))
    forget(path)
    entries[path] = Entry(names: names, use: uses)
    size += bytes.count
    if size > Self.mostBytes { makeRoom() }
    return names
  }

  /// By name, each once.
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
    declared[kind] = Declared(texts: texts, names: sorted)
    return sorted
  }

  func forget(_ path: String) {
    if let old = entries.removeValue(forKey: path) { size -= old.names.outline.bytes.count }
  }

  /// Those that were not asked for the longest go first.
  private func makeRoom() {
    for (path, entry) in entries.sorted(by: { $0.value.use < $1.value.use })
    where size > Self.mostBytes && entry.use < uses {
      forget(path)
    }
  }
}
