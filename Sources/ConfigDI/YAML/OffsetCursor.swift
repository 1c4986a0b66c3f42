/// Turns libyaml's code-point indices into byte offsets. Indices come nearly in order, so each step is short and the
/// whole file is walked once.
struct OffsetCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  /// Up to this index all is ASCII, in most files to the end: an index is an offset.
  private let lastNarrow: Int
  private var index: Int
  private var offset: Int
  /// Where the next byte outside ASCII stands, from `offset` on.
  private var nextWide: Int

  /// `start` is the offset of index 0: after the byte-order mark.
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
      // One bit for each byte that begins a character: all but 10xxxxxx.
      var starts = (~word | word &<< 1) & 0x8080_8080_8080_8080
      let count = starts.nonzeroBitCount
      if left >= count {
        left -= count
        offset += 8
        continue
      }
      while left > 0 {
        starts &= starts &- 1
        left -= 1
      }
      offset += starts.trailingZeroBitCount / 8
      nextWide = word & 0x8080_8080_8080_8080 == 0 ? bytes.nextWide(from: offset) : offset
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
