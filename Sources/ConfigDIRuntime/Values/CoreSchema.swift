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
    if digits.count == unsigned.count { return digits.isEmpty ? nil : decimal(digits, isNegative: isNegative) }
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

  private static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> Scalar {
    var value = 0
    for digit in digits {
      let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
      // Subtracts from zero, since the smallest integer has no positive counterpart.
      let (next, passes) = tenfold.subtractingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !overflows, !passes else { return huge(digits, isNegative: isNegative) }
      value = next
    }
    if isNegative { return .int(value) }
    return value == .min ? huge(digits, isNegative: false) : .int(-value)
  }

  private static func huge(_ digits: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> Scalar {
    let value = Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
    return .float(isNegative ? -value : value)
  }

  private static func whole(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Int) -> Scalar? {
    var value = 0
    var approximate = 0.0
    var fits = true
    for byte in digits {
      guard let digit = byte.hexDigit, digit < radix else { return nil }
      approximate = approximate * Double(radix) + Double(digit)
      let (product, overflows) = value.multipliedReportingOverflow(by: radix)
      let (sum, passes) = product.addingReportingOverflow(digit)
      fits = fits && !overflows && !passes
      value = sum
    }
    return fits ? .int(value) : .float(approximate)
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

extension Scalar {
  /// Reads a plain scalar. A whole number that exceeds 64 bits becomes a `float`.
  package init(plain bytes: UnsafeBufferPointer<UInt8>) {
    self = CoreSchema.value(of: bytes) ?? .string(String(decoding: bytes, as: UTF8.self))
  }

  package init(plain text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { Scalar(plain: $0) }
  }
}
