import ConfigDI

extension JSON {
  /// Creates an object for the start of a location.
  init(origin: SourceLocation) {
    let start = origin.start
    self = .object([
      ("path", .string(origin.file.path)), ("line", .int(start.line)), ("column", .int(start.column)),
    ])
  }
}

extension Setting {
  /// The setting as JSON; `nil` for a secret.
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
