/// A comment that begins `# configdi:`.
package struct Comment: Sendable {
  /// From its `#` to the end of its line.
  package let location: SourceLocation
  /// Whether nothing but blanks stands before it on its line.
  package let isAlone: Bool

  /// What follows `configdi:`.
  package var text: String {
    let bytes = location.file.bytes[location.range]
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return "" }
    return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
  }
}
