/// The words and signs of a Swift text, without comments: enough to find calls, without Swift's grammar.
struct SwiftToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable { case word, string, sign }

  let kind: Kind
  /// A string's content, without its quotes.
  let text: String
  /// The range in bytes.
  let range: Range<Int>
}

extension SwiftToken {
  static func tokens(of bytes: [UInt8]) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: bytes)
    return lexer.tokens()
  }
}

private struct SwiftLexer {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func tokens() -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        skipComment()
      } else if byte == UInt8(ascii: "\"") {
        tokens.append(string(hashes: 0))
      } else if byte == UInt8(ascii: "#"), let hashes = hashesBeforeQuote() {
        position += hashes
        tokens.append(string(hashes: hashes))
      } else if Self.isWord(byte) {
        let start = position
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
        tokens.append(token(.word, start..<position))
      } else {
        position += 1
        if byte > 0x20 { tokens.append(token(.sign, position - 1..<position)) }
      }
    }
    return tokens
  }

  private func token(_ kind: SwiftToken.Kind, _ range: Range<Int>) -> SwiftToken {
    SwiftToken(kind: kind, text: String(decoding: bytes[range], as: UTF8.self), range: range)
  }

  private func peek(_ offset: Int) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

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

  /// More strings in each other than any source has.
  private static let deepest = 20

  private func isInterpolation(_ hashes: Int) -> Bool {
    bytes[position] == UInt8(ascii: "\\") && (0..<hashes).allSatisfy { peek(1 + $0) == UInt8(ascii: "#") }
      && peek(1 + hashes) == UInt8(ascii: "(")
  }

  /// Skips an interpolation after its opening parenthesis, with the strings in it.
  private mutating func skipInterpolation(isLong: Bool, depth: Int) {
    var open = 1
    while position < bytes.count, open > 0, isLong || bytes[position] != 0x0A {
      switch bytes[position] {
      case UInt8(ascii: "\""): _ = string(hashes: 0, depth: depth + 1)
      case UInt8(ascii: "("):
        open += 1
        position += 1
      case UInt8(ascii: ")"):
        open -= 1
        position += 1
      default: position += 1
      }
    }
  }

  private func hashesBeforeQuote() -> Int? {
    var count = 0
    while peek(count) == UInt8(ascii: "#") { count += 1 }
    return peek(count) == UInt8(ascii: "\"") ? count : nil
  }

  /// - Parameter depth: How many strings this one is in.
  private mutating func string(hashes: Int, depth: Int = 0) -> SwiftToken {
    let start = position
    let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    position += quotes
    let content = position
    let closing =
      [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    while position < bytes.count {
      if depth < Self.deepest, isInterpolation(hashes) {
        position += hashes + 2
        skipInterpolation(isLong: isLong, depth: depth)
      } else if hashes == 0, bytes[position] == UInt8(ascii: "\\") {
        position += 2
      } else if bytes[position...].starts(with: closing) {
        break
      } else if !isLong, bytes[position] == 0x0A {
        break
      } else {
        position += 1
      }
    }
    let end = min(position, bytes.count)
    position = min(end + closing.count, bytes.count)
    return SwiftToken(
      kind: .string, text: String(decoding: bytes[min(content, end)..<end], as: UTF8.self), range: start..<position)
  }
}

/// Names and texts in the form that Swift needs.
enum SwiftWords {
  /// A name, in backticks if it is a word of Swift, or has other characters than Swift's names.
  static func escaped(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !reserved.contains(name)
    return isPlain ? name : "`\(name)`"
  }

  static func literal(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return "\"\(escaped)\""
  }

  private static let reserved: Set<String> = [
    "Any", "Self", "_", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
