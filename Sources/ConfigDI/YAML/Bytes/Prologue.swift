/// Checks the bytes before and after a file's only document, since libyaml takes long for many `%TAG` directives.
struct Prologue {
  static let mostDirectives = 16
  static let mostDirectiveBytes = 1024

  let bytes: UnsafeBufferPointer<UInt8>

  /// The first `%` directive that exceeds the limit on the number or the total size of directives.
  func flood(from start: Int) -> Range<Int>? {
    var count = 0
    var total = 0
    var position = start
    while let mark = nextContent(from: position), bytes[mark] == UInt8(ascii: "%") {
      let line = mark..<lineEnd(from: mark)
      position = line.upperBound
      count += 1
      total += line.count
      if count > Prologue.mostDirectives || total > Prologue.mostDirectiveBytes { return line }
    }
    return nil
  }

  /// Classifies the text after a document that ended at `start`, possibly with a `...` line.
  func remainder(from start: Int, isEnded: Bool) -> Remainder? {
    var position = start
    while let content = nextContent(from: position) {
      // Only `...` at the start of a line ends a document, and only the first one did.
      if isEnded, hasMarker(UInt8(ascii: "."), at: content), isAlone(content..<content + 3) {
        position = content + 3
        continue
      }
      let begins = isEnded || hasMarker(UInt8(ascii: "-"), at: content) || bytes[content] == UInt8(ascii: "%")
      return begins ? .document(at: content..<lineEnd(from: content)) : .excess
    }
    return nil
  }

  enum Remainder {
    /// A second document, with the range of its first line.
    case document(at: Range<Int>)
    case excess
  }

  /// Returns the offset of the next byte that is neither blank nor in a comment. Does not examine the rest of that
  /// line, which may be very long.
  func nextContent(from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "#"):
        position = lineEnd(from: position)
      case 0xC2, 0xE2, 0xEF:
        let width = bytes.wideBreak(at: position)
        guard width > 0 else { return position }
        position += width
      default:
        return position
      }
    }
    return nil
  }

  private func lineEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      if bytes[end] >= 0xC2, bytes.wideBreak(at: end) > 0 { break }
      end += 1
    }
    return end
  }

  /// Whether a marker starts a line and is followed by a blank or the end of the line.
  private func isAlone(_ marker: Range<Int>) -> Bool {
    let before = marker.lowerBound == 0 ? nil : bytes[marker.lowerBound - 1]
    let after = marker.upperBound < bytes.count ? bytes[marker.upperBound] : nil
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    return before.map(isBreak) ?? true && (after.map { isBreak($0) || $0.isBlank } ?? true)
  }

  private func hasMarker(_ byte: UInt8, at position: Int) -> Bool {
    bytes.count - position >= 3 && bytes[position..<position + 3].allSatisfy { $0 == byte }
  }
}
