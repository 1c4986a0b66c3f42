/// A comment that begins with `# configdi:`, or with `// configdi:` in Swift.
package struct Comment: Sendable {
  /// The range from the comment's start to the end of the line.
  package let location: SourceLocation
  /// Whether only spaces precede the comment in its line.
  package let isAlone: Bool
  /// The characters that start a comment in this kind of file.
  package let mark: String

  package init(location: SourceLocation, isAlone: Bool, mark: String = "#") {
    self.location = location
    self.isAlone = isAlone
    self.mark = mark
  }

  /// The text after `configdi:`.
  package var text: String {
    let bytes = location.file.bytes[location.range]
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return "" }
    return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
  }
}

/// Finds the comments that begin with `# configdi:`. libyaml drops comments, but every `#` outside a scalar begins one.
struct CommentFinder {
  private static let word: StaticString = "configdi:"
  private static let instruction = Array("ignore".utf8)

  let file: SourceFile
  let bytes: UnsafeBufferPointer<UInt8>
  let records: FrozenBuffer<NodeRecord>

  func find() -> [Comment] {
    guard hasCandidate else { return [] }
    var comments: [Comment] = []
    var position = 0
    var record = 0
    while let mark = bytes.next(UInt8(ascii: "#"), from: position) {
      while record < records.count, records[record].kind != .scalar || Int(records[record].end) <= mark { record += 1 }
      if record < records.count, Int(records[record].start) <= mark, !isHeader(of: records[record], mark) {
        position = Int(records[record].end)
        continue
      }
      position = mark
      while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      if speaks(mark) {
        comments.append(Comment(location: file.location(mark..<position), isAlone: isAlone(mark)))
      }
    }
    return comments
  }

  /// Whether the file may contain a comment that begins with `# configdi:`. A cheap test, since most files have none.
  private var hasCandidate: Bool {
    var position = 0
    while let mark = bytes.next(UInt8(ascii: "#"), from: position) {
      if speaks(mark) { return true }
      position = mark + 1
    }
    return false
  }

  /// Whether the text after a `#` is meant for this tool. The text must be `configdi:` and a letter, so that a
  /// commented-out `configdi: 1` does not match. After a space, only a likely misspelling of `ignore` matches, so that
  /// an ordinary sentence does not.
  private func speaks(_ mark: Int) -> Bool {
    var position = mark + 1
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    let length = CommentFinder.word.utf8CodeUnitCount
    let word = UnsafeBufferPointer(start: CommentFinder.word.utf8Start, count: length)
    guard word.matches(bytes, at: position), position + length < bytes.count else { return false }
    position += length
    guard bytes[position].isBlank else { return (bytes[position] | 0x20) &- UInt8(ascii: "a") < 26 }
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    return bytes[position...].starts(with: CommentFinder.instruction)
  }

  /// Whether an offset inside a block scalar is on the line of the `|` or `>`, where a comment is allowed.
  private func isHeader(of record: NodeRecord, _ mark: Int) -> Bool {
    let start = Int(record.start)
    guard !record.flags.contains(.plain), bytes[start] == UInt8(ascii: "|") || bytes[start] == UInt8(ascii: ">") else {
      return false
    }
    return !bytes[start..<mark].contains { $0 == 0x0A || $0 == 0x0D }
  }

  private func isAlone(_ mark: Int) -> Bool {
    var position = mark
    while position > 0, bytes[position - 1].isBlank { position -= 1 }
    guard position > 0 else { return true }
    if bytes[position - 1] == 0x0A || bytes[position - 1] == 0x0D { return true }
    return position == 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
