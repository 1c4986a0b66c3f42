/// Interprets plain text according to the YAML 1.2 core schema.
package enum CoreSchema {
  /// The value of the text; `nil` if it is a string.
  package static func value(of bytes: UnsafeBufferPointer<UInt8>) -> Scalar? {
    guard let first = bytes.first else { return .null }
    switch first {
    case UInt8(ascii: "~"):
      return bytes.count == 1 ? .null : nil
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return bytes.isWord("null", "Null", "NULL") ? .null : nil
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return bytes.isWord("true", "True", "TRUE") ? .bool(true) : nil
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return bytes.isWord("false", "False", "FALSE") ? .bool(false) : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return number(bytes)
    default:
      return nil
    }
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Scalar? {
    if bytes.count > 2, bytes[0] == UInt8(ascii: "0") {
      if bytes[1] == UInt8(ascii: "x") { return whole(bytes.dropFirst(2), radix: 16) }
      if bytes[1] == UInt8(ascii: "o") { return whole(bytes.dropFirst(2), radix: 8) }
    }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    let unsigned = isNegative || bytes[0] == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...]
    let digits = unsigned.prefix(while: \.isDigit)
    if digits.count == unsigned.count {
      let text = String(decoding: bytes, as: UTF8.self)
      return digits.isEmpty ? nil : Int(text).map { Scalar.int($0) } ?? Double(text).map { .float($0) }
    }
    if digits.isEmpty {
      let word = UnsafeBufferPointer(rebasing: unsigned)
      if word.isWord(".inf", ".Inf", ".INF") { return .float(isNegative ? -.infinity : .infinity) }
      if bytes.isWord(".nan", ".NaN", ".NAN") { return .float(.nan) }
    }
    guard isFloat(unsigned) else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self)).map { .float($0) }
  }

  /// Whether the text is `. digits` or `digits [. digits]`, optionally with an exponent.
  private static func isFloat(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = text.drop(while: \.isDigit)
    let hasWhole = rest.count < text.count
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst()
      rest = fraction.drop(while: \.isDigit)
      if !hasWhole, rest.count == fraction.count { return false }
    } else if !hasWhole {
      return false
    }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(\.isDigit)
  }

  private static func whole(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Int) -> Scalar? {
    let values = digits.compactMap(\.hexDigit).filter { $0 < radix }
    guard values.count == digits.count else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: radix).map { Scalar.int($0) }
      ?? .float(values.reduce(0) { $0 * Double(radix) + Double($1) })
  }
}

extension UnsafeBufferPointer<UInt8> {
  package func isWord(_ words: StaticString...) -> Bool {
    words.contains { word in
      word.utf8CodeUnitCount == count
        && elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
  }
}

extension Double {
  /// Whether the number may be a whole number below the lowest `Int`, which is read as a float and rounded to `Int.min`.
  package var isRoundedToLowestInt: Bool { self == -0x1p63 }
}

extension Scalar {
  /// Reads a plain scalar. A whole number that exceeds 64 bits becomes a `float`.
  package init(plain bytes: UnsafeBufferPointer<UInt8>) {
    self = CoreSchema.value(of: bytes) ?? .string(String(decoding: bytes, as: UTF8.self))
  }

  package init(plain text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { Scalar(plain: $0) }
  }
}
