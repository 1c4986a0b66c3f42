import Synchronization

/// A text that was read, with its display name and its bytes.
package final class SourceFile: Sendable {
  /// The path as the user would write it, or a name such as `<stdin>` if there is no file.
  package let path: String
  /// Whether the text came from the command line or the API (`--set`), so that it has no location in a file.
  package let isArgument: Bool
  /// Whether `bytes` is the file's content. Only line numbers are known for the Swift file of a registration.
  package let hasText: Bool
  package let bytes: [UInt8]
  private let lines = AtomicLazyReference<LineTable>()
  /// The parts of the text that are never shown.
  let hidden = Mutex(HiddenText())
  private let scalars = AtomicLazyReference<ScalarTable>()

  package init(path: String, bytes: [UInt8], isArgument: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isArgument = isArgument
    hasText = true
  }

  /// Creates a file whose text is unknown but whose line numbers are known: `path:line:1` is right, but there is no
  /// text to show.
  package init(path: String, lines: Int) {
    self.path = path
    self.bytes = [UInt8](repeating: 0x0A, count: max(0, lines - 1))
    isArgument = false
    hasText = false
  }

  /// Creates a file whose text is unknown. Only the lines and columns of some locations are known.
  package init(path: String, lineTable: LineTable, isArgument: Bool) {
    self.path = path
    bytes = []
    self.isArgument = isArgument
    hasText = false
    _ = lines.storeIfNil(lineTable)
  }

  /// The offset at which each line begins, computed on first use, since most files have no finding.
  package var lineTable: LineTable {
    lines.load() ?? lines.storeIfNil(LineTable(bytes))
  }

  /// The number of Unicode scalars before an offset, found in a few steps.
  package func scalars(before offset: Int) -> Int {
    (scalars.load() ?? scalars.storeIfNil(ScalarTable(bytes))).count(before: offset, in: bytes)
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

/// The byte offset at which each line begins. Lines end with LF, CRLF or a lone CR, as in editors.
package final class LineTable: Sendable {
  package let starts: [Int]
  private let firstColumnOffset: Int

  init(_ bytes: [UInt8]) {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte <= 0x0D else { continue }
        if byte == 0x0A {
          starts.append(index + 1)
        } else if byte == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A {
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

  /// Whether the text begins with a byte-order mark.
  package var hasMark: Bool { firstColumnOffset > 0 }

  /// The 1-based line and byte column of an offset; a byte-order mark has no column.
  package func position(at offset: Int) -> SourcePosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let skipped = low == 0 ? firstColumnOffset : 0
    return SourcePosition(line: low + 1, column: max(0, offset - starts[low] - skipped) + 1)
  }

  /// The bytes of a 1-based line, without its line ending and without a byte-order mark.
  package func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
    let start = starts[line - 1] + (line == 1 ? firstColumnOffset : 0)
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }
}
