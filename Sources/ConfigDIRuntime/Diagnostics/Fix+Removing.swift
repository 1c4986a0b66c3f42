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
    // An alias elsewhere may refer to an anchor in this text.
    guard end - start < 10_000, !bytes[start..<end].contains(UInt8(ascii: "&")) else { return [] }
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

  /// Removes a field that is written on one line.
  ///
  /// - Parameter isOnly: Whether the mapping may become empty.
  package static func removing(
    _ key: String, ofValueAt location: SourceLocation, evenIfOnly isOnly: Bool = false
  ) -> Self {
    guard let entry = location.afterKey(key) else { return [] }
    return isOnly
      ? removing(entry: entry.part(0..<key.utf8.count), value: location) : removing(entry.range, in: location.file)
  }

  private static func removing(_ part: Range<Int>, in file: SourceFile) -> Self {
    let bytes = file.bytes
    guard part.upperBound <= bytes.count, !bytes[part].contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
    let start = bytes.lineStart(of: part.lowerBound)
    let before = bytes[start..<part.lowerBound]
    let rest = bytes[part.upperBound...].prefix { $0 != 0x0A && $0 != 0x0D }
    let follower = rest.firstIndex { $0 != 0x20 }
    func fix(_ range: Range<Int>) -> Self { [.init(replacing: file.location(range), with: "")] }
    if let last = before.lastIndex(where: { $0 != 0x20 }) {
      if bytes[last] == UInt8(ascii: ",") { return fix(last..<part.upperBound) }
      guard bytes[last] == UInt8(ascii: "{"), let follower, bytes[follower] == UInt8(ascii: ",") else { return [] }
      let end = bytes[(follower + 1)...].firstIndex { $0 != 0x20 } ?? follower + 1
      return fix(part.lowerBound..<end)
    }
    guard follower.map({ bytes[$0] == UInt8(ascii: "#") }) ?? true else { return [] }
    let indent = before.count
    let end = bytes.nextLine(after: rest.endIndex)
    let next = bytes[end...].prefix { $0 == 0x20 }
    // A line with deeper indentation belongs to the entry that would be removed.
    if next.count > indent, next.endIndex < bytes.count, bytes[next.endIndex] > 0x20 { return [] }
    var above = start
    for _ in 0..<100 where above > 0 {
      let line = bytes.lineStart(of: above - 1)
      if let isSibling = bytes[line..<above].isSibling(in: indent) {
        if isSibling { return fix(start..<end) }
        break
      }
      above = line
    }
    var below = end
    for _ in 0..<100 where below < bytes.count {
      let line = bytes.nextLine(after: below)
      if let isSibling = bytes[below..<line].isSibling(in: indent) {
        return isSibling ? fix(start..<end) : []
      }
      below = line
    }
    return []
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
