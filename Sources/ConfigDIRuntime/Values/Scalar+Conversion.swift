// What a scalar is as a setting and in JSON, and back.

extension Scalar {
  package var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .float(let value): .float(value)
    case .string(let value): .string(value)
    }
  }

  package var content: Setting.Content {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .float(let value): .float(value)
    case .string(let value): .string(value)
    }
  }
}

extension Setting.Content {
  /// The value, if it is known and has no parts.
  package var scalar: Scalar? {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .float(let value): .float(value)
    case .string(let value): .string(value)
    case .written(let scalar, _): scalar
    case .template, .list, .map, .unknown: nil
    }
  }
}
