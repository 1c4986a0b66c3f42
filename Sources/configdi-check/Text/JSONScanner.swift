import ConfigDI

/// Reads JSON sequentially. A symbol graph can be tens of megabytes, so the caller reads it one element at a time.
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

  /// Reads an object. The body must read the value of each key.
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

  /// Reads an array. The body must read each element.
  mutating func array(_ body: (inout JSONScanner) throws -> Void) throws {
    try expect("[", "expected an array")
    if accept("]") { return }
    repeat { try body(&self) } while accept(",")
    try expect("]", "expected ',' or ']'")
  }

  private mutating func string(_ expected: StaticString) throws -> String {
    try expect("\"", expected)
    let start = position
    var isEscaped = false
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") {
        let range = start..<position - 1
        return try isEscaped ? unescaped(range) : String(decoding: bytes[range], as: UTF8.self)
      }
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
        guard rest.count >= 4, let unit = rest.prefix(4).hexadecimalNumber else {
          throw Malformed(message: "expected four hexadecimal digits", offset: rest.startIndex)
        }
        units.append(UInt16(unit))
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

  /// Reads one value of any type.
  mutating func value(depth: Int = 0) throws -> JSON {
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
    case UInt8(ascii: "\"")?: return .string(try string("expected a string"))
    case nil: throw problem("expected a value, found the end of the text")
    default:
      if accept(word: "null") { return .null }
      if accept(word: "true") { return true }
      return accept(word: "false") ? false : try number()
    }
  }

  private mutating func number() throws -> JSON {
    let digits = bytes[position...].prefix { $0.isDigit || "+-.eE".utf8.contains($0) }
    let text = String(decoding: digits, as: UTF8.self)
    guard let first = text.utf8.first, first == 0x2D || first.isDigit else {
      throw problem("expected a value")
    }
    position = digits.endIndex
    if let number = Int(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw problem("malformed number") }
    return .float(number)
  }
}

/// Reads the members of nested objects. The result is `nil` if a member is absent or has another type.
extension JSON {
  subscript(_ path: String...) -> JSON? {
    path.reduce(self) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members.first { $0.0 == name }?.1
    }
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var int: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  var bool: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }

  var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
