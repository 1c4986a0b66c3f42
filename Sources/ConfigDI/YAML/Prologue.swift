/// What stands before and after a file's one document, judged by bytes, since libyaml compares each `%TAG` directive
/// with all others and copies its prefix into every tag.
struct Prologue {
  static let mostDirectives = 16
  static let mostDirectiveBytes = 1024

  let bytes: UnsafeBufferPointer<UInt8>

  /// The first directive that is one too many.
  func flood(from start: Int) -> Range<Int>? {
    var count = 0
    var total = 0
    var position = start
    while let line = nextLine(from: &position), bytes[line.lowerBound] == UInt8(ascii: "%") {
      count += 1
      total += line.count
      if count > Prologue.mostDirectives || total > Prologue.mostDirectiveBytes { return line }
    }
    return nil
  }

  /// What follows a document that ended at `start`, perhaps with a `...`.
  func remainder(from start: Int, isEnded: Bool) -> Remainder? {
    var position = start
    var sawEnd = isEnded
    while let line = nextLine(from: &position) {
      if startsMarker(line, UInt8(ascii: ".")) {
        sawEnd = true
        position = line.lowerBound + 3
        continue
      }
      let begins =
        sawEnd || startsMarker(line, UInt8(ascii: "-")) || bytes[line.lowerBound] == UInt8(ascii: "%")
      return begins ? .document(at: line) : .excess
    }
    return nil
  }

  enum Remainder {
    /// A further document, at its first line.
    case document(at: Range<Int>)
    /// Text that belongs to no document.
    case excess
  }

  /// The next line that has more than blanks and a comment, without leading blanks.
  private func nextLine(from position: inout Int) -> Range<Int>? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "#"):
        position = lineEnd(from: position)
      case 0xC2, 0xE2, 0xEF:
        let width = bytes.wideBreak(at: position)
        guard width > 0 else { return take(&position) }
        position += width
      default:
        return take(&position)
      }
    }
    return nil
  }

  private func take(_ position: inout Int) -> Range<Int> {
    let end = lineEnd(from: position)
    defer { position = end }
    return position..<end
  }

  private func lineEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      if bytes[end] >= 0xC2, bytes.wideBreak(at: end) > 0 { break }
      end += 1
    }
    return end
  }

  private func startsMarker(_ line: Range<Int>, _ byte: UInt8) -> Bool {
    line.count >= 3 && bytes[line].prefix(3).allSatisfy { $0 == byte }
  }
}
