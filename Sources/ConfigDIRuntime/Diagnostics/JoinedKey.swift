/// A key that contains its value, as in `{ default 80 }` or `{ default=80 }`, or `default:80` on a line of its own: the
/// `:` or the space between them is missing, so YAML reads a key without a value, or a text.
package struct JoinedKey {
  /// The key without the value.
  package let name: String
  package let value: String
  /// Whether only the space is missing.
  package let hasColon: Bool
  package let message: String
  package let help: String
  /// The location of the name or, if only the space is missing, of the `:`.
  package let location: SourceLocation
  package let fix: Diagnostic.Fix

  /// - Parameters:
  ///   - key: The location of a key.
  ///   - value: The location of its value.
  ///   - isName: Whether the key without the value may be the intended key.
  package init?(_ key: SourceLocation, value: SourceLocation, where isName: (String) -> Bool) {
    let bytes = key.file.bytes
    guard value.range.isEmpty, value.file === key.file,
      bytes[min(key.range.upperBound, bytes.count)...].first != UInt8(ascii: ":")
    else { return nil }
    self.init(in: key, where: isName)
  }

  /// - Parameters:
  ///   - text: The location of a plain scalar, or of one of its lines.
  ///   - isName: Whether the text before the value may be the intended key.
  package init?(in text: SourceLocation, where isName: (String) -> Bool) {
    let file = text.file
    let text = text.bytes
    guard let end = Self.endOfName(in: text), end > text.startIndex, !text.contains(where: { $0 < 0x20 })
    else { return nil }
    hasColon = text[end] == UInt8(ascii: ":")
    var rest = (hasColon ? text[(end + 1)...] : text[end...]).drop { $0 == 0x20 }
    let space = FlowText.spaces.first { rest.starts(with: String($0.key).utf8) }
    if let space { rest = rest.dropFirst(String(space.key).utf8.count) }
    let sign = hasColon ? nil : ["=>", "->", "="].first { rest.starts(with: $0.utf8) }
    if let sign { rest = rest.dropFirst(sign.utf8.count).drop { $0 == 0x20 } }
    let name = String(decoding: text[..<end], as: UTF8.self)
    // An invisible character separates no words.
    let isSeparated = hasColon || sign != nil || text[end] == 0x20 || space?.key.properties.isWhitespace == true
    guard isSeparated, Self.isScalar(rest), !rest.starts(with: ":".utf8), !rest.starts(with: "=".utf8),
      !text[..<end].contains(where: \.isQuote), isName(name)
    else { return nil }
    self.name = name
    value = file.shown(rest.indices)
    message =
      if let sign {
        "expected ':' after '\(name)', found '\(sign)'"
      } else if hasColon, let space {
        "the ':' is followed by \(space.value), which YAML does not accept as a space"
      } else {
        hasColon ? "missing space after the ':' in '\(file.shown(text.indices))'" : "missing ':' after '\(name)'"
      }
    help = "write \(name): \(value)"
    location = file.location(hasColon ? end..<end + 1 : text.startIndex..<end)
    fix = .init(replacing: file.location(end..<rest.startIndex), with: ": ", safe: true)
  }

  /// Whether a text is one scalar: without quotes, or in one pair of quotes.
  private static func isScalar(_ text: ArraySlice<UInt8>) -> Bool {
    guard let quote = text.first, quote.isQuote else { return !text.isEmpty && !text.contains(where: \.isQuote) }
    return text.dropFirst().firstIndex(of: quote) == text.endIndex - 1
  }

  /// The index where the name in such a key ends: that of a `:`, a `=`, a space, or a character that looks like a space
  /// or is invisible.
  package static func endOfName(in text: ArraySlice<UInt8>) -> Int? {
    let spaces = FlowText.spaces.keys.map { Array(String($0).utf8) }
    return text.indices.first { index in
      ":= ".utf8.contains(text[index]) || spaces.contains { text[index...].starts(with: $0) }
    }
  }
}
