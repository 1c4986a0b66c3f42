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
    // A hash table of the keys' positions, counted from 1 at `mark`. It is at most half full; 0 marks an empty slot.
    var size = 16
    while size < 2 * (keys.count - mark) { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    search: for position in mark..<keys.count {
      let key = keys[position]
      var slot = Int(key.hash) & (size - 1)
      while slots[slot] != 0 {
        let first = keys[mark + Int(slots[slot]) - 1]
        if first.hash == key.hash, matches(Int(first.record), Int(key.record)) {
          found.append((Int(first.record), Int(key.record)))
          continue search
        }
        slot = (slot + 1) & (size - 1)
      }
      slots[slot] = UInt32(truncatingIfNeeded: position - mark + 1)
    }
    return found
  }
}
