/// A key of an open mapping.
struct HashedKey: BitwiseCopyable, Sendable {
  var hash: UInt32
  var record: UInt32
}

/// The maximum number of keys for which comparing all pairs is faster than using a table.
private let fewKeys = 12

/// The keys of all open mappings, innermost mapping last.
extension GrowingBuffer<HashedKey> {
  /// Whether two keys in the innermost mapping may be equal, which is rare.
  func mayHaveDuplicates(from mark: Int) -> Bool {
    if count - mark > fewKeys { return true }
    var later = mark + 1
    while later < count {
      let hash = self[later].hash
      for first in mark..<later where self[first].hash == hash { return true }
      later += 1
    }
    return false
  }

  /// Returns the pairs of records in the innermost mapping that have equal keys.
  func duplicates(from mark: Int, matches: (Int, Int) -> Bool) -> [(first: Int, later: Int)] {
    var found: [(first: Int, later: Int)] = []
    // A hash table of the keys' positions, counted from 1 at `mark`. It is at most half full; 0 marks an empty slot.
    var size = 16
    while size < 2 * (count - mark) { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    search: for position in mark..<count {
      let key = self[position]
      var slot = Int(key.hash) & (size - 1)
      while slots[slot] != 0 {
        let first = self[mark + Int(slots[slot]) - 1]
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
