/// The number of columns that a string takes up in a terminal.
package enum DisplayWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    var utf8 = text.utf8.makeIterator()
    var count = 0
    while let byte = utf8.next() {
      guard byte < 0x80 else { return text.reduce(0) { $0 + of($1) } }
      count += 1
    }
    return count
  }

  /// The number of columns for one character: the sum of its scalars' widths, or two for an emoji.
  package static func of(_ character: Character) -> Int {
    var sum = 0
    for (index, scalar) in character.unicodeScalars.enumerated() {
      if index == 0, scalar.properties.isEmojiPresentation { return 2 }
      if scalar.value == 0xFE0F, sum == 1 { return 2 }
      sum += of(scalar)
    }
    return sum
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    // Vowels and final consonants of Korean syllables take no column of their own. Arabic signs that enclose numbers
    // do.
    if value >= 0x1160, value <= 0x11FF || value >= 0xD7B0 && value <= 0xD7FB { return 0 }
    if value >= 0x600, value <= 0x605 || [0x6DD, 0x890, 0x891, 0x8E2].contains(value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide(value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    let next = wide.indices.firstPosition { wide[$0].upperBound >= value }
    return next < wide.count && wide[next].contains(value)
  }

  /// Unicode's East Asian wide and full-width ranges.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x4DBF, 0x4DC0...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

/// Replaces control characters and text-direction overrides with visible symbols.
package func visible(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: { picture(of: $0) != nil }) else { return String(text) }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { result.append(picture(of: scalar) ?? scalar) }
  return String(result)
}

/// The first line of a text that is not empty, with visible symbols for control characters.
func firstLine(of text: String) -> String {
  visible(text.split(whereSeparator: \.isNewline).first ?? "")
}

private func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.value {
  case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
  case 0x7F: "\u{2421}"
  case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: "\u{FFFD}"
  default: nil
  }
}
