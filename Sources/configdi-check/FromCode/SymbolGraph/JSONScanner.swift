/// Reads JSON from beginning to end, and builds only the requested values: a symbol graph can have tens of megabytes,
/// of which registering needs a tenth.
struct JSONScanner {
  /// The text is not JSON, or not of the expected shape, at this byte.
  struct Malformed: Error {
    let offset: Int
  }

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads an object; the body reads or skips the value of each key.
  mutating func object(_ body: (inout JSONScanner, _ key: String) throws -> Void) throws {
    try expect(UInt8(ascii: "{"))
    if accept(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string()
      try expect(UInt8(ascii: ":"))
      try body(&self, key)
    } while accept(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Reads an array; the body reads or skips each element.
  mutating func array(_ body: (inout JSONScanner) throws -> Void) throws {
    try expect(UInt8(ascii: "["))
    if accept(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while accept(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  mutating func string() throws -> String {
    let range = try stringRange()
    guard range.isEscaped else { return String(decoding: bytes[range.bytes], as: UTF8.self) }
    return try unescaped(range.bytes)
  }

  mutating func integer() throws -> Int {
    skipSpace()
    let start = position
    while position < bytes.count, Self.isNumberByte(bytes[position]) { position += 1 }
    guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw Malformed(offset: start)
    }
    return number
  }

  mutating func bool() throws -> Bool {
    skipSpace()
    switch position < bytes.count ? bytes[position] : 0 {
    case UInt8(ascii: "t"):
      position += 4
      return true
    case UInt8(ascii: "f"):
      position += 5
      return false
    default: throw Malformed(offset: position)
    }
  }

  /// Skips one value of any kind.
  mutating func skip() throws {
    skipSpace()
    guard position < bytes.count else { throw Malformed(offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): _ = try stringRange()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer()
    default:
      let start = position
      while position < bytes.count, Self.isNumberByte(bytes[position]) || Self.isLetter(bytes[position]) {
        position += 1
      }
      guard position > start else { throw Malformed(offset: start) }
    }
  }

  /// Skips a container. Not recursive, so that the depth of the input does not matter.
  private mutating func skipContainer() throws {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        _ = try stringRange()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
    throw Malformed(offset: position)
  }

  private mutating func stringRange() throws -> (bytes: Range<Int>, isEscaped: Bool) {
    try expect(UInt8(ascii: "\""))
    let start = position
    var isEscaped = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return (start..<position - 1, isEscaped)
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
      }
      position += 1
    }
    throw Malformed(offset: start)
  }

  private func unescaped(_ range: Range<Int>) throws -> String {
    var text: [UInt8] = []
    var index = range.lowerBound
    var units: [UInt16] = []
    func flush() {
      text += String(decoding: units, as: UTF16.self).utf8
      units.removeAll()
    }
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        flush()
        text.append(bytes[index])
        index += 1
        continue
      }
      let escape = bytes[index + 1]
      index += 2
      if escape == UInt8(ascii: "u") {
        let digits = bytes[index..<min(index + 4, range.upperBound)]
        guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
          throw Malformed(offset: index)
        }
        units.append(unit)
        index += 4
        continue
      }
      flush()
      text.append(Self.escapes[escape] ?? escape)
    }
    flush()
    return String(decoding: text, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C,
  ]

  private mutating func accept(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws {
    guard accept(byte) else { throw Malformed(offset: position) }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
