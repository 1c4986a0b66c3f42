/// Produces YAML text for fixes, completions and copied entries.
package enum FlowText {
  /// Formats a string for flow or block style. Adds quotes if YAML would otherwise read it as something else.
  package static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// The names of invisible characters, and of characters that look like a space but that YAML treats as text.
  package static let spaces: [Unicode.Scalar: String] = [
    "\u{A0}": "a no-break space (U+00A0)", "\u{202F}": "a narrow no-break space (U+202F)",
    "\u{2007}": "a figure space (U+2007)", "\u{3000}": "an ideographic space (U+3000)",
    "\u{200B}": "a zero-width space (U+200B)", "\u{2060}": "a word joiner (U+2060)",
    "\u{FEFF}": "a zero-width no-break space (U+FEFF)", "\u{AD}": "a soft hyphen (U+00AD)",
  ]

  package static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  /// - Parameter sorted: Whether to sort the pairs by key, so that mappings which differ only in order are equal.
  package static func mapping(_ pairs: [(key: String, value: String)], sorted: Bool = false) -> String {
    let pairs = sorted ? pairs.sorted { $0.key < $1.key } : pairs
    return pairs.isEmpty ? "{}" : "{ \(pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
  }

  /// Formats a string inside a list or mapping that is compared or shown. Adds quotes only if the string could be taken
  /// for a value of another type, or for several values.
  package static func element(_ text: String) -> String {
    let words = ["", "true", "false", "null", "~", ".inf", "-.inf", "+.inf", ".nan"]
    let isOctal = text.hasPrefix("0o") && Int(text.dropFirst(2), radix: 8) != nil
    let isOther = words.contains(text.lowercased()) || isOctal || Double(text) != nil
    let isSeveral = text.contains(", ") || text.contains(": ") || ["[", "{", "\""].contains(text.prefix(1))
    return isOther || isSeveral ? quoted(text) : text
  }

  /// Whether a name needs no quotes. Such a name has only letters, digits and a few punctuation characters, and is not
  /// a number or a word that YAML readers convert.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter || first == UInt8(ascii: "_") else { return false }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(text.lowercased())
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_.-/<>".utf8.contains($0) }
  }

  package static func quoted(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\\x" + scalar.value.hexadecimal(2)
      // YAML reads these as line breaks, or not at all.
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": "\\u" + scalar.value.hexadecimal(4)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}
