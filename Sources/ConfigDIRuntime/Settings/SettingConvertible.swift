/// A type whose values can be used for settings and parameters: Swift's own types, those in `ConfigDIFoundation`,
/// arrays and dictionaries of these, and a program's own types.
///
/// ```swift
/// $0.use("account", for: (any Session).self, settings: ["id": user.id, "timeout": Duration.seconds(5)])
/// ```
///
/// Text is literal. To insert a parameter with `${name}`, write `.template("${server.url}/v2")`.
///
/// For an enumeration with raw values, declaring the conformance is enough. Any other type conforms to
/// ``SettingValue``. If a program changes a setting to such a value, the setting's text is the value's description.
public protocol SettingConvertible: Sendable {}

/// Text that refers to parameters: `.template("${server.url}/v2")`.
public struct SettingTemplate: SettingConvertible {
  let text: String
}

extension SettingConvertible where Self == SettingTemplate {
  /// Text in which `${name}` inserts a parameter, as in a manifest.
  public static func template(_ text: String) -> SettingTemplate { SettingTemplate(text: text) }
}

extension Array: SettingConvertible where Element: SettingConvertible {}
extension Dictionary: SettingConvertible where Key == String, Value: SettingConvertible {}

extension YAMLValue {
  /// Converts a Swift value to YAML, as written in a manifest.
  package init(_ value: any SettingConvertible) {
    switch value {
    case let value as any StandardSetting: self = value.yaml
    case let template as SettingTemplate: self = .text(template.text)
    case let elements as [any SettingConvertible]: self = .list(elements.map { YAMLValue($0) })
    case let entries as [String: any SettingConvertible]: self.init(entries: entries)
    case let value as any RawRepresentable:
      if let raw = value.rawValue as? any StandardSetting { self = raw.yaml } else { self = .literal("\(value)") }
    default: self = .literal("\(value)")
    }
  }

  /// Creates a mapping, sorted by name.
  package init(entries: [String: any SettingConvertible]) {
    self = .map(entries.sorted { $0.key < $1.key }.map { Entry($0.key, YAMLValue($0.value)) })
  }

  /// Creates literal text. Characters that would refer to a parameter are escaped.
  package static func literal(_ text: String) -> YAMLValue {
    var literal: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), literal.last == UInt8(ascii: "$") { literal.append(UInt8(ascii: "$")) }
      literal.append(byte)
    }
    return .text(String(decoding: literal, as: UTF8.self))
  }
}
