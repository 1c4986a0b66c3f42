import ConfigDI

/// Reads JSON sequentially, and creates only the values that the caller requests. A symbol graph can be tens of
/// megabytes, but registration needs only a tenth of the data.
struct JSONScanner {
  /// Thrown if the text is not valid JSON or has an unexpected structure. Includes the offset of the mistake.
  struct Malformed: Error, CustomStringConvertible {
    let message: String
    let offset: Int

    var description: String { "\(message), at byte \(offset)" }
  }

  /// The maximum nesting depth. Messages from editors have about a dozen levels; much deeper nesting could exhaust the
  /// stack.
  private static let mostNesting = 256

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads an object. The body must read or skip the value of each key.
  mutating func object(
    _ body: (inout JSONScanner, _ key: String) throws -> Void
  ) throws {
    try expect("{", "expected an object")
    if accept("}") { return }
    repeat {
      let key = try string("expected a member name")
      try expect(":", "expected ':'")
      try body(&self, key)
    } while accept(",")
    try expect("}", "expected ',' or '}'")
  }

  /// Reads an array. The body must read or skip each element.
  mutating func array(_ body: (inout JSONScanner) throws -> Void) throws {
    try expect("[", "expected an array")
    if accept("]") { return }
    repeat { try body(&self) } while accept(",")
    try expect("]", "expected ',' or ']'")
  }

  mutating func string(_ expected: StaticString = "expected a string") throws -> String {
    let range = try stringRange(expected)
    return try range.isEscaped ? unescaped(range.bytes) : String(decoding: bytes[range.bytes], as: UTF8.self)
  }

  mutating func integer() throws -> Int {
    guard let number = Int(numberText()) else { throw problem("expected a whole number") }
    return number
  }

  mutating func bool() throws -> Bool {
    if accept(word: "true") { return true }
    guard accept(word: "false") else { throw problem("expected 'true' or 'false'") }
    return false
  }

  /// Skips one value of any type.
  mutating func skip() throws {
    skipSpace()
    switch next {
    case UInt8(ascii: "\"")?: _ = try stringRange("expected a string")
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: try skipContainer()
    default:
      let start = position
      while let byte = next, Self.isNumberByte(byte) || (0x61...0x7A).contains(byte) { position += 1 }
      guard position > start else { throw problem("expected a value") }
    }
  }

  /// Skips an array or object. This is not recursive, so that deep nesting cannot exhaust the stack.
  private mutating func skipContainer() throws {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        _ = try stringRange("expected a string")
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
    throw problem("unterminated object or array")
  }

  private mutating func stringRange(
    _ expected: StaticString
  ) throws -> (bytes: Range<Int>, isEscaped: Bool) {
    try expect("\"", expected)
    let start = position
    var isEscaped = false
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") { return (start..<position - 1, isEscaped) }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
      }
    }
    throw problem("unterminated string")
  }

  private func unescaped(_ range: Range<Int>) throws -> String {
    var text: [UInt8] = []
    var units: [UInt16] = []
    // A lone surrogate becomes U+FFFD.
    func flush() {
      text += String(decoding: units, as: UTF16.self).utf8
      units.removeAll()
    }
    var rest = bytes[range]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        flush()
        text.append(byte)
        continue
      }
      if escape == UInt8(ascii: "u") {
        guard rest.count >= 4, let unit = UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else {
          throw Malformed(message: "expected four hexadecimal digits", offset: rest.startIndex)
        }
        units.append(unit)
        rest = rest.dropFirst(4)
        continue
      }
      flush()
      guard let byte = Self.escapes[escape] else {
        throw Malformed(message: "unknown escape", offset: rest.startIndex)
      }
      text.append(byte)
    }
    flush()
    return String(decoding: text, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("ntrbf\"\\/".utf8, "\n\t\r\u{8}\u{C}\"\\/".utf8))

  private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private mutating func accept(word: StaticString) -> Bool {
    skipSpace()
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: word) else { return false }
    position += word.count
    return true
  }

  private mutating func expect(_ sign: Unicode.Scalar, _ expected: StaticString) throws {
    guard accept(sign) else { throw problem(expected) }
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func numberText() -> String {
    skipSpace()
    let start = position
    while let byte = next, Self.isNumberByte(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte == 0x45 || byte == 0x65
  }

  private func problem(_ message: StaticString) -> Malformed { Malformed(message: "\(message)", offset: position) }
}

extension JSON {
  /// Reads a single value and the end of the text. If an object has two members with the same name, the first counts.
  init(reading bytes: [UInt8]) throws {
    var scanner = JSONScanner(bytes)
    self = try scanner.document()
  }
}

extension JSONScanner {
  fileprivate mutating func document() throws -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard next == nil else { throw problem("unexpected text after the value") }
    return value
  }

  private mutating func value(depth: Int) throws -> JSON {
    guard depth < Self.mostNesting else { throw problem("nesting is too deep") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{")?:
      var members: [(String, JSON)] = []
      try object { scanner, key in members.append((key, try scanner.value(depth: depth + 1))) }
      return .object(members)
    case UInt8(ascii: "[")?:
      var elements: [JSON] = []
      try array { scanner in elements.append(try scanner.value(depth: depth + 1)) }
      return .array(elements)
    case UInt8(ascii: "\"")?: return .string(try string())
    case nil: throw problem("expected a value, found the end of the text")
    default:
      if accept(word: "null") { return .null }
      if accept(word: "true") { return true }
      return accept(word: "false") ? false : try number()
    }
  }

  private mutating func number() throws -> JSON {
    let text = numberText()
    guard let first = text.utf8.first, first == 0x2D || first.isDigit else {
      throw problem("expected a value")
    }
    if let number = Int(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw problem("malformed number") }
    return .float(number)
  }
}
