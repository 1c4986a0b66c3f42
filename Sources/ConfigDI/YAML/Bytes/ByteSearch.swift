extension ArraySlice<UInt8> {
  /// The offset just after the first occurrence of a word; `nil` if the word does not occur.
  package func end(of word: String) -> Int? {
    let word = Array(word.utf8)
    guard let first = word.first else { return startIndex }
    return withUnsafeBufferPointer { bytes in
      word.withUnsafeBufferPointer { word in
        var position = 0
        while let found = bytes.next(first, from: position) {
          if word.matches(bytes, at: found) { return startIndex + found + word.count }
          position = found + 1
        }
        return nil
      }
    }
  }
}

extension [UInt8] {
  /// Whether the text begins with the mark of UTF-16.
  package var isUTF16: Bool { starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) }

  /// UTF-16 text as far as it is ASCII; any other text as it is.
  package var narrowed: [UInt8] { isUTF16 ? dropFirst(2).filter { $0 != 0 } : self }
}

extension UnsafeBufferPointer<UInt8> {
  func next(_ byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress else { return nil }
    // Wider blocks have no compare instruction on every machine, and `any` would be a function call.
    let pattern = SIMD16<UInt8>(repeating: byte)
    var position = start
    while position + 16 <= count {
      let block = UnsafeRawPointer(base + position).loadUnaligned(as: SIMD16<UInt8>.self)
      if any(block .== pattern) { break }
      position += 16
    }
    while position < count {
      if base[position] == byte { return position }
      position += 1
    }
    return nil
  }

  /// Returns the offset of the next byte outside ASCII, or the end if no such byte follows.
  func nextWide(from start: Int, to end: Int? = nil) -> Int {
    let end = end ?? count
    guard let base = baseAddress else { return end }
    var position = start
    while position + 32 <= end {
      let block = UnsafeRawPointer(base + position).loadUnaligned(as: SIMD4<UInt64>.self)
      if (block.x | block.y | block.z | block.w) & .highBits != 0 { break }
      position += 32
    }
    while position + 8 <= end {
      let wide = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self).littleEndian & .highBits
      if wide != 0 { return position + wide.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < end, base[position] < 0x80 { position += 1 }
    return position
  }

  /// Returns the offset of the next `${`, or the end if none follows.
  func nextInterpolation(from start: Int) -> Int {
    var position = start
    while let dollar = next(UInt8(ascii: "$"), from: position) {
      if dollar + 1 < count, self[dollar + 1] == UInt8(ascii: "{") { return dollar }
      position = dollar + 1
    }
    return count
  }

  /// Whether another buffer contains this buffer's bytes at an offset.
  @inline(__always)
  func matches(_ other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset + count <= other.count else { return false }
    guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
    let left = UnsafeRawPointer(base)
    let right = UnsafeRawPointer(otherBase + offset)
    var position = 0
    while position + 8 <= count {
      guard
        left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          == right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      else { return false }
      position += 8
    }
    if position > 0 {
      // Compares the last bytes, some of them for the second time.
      return left.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    }
    while position < count {
      guard base[position] == other[offset + position] else { return false }
      position += 1
    }
    return true
  }

  /// The width of a Unicode line break that libyaml recognizes (U+0085, U+2028, U+2029) or of a byte-order mark; 0 for
  /// anything else.
  func wideBreak(at position: Int) -> Int {
    guard position + 1 < count else { return 0 }
    if self[position] == 0xC2 { return self[position + 1] == 0x85 ? 2 : 0 }
    guard position + 2 < count else { return 0 }
    switch (self[position], self[position + 1], self[position + 2]) {
    case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xEF, 0xBB, 0xBF): return 3
    default: return 0
    }
  }
}
