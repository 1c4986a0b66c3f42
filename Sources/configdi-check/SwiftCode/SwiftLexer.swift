/// Splits Swift source into words, strings and punctuation, as byte ranges: strings are created only when needed.
struct SwiftLexer {
  /// A word, a string literal with its quotes, `::`, or any other single byte.
  struct Lexeme: Sendable {
    enum Kind: UInt8, Sendable { case word, string, sign }

    let kind: Kind
    /// The number of bytes in the quotes and hashes before a string's content. `closing` counts those after it.
    fileprivate(set) var opening: UInt8 = 0
    fileprivate(set) var closing: UInt8 = 0
    /// Whether a string's content is its value: the string is closed, on one line, and without escapes.
    fileprivate(set) var isPlain = false
    private let start: UInt32
    private let end: UInt32

    fileprivate init(_ kind: Kind, _ range: Range<Int>) {
      self.kind = kind
      start = UInt32(clamping: range.lowerBound)
      end = UInt32(clamping: range.upperBound)
    }

    var range: Range<Int> { Int(start)..<max(Int(start), Int(end)) }

    /// The range of a string without its quotes; the whole range of any other lexeme.
    var content: Range<Int> {
      let first = Int(start) + Int(opening)
      return first..<max(first, Int(end) - Int(closing))
    }
  }

  /// The code outside of interpolations, or the code in one interpolation.
  struct Part: Sendable {
    let lexemes: [Lexeme]
    /// The offset of the string literal around an interpolation; `nil` for the code outside.
    let string: Int?
  }

  /// The code outside of interpolations, then the interpolations, those of a string before those inside them.
  private(set) var parts: [Part] = []
  /// The comments that begin with `// configdi:`.
  private(set) var remarks: [Range<Int>] = []
  private var lexemes: [Lexeme] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Offsets are stored in 32 bits.
    guard bytes.count < Int(UInt32.max) else {
      parts = [Part(lexemes: [], string: nil)]
      return
    }
    lexemes.reserveCapacity(bytes.count / 5)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count { next(depth: 0) }
    parts.sort { $0.string ?? 0 < $1.string ?? 0 }
    parts.insert(Part(lexemes: lexemes, string: nil), at: 0)
    lexemes = []
  }

  /// Reads a lexeme, a comment or a whitespace character.
  ///
  /// - Parameter depth: The number of enclosing strings.
  private mutating func next(depth: Int) {
    let byte = bytes[position]
    if byte <= 0x20 {
      position += 1
    } else if byte == UInt8(ascii: "`"), let end = endOfRawName() {
      lexemes.append(Lexeme(.word, position..<end))
      position = end
    } else if Self.isWord(byte) {
      let start = position
      while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
      lexemes.append(Lexeme(.word, start..<position))
    } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
      skipLine()
    } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
      skipComment()
    } else if byte == UInt8(ascii: "/"), let end = endOfPattern() {
      position = end
    } else if byte == UInt8(ascii: "\"") {
      readString(hashes: 0, depth: depth)
    } else if byte == UInt8(ascii: "#"), let hashes = hashes(before: UInt8(ascii: "\"")) {
      position += hashes
      readString(hashes: hashes, depth: depth)
    } else if byte == UInt8(ascii: "#"), let hashes = hashes(before: UInt8(ascii: "/")) {
      skipPattern(hashes: hashes)
    } else {
      // The `::` after a module's name is one lexeme.
      let length = byte == UInt8(ascii: ":") && peek(1) == byte ? 2 : 1
      lexemes.append(Lexeme(.sign, position..<position + length))
      position += length
    }
  }

  private func peek(_ offset: Int) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  /// The end of a name in backticks, which may contain spaces and punctuation.
  private func endOfRawName() -> Int? {
    let end = bytes[(position + 1)...].firstIndex { $0 == UInt8(ascii: "`") || $0 == 0x0A || $0 == 0x0D }
    guard let end, bytes[end] == UInt8(ascii: "`"), end > position + 1 else { return nil }
    return end + 1
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

  // MARK: - Comments and patterns

  private mutating func skipLine() {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    var text = bytes[start + 2..<position]
    text = text.drop { $0 == 0x20 || $0 == 0x09 }
    guard text.starts(with: Self.remark) else { return }
    text = text.dropFirst(Self.remark.count)
    // After a space, other words than the instruction are prose.
    let words = text.drop { $0 == 0x20 || $0 == 0x09 }
    if text.count == words.count || words.starts(with: Self.instruction) { remarks.append(start..<position) }
  }

  private static let remark = Array("configdi:".utf8)
  private static let instruction = Array("ignore".utf8)

  private mutating func skipComment() {
    var depth = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
  }

  /// The end of a regular expression literal that begins here; `nil` if the slash is an operator.
  private func endOfPattern() -> Int? {
    if let last = lexemes.last {
      let isAfterOperand =
        last.kind == .sign
        ? ")]}.?!".utf8.contains(bytes[last.range.lowerBound])
        : !Self.beforeOperands.contains { bytes[last.range].elementsEqual($0.utf8) }
      guard !isAfterOperand else { return nil }
    }
    guard peek(1) > 0x20, peek(1) != UInt8(ascii: ")") else { return nil }
    var index = position + 1
    let bound = min(bytes.count, position + SwiftLimits.pattern)
    while index < bound, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == UInt8(ascii: "/") {
        return index + 1
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The words after which an expression begins.
  private static let beforeOperands = ["return", "try", "await", "in", "case", "if", "guard", "while", "switch"]

  private mutating func skipPattern(hashes: Int) {
    let closing = [UInt8(ascii: "/")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    position += hashes + 1
    while position < bytes.count, !bytes[position...].starts(with: closing) {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + closing.count, bytes.count)
  }

  // MARK: - Strings

  private func isInterpolation(_ hashes: Int) -> Bool {
    bytes[position] == UInt8(ascii: "\\") && (0..<hashes).allSatisfy { peek(1 + $0) == UInt8(ascii: "#") }
      && peek(1 + hashes) == UInt8(ascii: "(")
  }

  /// Reads an interpolation after its opening parenthesis, as separate code.
  private mutating func readInterpolation(ofStringAt string: Int, isLong: Bool, depth: Int) {
    let outer = lexemes
    lexemes = []
    var open = 1
    while position < bytes.count, isLong || bytes[position] != 0x0A {
      if bytes[position] == UInt8(ascii: "(") { open += 1 }
      if bytes[position] == UInt8(ascii: ")") {
        open -= 1
        if open == 0 { break }
      }
      next(depth: depth + 1)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ")") { position += 1 }
    if !lexemes.isEmpty { parts.append(Part(lexemes: lexemes, string: string)) }
    lexemes = outer
  }

  private func hashes(before byte: UInt8) -> Int? {
    var count = 0
    while count < SwiftLimits.hashes, peek(count) == UInt8(ascii: "#") { count += 1 }
    return peek(count) == byte ? count : nil
  }

  private mutating func readString(hashes: Int, depth: Int) {
    let start = position
    let isLong =
      peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"") && (hashes == 0 || !isClosedOnLine(hashes))
    let quotes = isLong ? 3 : 1
    position += quotes
    let content = min(position, bytes.count)
    var isPlain = !isLong
    var isClosed = false
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        if depth < SwiftLimits.nestedStrings, isInterpolation(hashes) {
          isPlain = false
          position += hashes + 2
          readInterpolation(ofStringAt: start, isLong: isLong, depth: depth)
        } else {
          isPlain = isPlain && hashes > 0 && peek(1) != UInt8(ascii: "#")
          position += hashes == 0 ? 2 : 1
        }
      } else if bytes[position] == UInt8(ascii: "\""), isClosing(quotes, hashes) {
        isClosed = true
        break
      } else if !isLong, bytes[position] == 0x0A {
        break
      } else {
        position += 1
      }
    }
    let end = min(position, bytes.count)
    position = min(end + (isClosed ? quotes + hashes : 0), bytes.count)
    var lexeme = Lexeme(.string, start..<position)
    lexeme.opening = UInt8(content - start)
    lexeme.closing = UInt8(clamping: position - end)
    lexeme.isPlain = isPlain && isClosed
    lexemes.append(lexeme)
  }

  /// Whether a string that begins here ends on the same line, so that `#"""#` is a single quote.
  private func isClosedOnLine(_ hashes: Int) -> Bool {
    var end = position + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] == UInt8(ascii: "\""), end + hashes < bytes.count,
        bytes[end + 1...end + hashes].allSatisfy({ $0 == UInt8(ascii: "#") })
      {
        return true
      }
      end += 1
    }
    return false
  }

  private func isClosing(_ quotes: Int, _ hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
      && (0..<hashes).allSatisfy { peek(quotes + $0) == UInt8(ascii: "#") }
  }
}
