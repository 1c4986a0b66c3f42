/// The keys of the mappings that are open, the innermost last, and the search for duplicates among them.
struct MappingKeys {
  private struct Key {
    var hash: UInt32
    var record: UInt32
  }

  /// Up to here comparing all pairs is quicker than a table.
  private static let fewKeys = 12

  private var keys: [Key] = []

  /// Where the keys of a mapping that opens now will begin.
  var mark: Int { keys.count }

  mutating func add(_ record: Int, hash: UInt32) {
    keys.append(Key(hash: hash, record: UInt32(truncatingIfNeeded: record)))
  }

  /// Forgets the innermost mapping's keys.
  mutating func close(_ mark: Int) {
    keys.removeLast(keys.count - mark)
  }

  /// The records in the innermost mapping, which began at `mark`, whose keys match.
  func duplicates(from mark: Int, matches: (Int, Int) -> Bool) -> [(first: Int, later: Int)] {
    let count = keys.count - mark
    if count < 2 { return [] }
    return count <= MappingKeys.fewKeys ? comparePairs(from: mark, matches) : compareByTable(from: mark, matches)
  }

  private func comparePairs(from mark: Int, _ matches: (Int, Int) -> Bool) -> [(first: Int, later: Int)] {
    var found: [(first: Int, later: Int)] = []
    keys.withUnsafeBufferPointer { keys in
      for later in (mark + 1)..<keys.count {
        for first in mark..<later
        where keys[first].hash == keys[later].hash && matches(Int(keys[first].record), Int(keys[later].record)) {
          found.append((Int(keys[first].record), Int(keys[later].record)))
          break
        }
      }
    }
    return found
  }

  private func compareByTable(from mark: Int, _ matches: (Int, Int) -> Bool) -> [(first: Int, later: Int)] {
    var found: [(first: Int, later: Int)] = []
    var table = IndexTable(capacity: keys.count - mark)
    for key in keys[mark...] {
      let first = table.insert(Int(key.record), hash: key.hash) { matches($0, Int(key.record)) }
      if let first { found.append((first, Int(key.record))) }
    }
    return found
  }
}
