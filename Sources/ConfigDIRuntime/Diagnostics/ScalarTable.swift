/// Caches how many Unicode scalars each block of a file contains. This makes counting fast even if a file is one long
/// line with many findings.
final class ScalarTable: Sendable {
  private static let block = 512
  private let counts: [Int]

  init(_ bytes: [UInt8]) {
    var counts = [0]
    counts.reserveCapacity(bytes.count / Self.block + 1)
    var start = 0
    while start + Self.block <= bytes.count {
      counts.append(counts[counts.count - 1] + Self.count(bytes[start..<start + Self.block]))
      start += Self.block
    }
    self.counts = counts
  }

  func count(before offset: Int, in bytes: [UInt8]) -> Int {
    let offset = min(max(0, offset), bytes.count)
    let block = offset / Self.block
    return counts[block] + Self.count(bytes[block * Self.block..<offset])
  }

  /// Counts scalars by counting all bytes that are not continuation bytes.
  private static func count(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }
}
