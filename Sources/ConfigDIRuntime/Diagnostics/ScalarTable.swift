/// Caches how many Unicode scalars precede each block of a file. This makes counting fast even if a file is one long
/// line with many findings.
final class ScalarTable: Sendable {
  /// A number of scalars, and how many of them UTF-16 writes as two units.
  struct Count {
    var scalars = 0
    var pairs = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      for byte in bytes {
        if byte & 0xC0 != 0x80 { scalars += 1 }
        if byte >= 0xF0 { pairs += 1 }
      }
    }
  }

  static let block = 512
  private let counts: [Count]

  init(_ bytes: [UInt8]) {
    var counts = [Count()]
    counts.reserveCapacity(bytes.count / Self.block + 1)
    var start = 0
    while start + Self.block <= bytes.count {
      var count = counts[counts.count - 1]
      count.add(bytes[start..<start + Self.block])
      counts.append(count)
      start += Self.block
    }
    self.counts = counts
  }

  func count(before offset: Int, in bytes: [UInt8]) -> Count {
    let block = offset / Self.block
    var count = counts[block]
    count.add(bytes[block * Self.block..<offset])
    return count
  }
}
