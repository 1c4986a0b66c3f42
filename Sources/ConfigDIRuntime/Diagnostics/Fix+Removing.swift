/// Edits that remove an entry of a mapping.
extension [Diagnostic.Fix] {
  /// Removes a whole entry, even if it takes several lines or leaves the mapping empty.
  ///
  /// Only the text next to the entry is examined, since a file may consist of one long line.
  package static func removing(entry key: SourceLocation, value: SourceLocation) -> Self {
    let bytes = key.file.bytes
    let start = key.range.lowerBound
    guard key.file === value.file, key.range.upperBound <= value.range.lowerBound,
      value.range.upperBound <= bytes.count
    else { return [] }
    let end = contentEnd(of: value, after: key.range.upperBound)
    guard end - start < 10_000 else { return [] }
    func fix(_ range: Range<Int>) -> Self { [.init(replacing: key.file.location(range), with: "")] }
    func isLineEnd(_ offset: Int) -> Bool { offset >= bytes.count || bytes[offset] == 0x0A || bytes[offset] == 0x0D }
    func next(from offset: Int) -> Int { bytes[offset...].firstIndex { $0 != 0x20 } ?? bytes.count }
    let previous = bytes[..<start].lastIndex { $0 != 0x20 } ?? -1
    let after = next(from: end)
    let isBeforeComma = after < bytes.count && bytes[after] == UInt8(ascii: ",")
    let following = isBeforeComma ? next(from: after + 1) : after
    guard previous < 0 || isLineEnd(previous) else {
      if bytes[previous] == UInt8(ascii: ",") { return fix(previous..<end) }
      guard bytes[previous] == UInt8(ascii: "{") else { return [] }
      if isBeforeComma { return fix(start..<following) }
      return after < bytes.count && bytes[after] == UInt8(ascii: "}") ? fix(previous + 1..<after) : []
    }
    guard isLineEnd(following) || bytes[following] == UInt8(ascii: "#") else {
      return isBeforeComma || bytes[following] == UInt8(ascii: "}") ? fix(start..<following) : []
    }
    return fix(previous + 1..<bytes.nextLine(after: following))
  }

  /// Where a value's content ends. A block's location also includes blank space and comments after the content.
  private static func contentEnd(of value: SourceLocation, after key: Int) -> Int {
    let bytes = value.file.bytes
    let range = value.range
    let isQuoted = range.first.map { bytes[$0].isQuote } ?? false
    var end = range.upperBound
    while end > key {
      if bytes[end - 1] <= 0x20 {
        end -= 1
        continue
      }
      let line = bytes[range.lowerBound..<Swift.max(range.lowerBound, end)].lastIndex { $0 == 0x0A || $0 == 0x0D }
      guard !isQuoted, let line, bytes[(line + 1)..<end].first(where: { $0 != 0x20 }) == UInt8(ascii: "#") else {
        break
      }
      end = line
    }
    return end
  }

  /// Removes a field.
  ///
  /// - Parameter isOnly: Whether the mapping may become empty. Otherwise, a field of several lines is not removed.
  package static func removing(
    _ key: String, ofValueAt location: SourceLocation, evenIfOnly isOnly: Bool = false
  ) -> Self {
    guard let entry = location.afterKey(key), isOnly || entry.hasSiblings else { return [] }
    return removing(entry: entry.part(0..<key.utf8.count), value: location)
  }
}

extension SourceLocation {
  /// Whether the text around an entry on one line shows that its mapping has other entries.
  fileprivate var hasSiblings: Bool {
    let bytes = file.bytes
    guard range.upperBound <= bytes.count, !self.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return false
    }
    let start = bytes.lineStart(of: range.lowerBound)
    let before = bytes[start..<range.lowerBound]
    if let last = before.last(where: { $0 != 0x20 }) {
      let following = bytes[range.upperBound...].first { $0 != 0x20 }
      return last == UInt8(ascii: ",") || last == UInt8(ascii: "{") && following == UInt8(ascii: ",")
    }
    let indent = before.count
    var above = start
    for _ in 0..<100 where above > 0 {
      let line = bytes.lineStart(of: above - 1)
      if let isSibling = bytes[line..<above].isSibling(in: indent) {
        if isSibling { return true }
        break
      }
      above = line
    }
    var below = bytes.nextLine(after: range.upperBound)
    for _ in 0..<100 where below < bytes.count {
      let line = bytes.nextLine(after: below)
      if let isSibling = bytes[below..<line].isSibling(in: indent) { return isSibling }
      below = line
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// Whether this line begins an entry of the block with this indentation, or ends the block; `nil` if it does neither.
  fileprivate func isSibling(in indent: Int) -> Bool? {
    let text = drop { $0 == 0x20 }
    guard let first = text.first, first > 0x20, first != UInt8(ascii: "#") else { return nil }
    let depth = text.startIndex - startIndex
    let isDash = first == UInt8(ascii: "-")
    if depth == indent, !isDash { return true }
    // The first field of a list's element is beside the dash.
    if depth < indent {
      return isDash && text.dropFirst().prefix { $0 == 0x20 }.endIndex == startIndex + indent
    }
    return depth > indent || isDash ? nil : false
  }
}

extension [UInt8] {
  /// The start of the line that contains an offset.
  func lineStart(of offset: Int) -> Int { self[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0 }

  /// The start of the line after an offset; the end of the text after its last line.
  fileprivate func nextLine(after offset: Int) -> Int {
    guard let end = self[offset...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return count }
    return self[end...].starts(with: [0x0D, 0x0A]) ? end + 2 : end + 1
  }
}
