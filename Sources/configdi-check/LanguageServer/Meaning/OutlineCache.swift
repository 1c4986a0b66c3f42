import ConfigDI

/// The outlines of texts, each made once and kept while its text stands.
final class OutlineCache {
  struct Entry {
    let bytes: [UInt8]
    let outline: Outline
    var occurrences: [Occurrence]?
    var use: Int
  }

  private static let mostBytes = 32 << 20

  private var entries: [String: Entry] = [:]
  private var uses = 0

  func outline(_ path: String, _ bytes: [UInt8]) -> Outline {
    uses += 1
    if let known = entries[path], known.bytes == bytes {
      entries[path]?.use = uses
      return known.outline
    }
    let outline = Outline(bytes)
    entries[path] = Entry(bytes: bytes, outline: outline, use: uses)
    makeRoom()
    return outline
  }

  func occurrences(_ path: String, _ bytes: [UInt8]) -> [Occurrence] {
    let outline = outline(path, bytes)
    if let known = entries[path]?.occurrences { return known }
    let found = outline.occurrences
    entries[path]?.occurrences = found
    return found
  }

  func forget(_ path: String) {
    entries[path] = nil
  }

  /// Those that were not asked for the longest go first.
  private func makeRoom() {
    var size = entries.values.reduce(0) { $0 + $1.bytes.count }
    for (path, entry) in entries.sorted(by: { $0.value.use < $1.value.use })
    where size > Self.mostBytes && entry.use < uses {
      entries[path] = nil
      size -= entry.bytes.count
    }
  }
}
