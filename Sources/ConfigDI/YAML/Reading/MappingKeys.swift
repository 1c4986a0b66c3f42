/// The keys of all open mappings, innermost mapping last. Finds duplicates among them.
struct MappingKeys: ~Copyable {
  struct Key: BitwiseCopyable, Sendable {
    var hash: UInt32
    var record: UInt32
  }

  /// The maximum number of keys for which comparing all pairs is faster than using a table.
  private static let fewKeys = 12

  private var keys = GrowingBuffer<Key>(capacity: 256)

  /// The index for the first key of a mapping that opens now.
  var mark: Int { keys.count }

  @inline(__always)
  mutating func add(_ record: Int, hash: UInt32) {
    keys.append(Key(hash: hash, record: UInt32(truncatingIfNeeded: record)))
  }

  /// Removes the keys of the innermost mapping, which start at `mark`.
  mutating func close(_ mark: Int) {
    keys.removeAll(from: mark)
  }

  /// Whether two keys in the innermost mapping may be equal, which is rare.
  func mayHaveDuplicates(from mark: Int) -> Bool {
    let count = keys.count
    if count - mark > MappingKeys.fewKeys { return true }
    var later = mark + 1
    while later < count {
      let hash = keys[later].hash
      for first in mark..<later where keys[first].hash == hash { return true }
      later += 1
    }
    return false
  }

  /// Returns the pairs of records in the innermost mapping that have equal keys.
  func duplicates(from mark: Int, matches: (Int, Int) -> Bool) -> [(first: Int, later: Int)] {
    var found: [(first: Int, later: Int)] = []
    var table = IndexTable(capacity: keys.count - mark)
    for position in mark..<keys.count {
      let key = keys[position]
      let first = table.insert(Int(key.record), hash: key.hash) { matches($0, Int(key.record)) }
      if let first { found.append((first, Int(key.record))) }
    }
    return found
  }
}
