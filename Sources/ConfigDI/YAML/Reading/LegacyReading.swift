/// The value that a YAML 1.1 tool reads from plain text, if the core schema reads a different value.
///
/// Only differences that quotes resolve are reported. `0o17` and `1e3` are numbers in 1.2 and text in 1.1, so they have
/// the value that their author intended. `y` and `n` are text in current tools, despite the old specification. Dates
/// are text, and settings read them as text.
enum LegacyReading {
  /// The maximum length of a string to examine. Nobody accidentally writes a longer number.
  static let longest = 64

  /// The value that YAML 1.1 reads, such as `the boolean false`; `nil` if both versions agree.
  static func differing(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let first = bytes.first else { return nil }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return number(bytes)
    default: break
    }
    guard bytes.count <= 3 else { return nil }
    if bytes.isWord("yes", "Yes", "YES", "on", "On", "ON") { return "the boolean true" }
    return bytes.isWord("no", "No", "NO", "off", "Off", "OFF") ? "the boolean false" : nil
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let isSigned = bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
    let text = isSigned ? bytes.dropFirst() : bytes[...]
    let sign = bytes[0] == UInt8(ascii: "-") ? "-" : ""
    guard let first = text.first else { return nil }
    let rest = text.dropFirst()
    if first == UInt8(ascii: "0"), let mark = rest.first {
      let digits = rest.dropFirst()
      if mark == UInt8(ascii: "b") { return describe(digits, radix: 2, sign: sign, differs: true) }
      if mark == UInt8(ascii: "x") {
        return describe(digits, radix: 16, sign: sign, differs: isSigned || digits.contains(UInt8(ascii: "_")))
      }
      if text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "_") }) { return leadingZero(text, sign: sign) }
    }
    guard first.isDigit || first == UInt8(ascii: ".") else { return nil }
    if text.contains(UInt8(ascii: ":")) { return isSexagesimal(text) ? "a base-60 number" : nil }
    if text.contains(UInt8(ascii: "_")) { return grouped(text, isSigned: isSigned, sign: sign) }
    return nil
  }

  /// Reads a number with a leading zero: octal in 1.1, decimal in 1.2. With an 8 or 9, it is text in 1.1.
  private static func leadingZero(_ text: Slice<UnsafeBufferPointer<UInt8>>, sign: String) -> String? {
    let isGrouped = text.contains(UInt8(ascii: "_"))
    if text.contains(where: { $0 == UInt8(ascii: "8") || $0 == UInt8(ascii: "9") }) {
      return isGrouped ? nil : "text"
    }
    let significant = text.drop { $0 == UInt8(ascii: "0") }
    return describe(text, radix: 8, sign: sign, differs: isGrouped || significant.count > 1)
  }

  private static func describe(
    _ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Int, sign: String, differs: Bool
  ) -> String? {
    guard differs, !digits.isEmpty,
      digits.allSatisfy({ byte in byte == UInt8(ascii: "_") || byte.hexDigit.map { $0 < radix } == true })
    else { return nil }
    return integer(digits, radix: radix).map { "the number \(sign)\($0)" } ?? "a number"
  }

  /// The value of digits that may be grouped by `_`; `nil` if it does not fit in an integer.
  private static func integer(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Int) -> Int? {
    Int("0" + String(decoding: digits.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self), radix: radix)
  }

  /// Matches `[1-9][0-9_]*(:[0-5]?[0-9])+`, with any first digit if a fraction follows.
  private static func isSexagesimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let whole = parts.first, let last = parts.last, parts.count > 1, whole.first?.isDigit == true,
      whole.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "_") })
    else { return false }
    let point = last.firstIndex(of: UInt8(ascii: "."))
    if point == nil, whole.first == UInt8(ascii: "0") { return false }
    if let point {
      guard last[(point + 1)...].allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "_") }) else { return false }
    }
    return parts.dropFirst().allSatisfy { part in
      let digits = part.endIndex == last.endIndex ? part[..<(point ?? part.endIndex)] : part
      let isInRange = digits.count == 1 || digits.count == 2 && digits.first.map { $0 < UInt8(ascii: "6") } == true
      return isInRange && digits.allSatisfy(\.isDigit)
    }
  }

  /// Matches digits grouped by `_`, with an optional fraction.
  private static func grouped(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, isSigned: Bool, sign: String
  ) -> String? {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else {
      return describe(text, radix: 10, sign: sign, differs: true)
    }
    let whole = text[..<point]
    var fraction = text[(point + 1)...]
    if let exponent = fraction.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let power = fraction[(exponent + 1)...]
      guard let mark = power.first, mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"), power.count > 1,
        power.dropFirst().allSatisfy(\.isDigit)
      else { return nil }
      fraction = fraction[..<exponent]
    }
    guard [whole, fraction].allSatisfy({ $0.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") } }) else { return nil }
    if whole.isEmpty { return !isSigned && fraction.first?.isDigit == true ? "a number" : nil }
    return "a number"
  }
}
