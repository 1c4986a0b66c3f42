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

  /// A table of known line starts, for a file whose text is not known.
  package init(starts: [Int], hasMark: Bool) {
    self.starts = starts.isEmpty ? [0] : starts
    firstColumnOffset = hasMark ? 3 : 0
  }

  /// Whether the text begins with a byte-order mark.
  package var hasMark: Bool { firstColumnOffset > 0 }

  /// The 1-based line and byte column of an offset; a byte-order mark takes no column.
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

  /// The bytes of a 1-based line, without its end and without a byte-order mark.
  package func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
    let start = starts[line - 1] + (line == 1 ? firstColumnOffset : 0)
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }
}
