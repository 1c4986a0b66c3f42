extension JSON {
  /// The reason why a text is not JSON.
  struct ReadingProblem: Error {
    let message: String
    let offset: Int
  }

  /// Reads one value and nothing after it. If an object has two members with one name, the first counts.
  init(reading bytes: [UInt8]) throws(ReadingProblem) {
    var reader = JSONReader(bytes)
    self = try reader.document()
  }
}

private struct JSONReader {
  /// Messages of editors are nested about a dozen deep; deeper nesting would only exhaust the stack.
  private static let mostNesting = 256

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() throws(JSON.ReadingProblem) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw problem("text after the value") }
    return value
  }

  private func problem(_ message: String) -> JSON.ReadingProblem {
    JSON.ReadingProblem(message: message, offset: position)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func value(depth: Int) throws(JSON.ReadingProblem) -> JSON {
    guard depth < Self.mostNesting else { throw problem("nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw problem("the text ends where a value is due")
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSON.ReadingProblem) -> JSON {
    let length = word.utf8CodeUnitCount
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: length)
    guard bytes[position...].starts(with: expected) else { throw problem("no value begins so") }
    position += length
    return value
  }

  private mutating func object(depth: Int) throws(JSON.ReadingProblem) -> JSON {
    position += 1
    var members: [(String, JSON)] = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return .object([])
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw problem("a member's name is due") }
      let name = try string()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw problem("':' is due") }
      position += 1
      members.append((name, try value(depth: depth + 1)))
      skipSpace()
      defer { position += 1 }
      if next == UInt8(ascii: "}") { return .object(members) }
      guard next == UInt8(ascii: ",") else { throw problem("',' or '}' is due") }
    }
  }

  private mutating func array(depth: Int) throws(JSON.ReadingProblem) -> JSON {
    position += 1
    var elements: [JSON] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return .array([])
    }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      defer { position += 1 }
      if next == UInt8(ascii: "]") { return .array(elements) }
      guard next == UInt8(ascii: ",") else { throw problem("',' or ']' is due") }
    }
  }

  private mutating func number() throws(JSON.ReadingProblem) -> JSON {
    let start = position
    while let byte = next,
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let first = text.utf8.first, first == 0x2D || (0x30...0x39).contains(first) else {
      throw problem("no value begins so")
    }
    if let number = Int(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw problem("a number is malformed") }
    return .float(number)
  }

  private mutating func string() throws(JSON.ReadingProblem) -> String {
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    if next == UInt8(ascii: "\"") {
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    var text = Array(bytes[start..<position])
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      default: text.append(byte)
      }
    }
    throw problem("a string is not closed")
  }

  private mutating func escaped() throws(JSON.ReadingProblem) -> Unicode.Scalar {
    guard let byte = next else { throw problem("a string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let high = try hexadecimal()
      if let scalar = Unicode.Scalar(high) { return scalar }
      // Half of a pair; without its other half it is no character.
      guard high < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { return "\u{FFFD}" }
      let before = position
      position += 2
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      else {
        position = before
        return "\u{FFFD}"
      }
      return scalar
    default: throw problem("an escape is unknown")
    }
  }

  private mutating func hexadecimal() throws(JSON.ReadingProblem) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count, let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw problem("four hexadecimal digits are due") }
    position = end
    return code
  }
}
