/// A comment that begins `# configdi:`.
package struct Comment: Sendable {
  /// The range from its `#` to the end of the line.
  package let location: SourceLocation
  /// Whether only blanks precede it on its line.
  package let isAlone: Bool

  /// The text after `configdi:`.
  package var text: String {
    let bytes = location.file.bytes[location.range]
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return "" }
    return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
  }
}
