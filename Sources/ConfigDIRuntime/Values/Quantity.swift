/// Reads durations and sizes as written in manifests: a whole number with a unit, such as `250ms`, `30s`, `5m`, `2h`,
/// `1d`, `512`, `64KiB` or `10MB`.
package enum Quantity {
  /// A unit, its size in the smallest unit, and the words that people write for it, in lowercase.
  typealias Unit = (name: String, size: Int, words: [String])

  /// The units of durations, longest first.
  static let durations: [Unit] = [
    ("d", 86_400_000, ["d", "day", "days"]), ("h", 3_600_000, ["h", "hr", "hrs", "hour", "hours"]),
    ("m", 60_000, ["m", "min", "mins", "minute", "minutes"]), ("s", 1000, ["s", "sec", "secs", "second", "seconds"]),
    ("ms", 1, ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"]),
  ]

  static let sizes: [Unit] = [
    ("", 1, ["b", "byte", "bytes"]), ("B", 1, []), ("KB", 1_000, ["kb", "k"]), ("MB", 1_000_000, ["mb", "m"]),
    ("GB", 1_000_000_000, ["gb", "g"]), ("TB", 1_000_000_000_000, ["tb", "t"]), ("KiB", 1 << 10, ["kib", "ki"]),
    ("MiB", 1 << 20, ["mib", "mi"]), ("GiB", 1 << 30, ["gib", "gi"]), ("TiB", 1 << 40, ["tib", "ti"]),
  ]

  /// Reads a duration; `nil` if the text is not a duration or the value overflows.
  package static func duration(_ text: String) -> Duration? {
    guard let (number, unit) = read(text, in: durations) else { return nil }
    if unit.size == 1 { return .seconds(number / 1000) + .milliseconds(number % 1000) }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit.size / 1000)
    return overflow ? nil : .seconds(seconds)
  }

  /// Reads a number of bytes; `nil` if the text is not a size or the value overflows.
  package static func bytes(_ text: String) -> Int? {
    guard let (number, unit) = read(text, in: sizes) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.size)
    return overflow ? nil : bytes
  }

  private static func read(_ text: String, in units: [Unit]) -> (number: Int, unit: Unit)? {
    let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
    guard let number = Int(digits), let unit = units.first(where: { $0.name == text[digits.endIndex...] }) else {
      return nil
    }
    return (number, unit)
  }
}
