/// Default values by name, written as in a manifest, for settings that the manifest omits.
///
/// ```swift
/// static let defaults: SettingDefaults = ["timeout": "30s", "retry": ["attempts": 3], "hosts": ["a", "b"]]
/// ```
///
/// If a default is a nested object, the manifest overrides each of its fields separately.
public struct SettingDefaults: Sendable {
  package indirect enum Content: Sendable {
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case list([SettingDefaults])
    case map([(name: String, value: SettingDefaults)])
  }

  package let content: Content
}

extension SettingDefaults: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// One default: `true` or `false`.
  public init(booleanLiteral value: Bool) { content = .bool(value) }
  /// One default: a whole number.
  public init(integerLiteral value: Int) { content = .int(value) }
  /// One default: a number.
  public init(floatLiteral value: Double) { content = .float(value) }
  /// One default: text, including a duration such as `"30s"` or a size such as `"64KiB"`.
  public init(stringLiteral value: String) { content = .string(value) }
  /// One default: a list.
  public init(arrayLiteral elements: SettingDefaults...) { content = .list(elements) }
  /// Defaults by name, for all settings or for a nested object. If two defaults have the same name, the last one wins.
  public init(dictionaryLiteral entries: (String, SettingDefaults)...) {
    content = .map(
      entries.enumerated().filter { index, entry in !entries[(index + 1)...].contains { $0.0 == entry.0 } }
        .map { (name: $1.0, value: $1.1) })
  }
}

extension Setting {
  /// Adds defaults for absent fields. A null field counts as present.
  func layered(over defaults: SettingDefaults) -> Setting {
    guard case .map(var entries) = content, case .map(let defaults) = defaults.content, !defaults.isEmpty else {
      return self
    }
    for (name, value) in defaults {
      if let index = entries.firstIndex(where: { $0.name.value == name }) {
        entries[index].value = entries[index].value.layered(over: value)
      } else {
        entries.append(Entry(Located(name, at: location), Setting(value, at: location)))
      }
    }
    var layered = self
    layered.content = .map(entries)
    return layered
  }

  init(_ value: SettingDefaults, at location: SourceLocation) {
    let content: Content =
      switch value.content {
      case .bool(let truth): .bool(truth)
      case .int(let number): .int(number)
      case .float(let number): .float(number)
      case .string(let text): .string(text)
      case .list(let elements): .list(elements.map { Setting($0, at: location) })
      case .map(let entries):
        .map(entries.map { Entry(Located($0.name, at: location), Setting($0.value, at: location)) })
      }
    self.init(content, at: location)
  }
}
