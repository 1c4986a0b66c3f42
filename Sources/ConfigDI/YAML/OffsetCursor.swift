/// Turns libyaml's code-point indices into byte offsets. Indices come nearly in order, so each step is short and the
/// whole file is walked once.
struct OffsetCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var offset: Int
  /// Where the next byte outside ASCII stands, from `offset` on: up to there an index is an offset.
  private var nextWide: Int

  /// `start` is the offset of index 0: after the byte-order mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    self.bytes = bytes
    offset = start
    nextWide = OffsetCursor.firstWide(in: bytes, from: start)
  }

  @inline(__always)
  mutating func offset(of target: Int) -> Int {
    let distance = target - index
    if distance >= 0, distance <= nextWide - offset {
      index = target
      offset += distance
      return offset
    }
    return walk(to: target)
  }

  @inline(never)
  private mutating func walk(to target: Int) -> Int {
    if target < index { return walkBack(to: target) }
    while index < target, offset < bytes.count {
      if offset < nextWide {
        let step = min(target - index, nextWide - offset)
        index += step
        offset += step
        continue
      }
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      index += 1
      if offset < bytes.count, bytes[offset] < 0x80 {
        nextWide = OffsetCursor.firstWide(in: bytes, from: offset)
      } else {
        nextWide = offset
      }
    }
    return offset
  }

  private mutating func walkBack(to target: Int) -> Int {
    let end = offset
    while index > target, offset > 0 {
      offset -= 1
      if bytes[offset] & 0xC0 != 0x80 { index -= 1 }
    }
    let wide = OffsetCursor.firstWide(in: bytes, from: offset, to: end)
    if wide < end { nextWide = wide }
    return offset
  }

  private static func firstWide(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int? = nil) -> Int {
    let end = end ?? bytes.count
    var position = start
    guard let base = bytes.baseAddress else { return end }
    while position + 8 <= end {
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      position += 8
    }
    while position < end, bytes[position] < 0x80 { position += 1 }
    return position
  }
}
