import ConfigDI
import Synchronization

/// Converts between byte offsets in a file and positions in the Language Server Protocol.
struct TextMap: Sendable {
  let file: SourceFile
  let encoding: PositionEncoding
  /// The length of a byte-order mark that the client does not show; 0 if there is none.
  private let markLength: Int
  private let table: LazyUnitTable

  init(_ file: SourceFile, _ encoding: PositionEncoding, isOpen: Bool) {
    self.file = file
    self.encoding = encoding
    markLength = !isOpen && file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    table = LazyUnitTable()
  }

  func position(at offset: Int) -> TextPosition {
    let starts = file.lineTable.starts
    let offset = min(max(offset, 0), file.bytes.count)
    let line = (1..<starts.count).firstPosition { starts[$0] > offset } - 1
    let start = starts[line] + (line == 0 ? markLength : 0)
    return TextPosition(line: line, character: start < offset ? units(in: start..<offset) : 0)
  }

  func range(_ range: Range<Int>) -> TextRange {
    TextRange(start: position(at: range.lowerBound), end: position(at: range.upperBound))
  }

  /// The offset of a position. A position beyond the end of its line becomes the end of the line; a position beyond the
  /// last line becomes the end of the file.
  func offset(of position: TextPosition) -> Int {
    let starts = file.lineTable.starts
    guard position.line < starts.count else { return file.bytes.count }
    var start = starts[position.line]
    if position.line == 0 { start += markLength }
    var end = position.line + 1 < starts.count ? starts[position.line + 1] : file.bytes.count
    while end > start, file.bytes[end - 1] == 0x0A || file.bytes[end - 1] == 0x0D { end -= 1 }
    return offset(after: position.character, in: start..<max(start, end))
  }

  /// The number of units in a range within a line. In a long line, units are counted only once, even if many locations
  /// are converted.
  private func units(in range: Range<Int>) -> Int {
    guard range.count > UnitTable.step, encoding != .utf8 else { return encoding.count(file.bytes[range]) }
    let table = table.value(of: file.bytes, encoding)
    return table.units(before: range.upperBound, in: file.bytes) - table.units(before: range.lowerBound, in: file.bytes)
  }

  private func offset(after units: Int, in line: Range<Int>) -> Int {
    var start = line.lowerBound
    var left = units
    if line.count > UnitTable.step, encoding != .utf8 {
      let table = table.value(of: file.bytes, encoding)
      let first = table.units(before: start, in: file.bytes)
      let near = table.boundary(before: first + min(units, line.count), in: file.bytes)
      if near > start {
        start = min(near, line.upperBound)
        left -= table.units(before: start, in: file.bytes) - first
      }
    }
    return start + encoding.bytes(of: left, in: file.bytes[start..<line.upperBound])
  }

  func offsets(of range: TextRange) -> Range<Int> {
    let start = offset(of: range.start)
    return start..<max(start, offset(of: range.end))
  }
}

/// The number of units before every 512th byte of a file.
final class UnitTable: Sendable {
  static let step = 512

  private let encoding: PositionEncoding
  private let counts: [Int]

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.encoding = encoding
    var counts = [0]
    counts.reserveCapacity(bytes.count / Self.step + 1)
    for start in stride(from: 0, to: bytes.count - bytes.count % Self.step, by: Self.step) {
      counts.append(counts[counts.count - 1] + encoding.count(bytes[start..<start + Self.step]))
    }
    self.counts = counts
  }

  func units(before offset: Int, in bytes: [UInt8]) -> Int {
    let block = min(offset / Self.step, counts.count - 1)
    return counts[block] + encoding.count(bytes[block * Self.step..<offset])
  }

  /// The offset of a character at most a few hundred bytes before the position that follows the given number of units.
  func boundary(before units: Int, in bytes: [UInt8]) -> Int {
    var offset = ((1..<counts.count).firstPosition { counts[$0] > units } - 1) * Self.step
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}

/// A unit table that is created on first use and shared by all copies of a map.
final class LazyUnitTable: Sendable {
  private let table = AtomicLazyReference<UnitTable>()

  func value(of bytes: [UInt8], _ encoding: PositionEncoding) -> UnitTable {
    table.load() ?? table.storeIfNil(UnitTable(bytes, encoding))
  }
}
