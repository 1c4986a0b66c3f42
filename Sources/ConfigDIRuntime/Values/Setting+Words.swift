extension Setting {
  /// The value for people: secrets by name; a value known only to the running program as it is written.
  package var words: String {
    if let secret { return "<secret \(secret)>" }
    return switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .float(let value): String(value)
    case .string(let value): value
    case .list(let elements): "[\(elements.map(\.words).joined(separator: ", "))]"
    case .map(let entries): "{ \(entries.map { "\($0.name.value): \($0.value.words)" }.joined(separator: ", ")) }"
    case .unknown: writtenText
    }
  }

  /// The text in the manifest, without quotes.
  package var writtenText: String {
    guard !location.file.isArgument else { return "" }
    var text = String(
      decoding: location.file.bytes[location.range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
    if let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 1 {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }
}
