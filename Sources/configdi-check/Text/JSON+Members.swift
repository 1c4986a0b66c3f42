import ConfigDI

/// Reads the members of an object. The result is `nil` if the member is absent or has another type.
extension JSON {
  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The member at a path of nested names.
  subscript(_ path: String...) -> JSON? {
    var value: JSON? = self
    for name in path { value = value?[name] }
    return value
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var int: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  var bool: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }

  var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
