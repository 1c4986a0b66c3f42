/// Converts durations, sizes and booleans as people write them to the manifest's form; `nil` if the text is ambiguous.
package enum LooseValue {
  /// Converts `5 minutes`, `10s`, `1.5h`, `1h30m` and the like to `5m`, `10s`, `90m`, `90m`; `nil` for a duration that
  /// is too long.
  package static func duration(_ text: String) -> String? {
    var rest = trimmed(text[...])[...]
    var total = 0.0
    var smallest = Double.infinity
    guard !rest.isEmpty, rest.utf8.count <= 40 else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "_") }
      let word = rest[digits.endIndex...].prefix { $0.isLetter || $0 == " " }
      guard let number = Double(digits.filter { $0 != "_" }), let unit = durations[trimmed(word).lowercased()],
        let length = milliseconds.first(where: { $0.unit == unit })?.length, length < smallest
      else { return nil }
      total += number * length
      smallest = length
      rest = rest[word.endIndex...]
    }
    // A fraction of the smallest unit is a number of a smaller one.
    return milliseconds.lazy.filter { $0.length <= smallest }.compactMap { unit, length in
      // A product such as 1.1 * 3,600,000 is not exactly a whole number.
      let count = (total / length).rounded()
      return abs(count * length - total) < 0.001 ? Int(exactly: count).map { "\($0)\(unit)" } : nil
    }.first.flatMap { Quantity.duration($0) == nil ? nil : $0 }
  }

  private static let milliseconds: [(unit: String, length: Double)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Converts `64 kb`, `10 MiB` and the like to `64KB`, `10MiB`; `nil` for a size that is too large.
  package static func bytes(_ text: String) -> String? {
    guard let (number, unit) = split(text), let name = sizes[unit] else { return nil }
    return Int(exactly: number).map { "\($0)\(name)" }.flatMap { name.isEmpty || Quantity.bytes($0) != nil ? $0 : nil }
  }

  /// Converts `yes`, `True` and `on` to `true`, and their opposites to `false`.
  package static func truth(_ text: String) -> String? {
    switch text.lowercased() {
    case "true", "yes", "on", "y", "1": "true"
    case "false", "no", "off", "n", "0": "false"
    default: nil
    }
  }

  package static func trimmed(_ text: Substring) -> String {
    var rest = text.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  private static let durations: [String: String] = [
    ("ms", ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"]),
    ("s", ["s", "sec", "secs", "second", "seconds"]), ("m", ["m", "min", "mins", "minute", "minutes"]),
    ("h", ["h", "hr", "hrs", "hour", "hours"]), ("d", ["d", "day", "days"]),
  ].reduce(into: [:]) { table, entry in
    for word in entry.1 { table[word] = entry.0 }
  }

  private static let sizes: [String: String] = [
    ("", ["b", "byte", "bytes"]), ("KB", ["kb", "k"]), ("MB", ["mb", "m"]), ("GB", ["gb", "g"]), ("TB", ["tb", "t"]),
    ("KiB", ["kib", "ki"]), ("MiB", ["mib", "mi"]), ("GiB", ["gib", "gi"]), ("TiB", ["tib", "ti"]),
  ].reduce(into: [:]) { table, entry in
    for word in entry.1 { table[word] = entry.0 }
  }

  /// Splits a string into a number and the word that follows, in lowercase.
  private static func split(_ text: String) -> (number: Double, unit: String)? {
    let text = trimmed(text[...])
    guard text.utf8.count <= 40 else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "_") }
    guard let number = Double(String(digits.filter { $0 != "_" })) else { return nil }
    return (number, trimmed(text[digits.endIndex...]).lowercased())
  }
}
