import ConfigDI

extension JSON {
  /// Creates an object for the start of a location.
  init(origin: SourceLocation) {
    let start = origin.start
    self = [
      "path": .string(origin.file.path), "line": .int(start.line), "column": .int(start.column),
    ]
  }
}

extension Setting {
  /// The setting as JSON; `nil` for a secret.
  var json: JSON? {
    if secret != nil { return nil }
    if let scalar = content.scalar { return scalar.json }
    return switch content {
    case .list(let elements): .array(elements.map { $0.json ?? .string($0.words) })
    case .map(let entries): .object(entries.map { ($0.name.value, $0.value.json ?? .string($0.value.words)) })
    default: .string(writtenText)
    }
  }
}
