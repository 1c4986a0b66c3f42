extension UInt8 {
  package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether the byte is a single or double quote.
  package var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  /// Whether the byte is a capital letter, a digit or an underscore, as in the names of environment variables.
  package var isVariablePart: Bool { isDigit || self &- UInt8(ascii: "A") < 26 || self == UInt8(ascii: "_") }

  package var hexDigit: Int? {
    if isDigit { return Int(self - UInt8(ascii: "0")) }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? Int(letter) + 10 : nil
  }
}

extension Collection<UInt8> {
  /// The number that up to eight hexadecimal digits stand for. Unlike `Int(_:radix:)`, it accepts no sign.
  package var hexadecimalNumber: Int? {
    let digits = compactMap(\.hexDigit)
    guard digits.count == count, (1...8).contains(count) else { return nil }
    return digits.reduce(0) { $0 << 4 | $1 }
  }
}
