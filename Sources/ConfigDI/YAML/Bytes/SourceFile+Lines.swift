extension SourceFile {
  /// The offset at which the line that contains an offset begins. A line contains its own line break.
  func lineStart(of offset: Int) -> Int { lineTable.starts[lineTable.position(at: offset).line - 1] }

  /// The offset at which the line that contains an offset ends, without its line break.
  func lineEnd(of offset: Int) -> Int {
    bytes[min(offset, bytes.count)...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  func spaces(at offset: Int) -> Int { bytes[min(offset, bytes.count)...].prefix { $0 == 0x20 }.count }

  /// The character at an offset; empty at the end of a line.
  func character(at offset: Int) -> Range<Int> {
    guard offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D else { return offset..<offset }
    return offset..<offset + 1 + bytes[(offset + 1)...].prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
  }

  /// The ranges of a scalar's lines, without quotes, block header and indentation.
  func linesOfScalar(_ range: Range<Int>) -> [Range<Int>] {
    var text = bytes[range.clamped(to: 0..<bytes.count)]
    switch text.first {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?:
      if text.count > 1, text.last == text.first { text = text.dropFirst().dropLast() }
    case UInt8(ascii: "|")?, UInt8(ascii: ">")?: text = text.drop { $0 != 0x0A }
    default: break
    }
    return text.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      let start = line.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.endIndex
      return start..<line.endIndex
    }
  }
}
