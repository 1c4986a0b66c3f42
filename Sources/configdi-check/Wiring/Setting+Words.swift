import ConfigDI

extension Setting {
  /// For people: secrets by name, and what only the running program knows as it is written.
  var words: String {
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

  /// `nil` for a secret: its value is left out.
  var json: JSON? {
    if secret != nil { return nil }
    return switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .float(let value): .float(value)
    case .string(let value): .string(value)
    case .list(let elements): .array(elements.map { $0.json ?? .string($0.words) })
    case .map(let entries): .object(entries.map { ($0.name.value, $0.value.json ?? .string($0.value.words)) })
    case .unknown: .string(writtenText)
    }
  }

  private var writtenText: String {
    guard !location.file.isArgument else { return "" }
    var text = String(
      decoding: location.file.bytes[location.range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
    if let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 1 {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }
}
