import Synchronization

/// A file or other input that was read, with its bytes and the name to show for it.
package final class SourceFile: Sendable, ContentsHiding {
  /// The path as the user would write it, or a name such as `<stdin>`.
  package let path: String
  /// Whether the text came from the command line (such as `--set`) or the API instead of a file.
  package let isArgument: Bool
  /// Whether `bytes` holds the real content. For a Swift file that registers factories, only line numbers are known.
  package let hasText: Bool
  package let bytes: [UInt8]
  private let lines = AtomicLazyReference<LineTable>()
  let hidden = Mutex(HiddenText())
  private let scalars = AtomicLazyReference<ScalarTable>()

  package init(path: String, bytes: [UInt8], isArgument: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isArgument = isArgument
    hasText = true
  }

  /// Creates a file whose line numbers are known but whose text is not.
  package init(path: String, lines: Int) {
    self.path = path
    self.bytes = [UInt8](repeating: 0x0A, count: max(0, lines - 1))
    isArgument = false
    hasText = false
  }

  /// Creates a file without its text. Only the lines and columns of some locations are known.
  package init(path: String, lineTable: LineTable, isArgument: Bool) {
    self.path = path
    bytes = []
    self.isArgument = isArgument
    hasText = false
    _ = lines.storeIfNil(lineTable)
  }

  /// Maps offsets to lines. Computed on first use, since most files have no finding.
  package var lineTable: LineTable {
    lines.load() ?? lines.storeIfNil(LineTable(bytes))
  }

  package func scalars(in range: Range<Int>) -> Int { count(in: range).scalars }

  package func utf16Units(in range: Range<Int>) -> Int {
    let count = count(in: range)
    return count.scalars + count.pairs
  }

  private func count(in range: Range<Int>) -> ScalarTable.Count {
    // A file whose text is not known has locations beyond its bytes.
    let range = range.clamped(to: bytes.indices)
    var count = ScalarTable.Count()
    guard range.count > ScalarTable.block else {
      count.add(bytes[range])
      return count
    }
    let table = scalars.load() ?? scalars.storeIfNil(ScalarTable(bytes))
    let before = table.count(before: range.lowerBound, in: bytes)
    let whole = table.count(before: range.upperBound, in: bytes)
    return ScalarTable.Count(scalars: whole.scalars - before.scalars, pairs: whole.pairs - before.pairs)
  }

  package func location(_ range: Range<Int>) -> SourceLocation {
    SourceLocation(
      file: self, startOffset: UInt32(clamping: range.lowerBound), endOffset: UInt32(clamping: range.upperBound))
  }

  /// The location at line 1, column 1, for findings about the whole file.
  package var beginning: SourceLocation {
    location(0..<0)
  }
}

/// The byte offset of each line's start. Like editors, it treats LF, CRLF and a lone CR as line ends.
package final class LineTable: Sendable {
  package let starts: [Int]
  private let firstColumnOffset: Int

  init(_ bytes: [UInt8]) {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte <= 0x0D else { continue }
        if byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A) {
          starts.append(index + 1)
        }
      }
    }
    self.starts = starts
    firstColumnOffset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Creates a table from known line starts, for a file whose text is unknown.
  package init(starts: [Int], hasMark: Bool) {
    self.starts = starts.isEmpty ? [0] : starts
    firstColumnOffset = hasMark ? 3 : 0
  }

  package var hasMark: Bool { firstColumnOffset > 0 }

  /// The line and column of a byte offset, both counted from 1. A byte-order mark takes no column.
  package func position(at offset: Int) -> SourcePosition {
    let line = (1..<starts.count).firstPosition { starts[$0] > offset }
    let skipped = line == 1 ? firstColumnOffset : 0
    return SourcePosition(line: line, column: max(0, offset - starts[line - 1] - skipped) + 1)
  }

  /// The byte range of a line (counted from 1), without its line ending or a byte-order mark.
  package func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
    let start = starts[line - 1] + (line == 1 ? firstColumnOffset : 0)
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }
}
