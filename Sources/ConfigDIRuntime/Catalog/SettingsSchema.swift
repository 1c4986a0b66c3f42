/// The settings that a type accepts. The list may be incomplete.
package struct SettingsSchema: Sendable, Hashable {
  package var type: String
  package var fields: [SettingsField] = []
  /// Whether the type may accept more fields than those listed.
  package var isOpaque = false

  package init(type: String, fields: [SettingsField] = [], isOpaque: Bool = false) {
    self.type = type
    self.fields = fields
    self.isOpaque = isOpaque
  }

  /// The fields, if any of them is or contains a secret.
  package var secretFields: [SettingsField] { fields.contains(where: \.hasSecret) ? fields : [] }
}

/// A setting that a type accepts. A field without a name describes the elements of a list or map.
package struct SettingsField: Sendable, Hashable {
  package var name: String
  package var type: SettingType
  package var isOptional = false
  package var isSecret = false
  /// The default as text, or as JSON for a list or an object.
  package var defaultText: String?
  /// The bounds of an `int`. A bound that is `nil` is the limit of `Int`.
  package var minimum: Int?
  package var maximum: Int?

  package init(
    _ name: String = "", _ type: SettingType, isOptional: Bool = false, isSecret: Bool = false, minimum: Int? = nil,
    maximum: Int? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isSecret = isSecret
    self.minimum = minimum
    self.maximum = maximum
  }

  package var isRequired: Bool { !isOptional && defaultText == nil }

  /// Whether the field is secret or contains a secret. Recursion is safe because the catalog reader limits nesting.
  package var hasSecret: Bool {
    if isSecret { return true }
    return switch type {
    case .object(let fields, _): fields.contains(where: \.hasSecret)
    case .list(let element), .map(let element, _): element.hasSecret
    default: false
    }
  }

  /// Removes the default's text. The field still counts as having a default.
  package mutating func hideDefault() {
    if defaultText != nil { defaultText = "(secret)" }
  }
}

package indirect enum SettingType: Sendable, Hashable {
  case string, int, float, bool, duration, bytes, url, date, uuid, base64, decimal
  case float32
  /// An enumeration whose cases are strings or numbers.
  case enumeration(cases: [Scalar])
  case object(fields: [SettingsField], isOpaque: Bool)
  case list(of: SettingsField)
  /// A mapping whose keys are strings or, depending on `keys`, whole numbers or enumeration cases.
  case map(of: SettingsField, keys: SettingType = .string)
  case opaque

  /// The types that need no more than their name in catalogs.
  private static let scalars: [String: SettingType] = [
    "string": .string, "int": .int, "float": .float, "bool": .bool, "duration": .duration, "bytes": .bytes, "url": .url,
    "date": .date, "uuid": .uuid, "base64": .base64, "decimal": .decimal, "float32": .float32, "opaque": .opaque,
  ]
  private static let scalarNames = Dictionary(uniqueKeysWithValues: scalars.map { ($1, $0) })

  package var name: String {
    switch self {
    case .enumeration: "enum"
    case .object: "object"
    case .list: "list"
    case .map: "map"
    default: Self.scalarNames[self] ?? "opaque"
    }
  }

  // New names come last, since compiled manifests store a name by its position.
  package static let names = [
    "string", "int", "float", "bool", "duration", "bytes", "url", "date", "enum", "object", "list", "map", "opaque",
    "uuid", "base64", "decimal", "float32",
  ]

  /// Creates the type from its name in catalogs; `nil` for types that need more than a name.
  package init?(scalarName name: String) {
    guard let type = Self.scalars[name] else { return nil }
    self = type
  }
}

/// Checks a factory's settings. A catalog only compares them with the schema; a program's registry also decodes them.
package protocol SettingsValidating: Sendable {
  /// Reports mistakes in the settings that an entry passes to a factory. Unknown factories are reported elsewhere.
  ///
  /// - Parameters:
  ///   - settings: The settings; `nil` if the manifest has none.
  ///   - entry: The entry that uses the factory. Missing settings are reported at the entry.
  func validate(factory: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics)
}
