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
}
