/// Edits that remove an entry of a mapping or an element of a list. There are no edits unless the entry is on one line
/// and the collection has another entry.
extension Diagnostic.Fix {
  /// - Parameters:
  ///   - key: The entry's key, directly before the value.
  ///   - location: The location of the entry's value.
  package static func removing(_ key: String, ofValueAt location: SourceLocation) -> [Diagnostic.Fix] {
    let bytes = location.file.bytes
    let before = bytes.prefix(min(location.range.lowerBound, bytes.count))
    guard let colon = before.lastIndex(where: { $0 != 0x20 }), before[colon] == UInt8(ascii: ":"),
      before[..<colon].suffix(key.utf8.count).elementsEqual(key.utf8)
    else { return [] }
    return removing(colon - key.utf8.count..<location.range.upperBound, in: location.file)
  }

  /// - Parameter location: The location of the element.
  package static func removing(elementAt location: SourceLocation) -> [Diagnostic.Fix] {
    let bytes = location.file.bytes
    let line = lineStart(of: location.range.lowerBound, in: bytes)
    let before = bytes[line..<location.range.lowerBound].drop { $0 == 0x20 }
    let isAfterDash = before.first == UInt8(ascii: "-") && before.dropFirst().allSatisfy { $0 == 0x20 }
    return removing(
      (isAfterDash ? before.startIndex : location.range.lowerBound)..<location.range.upperBound, in: location.file)
  }

  private static func lineStart(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
  }

  private static func removing(_ part: Range<Int>, in file: SourceFile) -> [Diagnostic.Fix] {
    let bytes = file.bytes
    guard part.upperBound <= bytes.count, !bytes[part].contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
    let start = lineStart(of: part.lowerBound, in: bytes)
    let before = bytes[start..<part.lowerBound]
    let rest = bytes[part.upperBound...].prefix { $0 != 0x0A && $0 != 0x0D }
    let follower = rest.firstIndex { $0 != 0x20 }
    func fix(_ range: Range<Int>) -> [Diagnostic.Fix] {
      [.init(replacing: file.location(range), with: "", safe: false)]
    }
    if let last = before.lastIndex(where: { $0 != 0x20 }) {
      if bytes[last] == UInt8(ascii: ",") { return fix(last..<part.upperBound) }
      guard "{[".utf8.contains(bytes[last]), let follower, bytes[follower] == UInt8(ascii: ",") else { return [] }
      let end = bytes[(follower + 1)...].firstIndex { $0 != 0x20 } ?? follower + 1
      return fix(part.lowerBound..<end)
    }
    guard follower.map({ bytes[$0] == UInt8(ascii: "#") }) ?? true else { return [] }
    // Another entry of the block is on the line before or after.
    let indent = before.count
    var end = rest.endIndex
    if end < bytes.count, bytes[end] == 0x0D { end += 1 }
    if end < bytes.count, bytes[end] == 0x0A { end += 1 }
    let isListed = bytes[part.lowerBound] == UInt8(ascii: "-")
    func isSibling(_ line: ArraySlice<UInt8>) -> Bool {
      let text = line.drop { $0 == 0x20 }
      guard let first = text.first, first > 0x20, first != UInt8(ascii: "#") else { return false }
      return text.startIndex - line.startIndex == indent && (first == UInt8(ascii: "-")) == isListed
    }
    let next = bytes[end...].prefix { $0 == 0x20 }
    // A line with deeper indentation belongs to the entry that would be removed.
    if next.count > indent, next.endIndex < bytes.count, bytes[next.endIndex] > 0x20 { return [] }
    let above = start > 0 ? bytes[lineStart(of: start - 1, in: bytes)..<start] : []
    guard isSibling(bytes[end...]) || isSibling(above) else { return [] }
    return fix(start..<end)
  }
}
