import ConfigDI

/// Converts between byte offsets in a text and positions of the protocol.
struct TextMap: Sendable {
  let file: SourceFile
  let encoding: PositionEncoding
  /// The length of a byte-order mark in the first line: 0 in a file that the client would show without it.
  private let markLength: Int

  init(_ file: SourceFile, _ encoding: PositionEncoding, isOpen: Bool) {
    self.file = file
    self.encoding = encoding
    markLength = !isOpen && file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  func position(at offset: Int) -> TextPosition {
    let starts = file.lineTable.starts
    let offset = min(max(offset, 0), file.bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = starts[low] + (low == 0 ? markLength : 0)
    return TextPosition(line: low, character: start < offset ? encoding.count(file.bytes[start..<offset]) : 0)
  }

  func range(_ range: Range<Int>) -> TextRange {
    TextRange(start: position(at: range.lowerBound), end: position(at: range.upperBound))
  }

  /// The offset of a position; the end of the line or of the text if it is beyond.
  func offset(of position: TextPosition) -> Int {
    let starts = file.lineTable.starts
    guard position.line < starts.count else { return file.bytes.count }
    var start = starts[position.line]
    if position.line == 0 { start += markLength }
    var end = position.line + 1 < starts.count ? starts[position.line + 1] : file.bytes.count
    while end > start, file.bytes[end - 1] == 0x0A || file.bytes[end - 1] == 0x0D { end -= 1 }
    return start + encoding.bytes(of: position.character, in: file.bytes[start..<max(start, end)])
  }

  func offsets(of range: TextRange) -> Range<Int> {
    let start = offset(of: range.start)
    return start..<max(start, offset(of: range.end))
  }
}
