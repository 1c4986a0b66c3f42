/// Default values by name, written as in a manifest, for settings that the manifest omits.
///
/// ```swift
/// static let defaults: SettingDefaults = ["timeout": "30s", "retry": ["attempts": 3], "hosts": ["a", "b"]]
/// ```
///
/// If a default is a nested object, the manifest overrides each of its fields separately.
public struct SettingDefaults: Sendable {
  let json: JSON
}

extension SettingDefaults: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// One default: `true` or `false`.
  public init(booleanLiteral value: Bool) { json = .bool(value) }
  /// One default: a whole number.
  public init(integerLiteral value: Int) { json = .int(value) }
  /// One default: a number.
  public init(floatLiteral value: Double) { json = .float(value) }
  /// One default: text, including a duration such as `"30s"` or a size such as `"64KiB"`.
  public init(stringLiteral value: String) { json = .string(value) }
  /// One default: a list.
  public init(arrayLiteral elements: SettingDefaults...) { json = .array(elements.map(\.json)) }
  /// Defaults by name, for all settings or for a nested object. If two defaults have the same name, the last one wins.
  public init(dictionaryLiteral entries: (String, SettingDefaults)...) {
    json = .object(
      entries.enumerated().filter { index, entry in !entries[(index + 1)...].contains { $0.0 == entry.0 } }
        .map { ($1.0, $1.1.json) })
  }
}

extension Setting {
  /// Adds defaults for absent fields. A null field counts as present.
  func layered(over defaults: JSON) -> Setting {
    guard case .map(var entries) = content, case .object(let defaults) = defaults, !defaults.isEmpty else {
      return self
    }
    for (name, value) in defaults {
      if let index = entries.firstIndex(where: { $0.name.value == name }) {
        entries[index].value = entries[index].value.layered(over: value)
      } else {
        entries.append((Located(name, at: location), Setting(value, at: location)))
      }
    }
    var layered = self
    layered.content = .map(entries)
    return layered
  }

  init(_ value: JSON, at location: SourceLocation) {
    let content: Content =
      switch value {
      case .null: .null
      case .bool(let truth): .bool(truth)
      case .int(let number): .int(number)
      case .float(let number): .float(number)
      case .string(let text): .string(text)
      case .array(let elements): .list(elements.map { Setting($0, at: location) })
      case .object(let members): .map(members.map { (Located($0, at: location), Setting($1, at: location)) })
      }
    self.init(content, at: location)
  }
}
