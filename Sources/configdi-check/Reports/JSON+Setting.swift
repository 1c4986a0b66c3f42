import ConfigDI

extension Setting {
  /// The setting as JSON; `nil` for a secret, whose value is left out.
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
}
