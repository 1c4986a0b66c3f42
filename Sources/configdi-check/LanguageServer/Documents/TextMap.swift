import ConfigDI

/// Converts between byte offsets in a file and positions in the Language Server Protocol.
struct TextMap: Sendable {
  let file: SourceFile
  let encoding: PositionEncoding
  /// The length of a byte-order mark that the client does not show; 0 if there is none.
  private let markLength: Int

  init(_ file: SourceFile, _ encoding: PositionEncoding, isOpen: Bool) {
    self.file = file
    self.encoding = encoding
    markLength = !isOpen && file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  func position(at offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), file.bytes.count)
    let line = file.lineTable.position(at: offset).line - 1
    let start = line == 0 ? markLength : file.lineTable.starts[line]
    return TextPosition(line: line, character: start < offset ? units(in: start..<offset) : 0)
  }

  func range(_ range: Range<Int>) -> TextRange {
    TextRange(start: position(at: range.lowerBound), end: position(at: range.upperBound))
  }

  /// The offset of a position. A position inside a character becomes its beginning, one beyond the end of its line the
  /// end of the line, and one beyond the last line the end of the file.
  func offset(of position: TextPosition) -> Int {
    guard position.line < file.lineTable.starts.count else { return file.bytes.count }
    let line = file.lineTable.range(ofLine: position.line + 1, in: file.bytes)
    let start = position.line == 0 ? markLength : line.lowerBound
    var offset = (start..<line.upperBound).firstPosition { units(in: start..<$0 + 1) > position.character }
    while offset > start, offset < line.upperBound, file.bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private func units(in range: Range<Int>) -> Int {
    switch encoding {
    case .utf8: range.count
    case .utf16: file.utf16Units(in: range)
    case .utf32: file.scalars(in: range)
    }
  }

  func offsets(of range: TextRange) -> Range<Int> {
    let start = offset(of: range.start)
    return start..<max(start, offset(of: range.end))
  }
}
