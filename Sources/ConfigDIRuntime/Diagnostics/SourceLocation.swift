/// A line and a column, both counted from 1. Columns count UTF-8 bytes.
package struct SourcePosition: Sendable, Hashable, Comparable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A range of bytes in a file. The type is small because every value in a manifest has a location.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  package let file: SourceFile
  package let startOffset: UInt32
  package let endOffset: UInt32

  package init(file: SourceFile, startOffset: UInt32, endOffset: UInt32) {
    self.file = file
    self.startOffset = startOffset
    self.endOffset = endOffset
  }

  package var start: SourcePosition { file.lineTable.position(at: Int(startOffset)) }
  /// The position after the last byte.
  package var end: SourcePosition { file.lineTable.position(at: Int(endOffset)) }

  package var range: Range<Int> { Int(startOffset)..<max(Int(startOffset), Int(endOffset)) }

  /// The bytes in this span, as far as the file's text is known.
  package var bytes: ArraySlice<UInt8> { file.bytes[range.clamped(to: 0..<file.bytes.count)] }

  /// The text in this span, as far as the file's text is known.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether a tag such as `!!str` is directly before this value, with or without an anchor.
  package var isTagged: Bool {
    var before = file.bytes.prefix(range.lowerBound)
    while let last = before.last, last == 0x20 {
      before = before[..<((before.lastIndex { $0 != 0x20 } ?? before.startIndex - 1) + 1)]
      let start = (before.lastIndex { $0 <= 0x20 || "[{,".utf8.contains($0) } ?? before.startIndex - 1) + 1
      let word = before[start...]
      guard word.first == UInt8(ascii: "&") else { return word.first == UInt8(ascii: "!") }
      before = before[..<start]
    }
    return false
  }

  /// Whether this location begins after the end of another one in the same file. The location of an alias is that of
  /// the node it refers to, so it may be before the key of the alias.
  package func isAfter(_ other: SourceLocation) -> Bool {
    file === other.file && range.lowerBound >= other.range.upperBound
  }

  /// The part of this span between two byte offsets, counted from the start of the span.
  package func part(_ range: Range<Int>) -> SourceLocation {
    file.location(Int(startOffset) + range.lowerBound..<Int(startOffset) + range.upperBound)
  }

  package static func == (left: SourceLocation, right: SourceLocation) -> Bool {
    left.file === right.file && left.startOffset == right.startOffset && left.endOffset == right.endOffset
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(file))
    hasher.combine(startOffset)
    hasher.combine(endOffset)
  }

  /// `path:line:column`, as compilers write it. Input from the command line or the API has only a name.
  package var description: String {
    file.isArgument ? file.path : "\(file.path):\(start.line):\(start.column)"
  }
}
