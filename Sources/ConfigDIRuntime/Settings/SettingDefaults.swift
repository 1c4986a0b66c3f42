/// Default values by name, written as in a manifest, for settings that the manifest omits.
///
/// ```swift
/// static let defaults: SettingDefaults = ["timeout": "30s", "retry": ["attempts": 3], "hosts": ["a", "b"]]
/// ```
///
/// If a default is a nested object, the manifest overrides each of its fields separately.
public struct SettingDefaults: Sendable, ExpressibleByDictionaryLiteral {
  package let entries: [(name: String, value: SettingDefault)]

  /// Creates defaults from a literal. If two have the same name, the last one wins.
  public init(dictionaryLiteral entries: (String, SettingDefault)...) {
    self.entries = SettingDefault.lastOfEachName(entries)
  }
}

/// One default, written as a literal: a string, a number, a boolean, a list or an object.
public struct SettingDefault: Sendable {
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
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { content = .bool(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { content = .int(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { content = .float(value) }
  /// Creates text, also for durations and sizes: `"30s"`, `"64KiB"`.
  public init(stringLiteral value: String) { content = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: SettingDefault...) { content = .list(elements) }
  /// Creates a nested object or a mapping.
  public init(dictionaryLiteral elements: (String, SettingDefault)...) {
    content = .map(Self.lastOfEachName(elements))
  }

  fileprivate static func lastOfEachName(
    _ entries: [(String, SettingDefault)]
  ) -> [(name: String, value: SettingDefault)] {
    entries.enumerated().filter { index, entry in !entries[(index + 1)...].contains { $0.0 == entry.0 } }
      .map { (name: $1.0, value: $1.1) }
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
