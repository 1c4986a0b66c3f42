/// Converts libyaml's code-point indices to byte offsets. The indices arrive nearly in order, so the file is traversed
/// only once.
struct OffsetCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  /// The index up to which the text is ASCII, so that index and offset are equal. In most files, this is the end.
  private let lastNarrow: Int
  private var index: Int
  private var offset: Int
  /// The offset of the first non-ASCII byte at or after `offset`.
  private var nextWide: Int

  /// - Parameter start: The offset of index 0, after the byte-order mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    self.bytes = bytes
    self.start = start
    offset = bytes.nextWide(from: start)
    nextWide = offset
    index = offset - start
    lastNarrow = index
  }

  @inline(__always)
  mutating func offset(of target: Int) -> Int {
    target <= lastNarrow ? target &+ start : offset(beyond: target)
  }

  @inline(__always)
  private mutating func offset(beyond target: Int) -> Int {
    let distance = target &- index
    guard distance >= 0, distance <= nextWide &- offset else { return walk(to: target) }
    index = target
    offset &+= distance
    return offset
  }

  @inline(never)
  private mutating func walk(to target: Int) -> Int {
    if target < index { return walkBack(to: target) }
    var left = target - index
    index = target
    guard let base = bytes.baseAddress else { return offset }
    while offset + 8 <= bytes.count {
      let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self).littleEndian
      // For each byte, the number of characters begun so far; every byte but 10xxxxxx begins one.
      let begun = (~word | word &<< 1).sumsOfHighBits
      let count = Int(begun &>> 56)
      if left >= count {
        left -= count
        offset += 8
        continue
      }
      let passed = (UInt64.highBits | UInt64(truncatingIfNeeded: left) &* UInt64.lowBits) &- begun
      offset += Int(passed.sumsOfHighBits &>> 56)
      nextWide = word & UInt64.highBits == 0 ? bytes.nextWide(from: offset) : offset
      return offset
    }
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if left == 0 { break }
        left -= 1
      }
      offset += 1
    }
    nextWide = offset
    return offset
  }

  private mutating func walkBack(to target: Int) -> Int {
    let end = offset
    while index > target, offset > 0 {
      offset -= 1
      if bytes[offset] & 0xC0 != 0x80 { index -= 1 }
    }
    let wide = bytes.nextWide(from: offset, to: end)
    if wide < end { nextWide = wide }
    return offset
  }
}

extension UInt64 {
  static let highBits: UInt64 = 0x8080_8080_8080_8080
  static let lowBits: UInt64 = 0x0101_0101_0101_0101

  /// For each byte, the number of high bits set up to and including this byte. The last byte has the total.
  @inline(__always)
  fileprivate var sumsOfHighBits: UInt64 { (self & .highBits) &>> 7 &* .lowBits }
}
