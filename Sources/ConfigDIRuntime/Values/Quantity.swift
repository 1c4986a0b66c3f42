/// Reads durations and sizes as written in manifests: a whole number with a unit, such as `250ms`, `30s`, `5m`, `2h`,
/// `1d`, `512`, `64KiB` or `10MB`.
package enum Quantity {
  /// Reads a duration; `nil` if the text is not a duration or the value overflows.
  package static func duration(_ text: String) -> Duration? {
    guard let (number, unit) = split(text) else { return nil }
    if unit == "ms" { return .seconds(number / 1000) + .milliseconds(number % 1000) }
    guard let secondsInUnit = durations[unit] else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: secondsInUnit)
    return overflow ? nil : .seconds(seconds)
  }

  /// Reads a number of bytes; `nil` if the text is not a size or the value overflows.
  package static func bytes(_ text: String) -> Int? {
    guard let (number, unit) = split(text), let bytesInUnit = sizes[unit] else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: bytesInUnit)
    return overflow ? nil : bytes
  }

  private static let durations: [Substring: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  private static let sizes: [Substring: Int] = [
    "": 1, "B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000,
    "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
  ]

  private static func split(_ text: String) -> (number: Int, unit: Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
    guard let number = Int(digits) else { return nil }
    return (number, text[digits.endIndex...])
  }
}
