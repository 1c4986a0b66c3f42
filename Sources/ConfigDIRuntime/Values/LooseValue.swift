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
      guard let number = Double(digits.filter { $0 != "_" }), let unit = unit(word, in: Quantity.durations),
        Double(unit.size) < smallest
      else { return nil }
      smallest = Double(unit.size)
      total += number * smallest
      rest = rest[word.endIndex...]
    }
    // A fraction of the smallest unit is a number of a smaller one.
    return Quantity.durations.lazy.filter { Double($0.size) <= smallest }.compactMap { unit in
      // A product such as 1.1 * 3,600,000 is not exactly a whole number.
      let count = (total / Double(unit.size)).rounded()
      guard abs(count * Double(unit.size) - total) < 0.001 else { return nil }
      return Int(exactly: count).map { "\($0)\(unit.name)" }
    }.first.flatMap { Quantity.duration($0) == nil ? nil : $0 }
  }

  /// Converts `64 kb`, `10 MiB` and the like to `64KB`, `10MiB`; `nil` for a size that is too large.
  package static func bytes(_ text: String) -> String? {
    let text = trimmed(text[...])
    guard text.utf8.count <= 40 else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "_") }
    let word = text[digits.endIndex...]
    guard let number = Double(digits.filter { $0 != "_" }), let unit = unit(word, in: Quantity.sizes) else {
      return nil
    }
    let size = Int(exactly: number).map { "\($0)\(unit.name)" }
    return size.flatMap { unit.name.isEmpty || Quantity.bytes($0) != nil ? $0 : nil }
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

  private static func unit(_ word: Substring, in units: [Quantity.Unit]) -> Quantity.Unit? {
    let word = trimmed(word).lowercased()
    return units.first { $0.words.contains(word) }
  }
}
