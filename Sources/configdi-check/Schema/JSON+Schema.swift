import ConfigDI

/// The keywords from which schemas are built.
extension JSON {
  static func reference(to definition: String) -> JSON {
    ["$ref": .string("#/definitions/\(definition)")]
  }

  static func anyOf(_ schemas: [JSON]) -> JSON {
    schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }

  /// This schema or null, since a section may be empty.
  func orNull() -> JSON { .anyOf([self, ["type": "null"]]) }

  static func list(of items: JSON) -> JSON {
    ["type": "array", "items": items]
  }

  static func map(to values: JSON, names: JSON? = nil) -> JSON {
    .object(present: ["type": "object", "propertyNames": names, "additionalProperties": values])
  }

  static func choice(_ values: [String]) -> JSON {
    ["enum": .strings(values)]
  }

  static func text(matching pattern: String) -> JSON {
    ["type": "string", "pattern": .string(pattern)]
  }

  /// This schema with a description for editors. `allOf` wraps a reference, since draft-07 ignores its neighbors.
  func described(_ text: String?) -> JSON {
    guard let text else { return self }
    guard case .object(let members) = self else { return ["description": .string(text)] }
    if members.contains(where: { $0.0 == "$ref" }) { return ["description": .string(text), "allOf": [self]] }
    return .object([("description", .string(text))] + members.filter { $0.0 != "description" })
  }

  /// A mapping with only these keys.
  static func closed<Key: MappingKey>(
    _ keys: [Key], required: [Key] = [], also constraints: [(String, JSON)] = [], _ schema: (Key) -> JSON
  ) -> JSON {
    let properties = keys.map { ($0.rawValue, schema($0).described($0.summary)) }
    return .object(
      [("type", "object"), ("properties", .object(properties)), ("additionalProperties", false)]
        + (required.isEmpty ? [] : [("required", .strings(required.map(\.rawValue)))]) + constraints)
  }
}

extension String {
  /// A regular expression that matches only this string.
  var escapedForPattern: String { backslashed(#"\^$.|?*+()[]{}/-"#) }
}

extension [String] {
  /// For each text, a unique name for its definition that needs no escapes in a reference.
  var asDefinitions: [String] {
    FactoryNames.numbered(
      map { String($0.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) }, separator: ".")
  }
}
