extension ValueText {
  /// Reads an ISO 8601 date as seconds since 1970: either `2026-11-23` for midnight UTC, or a date and a time with a
  /// time zone, as in `2026-11-23T10:00:00.5+01:00`.
  package static func instant(_ text: String) -> Double? {
    var reader = DigitReader(text)
    guard let year = reader.number(of: 4), reader.take("-"), let month = reader.number(of: 2), reader.take("-"),
      let day = reader.number(of: 2), (1...12).contains(month)
    else { return nil }
    let number = dayNumber(year, month, day)
    guard day > 0, number < dayNumber(year, month + 1, 1) else { return nil }
    let midnight = Double(number) * 86_400
    if reader.isAtEnd { return midnight }
    guard reader.take("T"), let hour = reader.number(of: 2), reader.take(":"), let minute = reader.number(of: 2),
      hour < 24, minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    if reader.take(":") {
      guard let second = reader.number(of: 2), second < 60 else { return nil }
      seconds += Double(second)
      if reader.take(".") {
        guard let fraction = reader.fraction() else { return nil }
        seconds += fraction
      }
    }
    guard let offset = reader.zone(), reader.isAtEnd else { return nil }
    return midnight + seconds - Double(offset)
  }

  /// Writes a moment, in whole seconds since 1970, so that `instant` reads the same moment. Returns `nil` if the year does
  /// not have four digits.
  package static func text(ofInstant instant: Double) -> String? {
    guard instant >= -62_167_219_200, instant < 253_402_300_800 else { return nil }
    let midnight = (instant / 86_400).rounded(.down) * 86_400
    let second = Int(instant - midnight)
    // Days since March 1 of the year -400. Years are counted from March, so that a leap day comes last.
    let dayNumber = Int(midnight / 86_400) + 719_468 + 146_097
    let (era, dayOfEra) = dayNumber.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 - 400 + (month < 3 ? 1 : 0)
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    func two(_ number: Int) -> Substring { "\(100 + number)".dropFirst() }
    let date = "\("\(10_000 + year)".dropFirst())-\(two(month))-\(two(day))"
    return "\(date)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }

  /// The number of days since 1970-01-01. Years are counted from March, so that a leap day comes last. Month 13 is
  /// January of the next year.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month < 3 ? year + 399 : year + 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
  }

  /// A decimal number, split into its digits (without zeros at either end) and the power of ten of the last digit.
  package struct DecimalParts: Equatable {
    package var isNegative = false
    package var digits: [UInt8] = []
    package var exponent = 0
  }

  /// Reads a number of at most 38 digits, such as `9.99`, `-0.10` or `1e-7`. `Decimal` can store such numbers exactly.
  package static func decimal(_ text: String) -> DecimalParts? {
    var parts = DecimalParts()
    var bytes = Array(text.utf8)[...]
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      parts.isNegative = sign == UInt8(ascii: "-")
      bytes.removeFirst()
    }
    let mark = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    if let mark {
      let exponent = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
      guard exponent.utf8.count <= 5, let number = Int(exponent) else { return nil }
      parts.exponent = number
      bytes = bytes[..<mark]
    }
    let point = bytes.firstIndex(of: UInt8(ascii: "."))
    if let point { parts.exponent -= bytes.endIndex - point - 1 }
    let digits = bytes.enumerated().filter { bytes.startIndex + $0.offset != point }.map(\.element)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    parts.digits = Array(digits.drop { $0 == 0x30 }.map { $0 - 0x30 })
    while parts.digits.last == 0 {
      parts.digits.removeLast()
      parts.exponent += 1
    }
    if parts.digits.isEmpty { return DecimalParts() }
    guard parts.digits.count <= 38, (-127...127).contains(parts.exponent) else { return nil }
    return parts
  }
}

/// Reads fixed-width numbers one after another.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(of width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(\.isDigit) else { return nil }
    rest.removeFirst(width)
    return Int(Substring(digits))
  }

  mutating func fraction() -> Double? {
    let digits = rest.prefix(while: \.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest.removeFirst(digits.count)
    return Double("0.\(Substring(digits))")
  }

  /// Reads a time zone's offset in seconds, which is positive east of UTC.
  mutating func zone() -> Int? {
    if take("Z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = number(of: 2), hours < 24, take(":"), let minutes = number(of: 2), minutes < 60 else {
      return nil
    }
    return sign * (hours * 3600 + minutes * 60)
  }
}
