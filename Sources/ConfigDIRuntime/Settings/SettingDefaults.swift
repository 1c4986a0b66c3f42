/// Values for settings that a manifest leaves out, by name, written as they would be in the manifest.
///
/// ```swift
/// static let defaults: SettingDefaults = ["timeout": "30s", "retry": ["attempts": 3], "hosts": ["a", "b"]]
/// ```
///
/// A default for a nested object is layered field by field under what the manifest gives.
public struct SettingDefaults: Sendable, ExpressibleByDictionaryLiteral {
  package let entries: [(name: String, value: SettingDefault)]

  /// Defaults by name. Of two for the same name, the last counts.
  public init(dictionaryLiteral entries: (String, SettingDefault)...) {
    self.entries = SettingDefault.lastOfEachName(entries)
  }
}

/// One default value: a string, a number, a truth value, a list or an object, written as a literal.
public struct SettingDefault: Sendable {
  package indirect enum Content: Sendable {
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case list([SettingDefault])
    case map([(name: String, value: SettingDefault)])
  }

  package let content: Content
}

extension SettingDefault: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { content = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { content = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { content = .float(value) }
  /// Text, which is also how durations and sizes are written: `"30s"`, `"64KiB"`.
  public init(stringLiteral value: String) { content = .string(value) }
  /// A list.
  public init(arrayLiteral elements: SettingDefault...) { content = .list(elements) }
  /// A nested object, or a mapping.
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
