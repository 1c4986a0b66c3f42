/// A value for a setting or a parameter in a change: a standard Swift value, or a custom type.
///
/// Text is literal. To insert a parameter with `${name}`, write `.template("${server.url}/v2")`.
///
/// ```swift
/// $0.use("account", for: (any Session).self, settings: ["id": user.id, "timeout": Duration.seconds(5)])
/// ```
///
/// Custom types can conform: for an enumeration with raw values, declaring the conformance is enough.
public protocol SettingConvertible: Sendable {
  /// The value as a manifest would write it.
  var settingContent: SettingContent { get }
}

/// A value for a setting or a parameter.
public struct SettingContent: SettingConvertible {
  let value: YAMLValue

  /// This value.
  public var settingContent: SettingContent { self }
}

extension SettingConvertible where Self == SettingContent {
  /// Text in which `${name}` inserts a parameter, as in a manifest.
  public static func template(_ text: String) -> SettingContent { SettingContent(value: .text(text)) }
}

extension String: SettingConvertible {
  /// The literal text.
  public var settingContent: SettingContent { SettingContent(value: .literal(self)) }
}

extension Bool: SettingConvertible {
  /// `true` or `false`.
  public var settingContent: SettingContent { SettingContent(value: .plain("\(self)")) }
}

extension SettingConvertible where Self: FixedWidthInteger {
  /// The number.
  public var settingContent: SettingContent { SettingContent(value: .plain("\(self)")) }
}

extension Int: SettingConvertible {}
extension Int8: SettingConvertible {}
extension Int16: SettingConvertible {}
extension Int32: SettingConvertible {}
extension Int64: SettingConvertible {}
extension UInt: SettingConvertible {}
extension UInt8: SettingConvertible {}
extension UInt16: SettingConvertible {}
extension UInt32: SettingConvertible {}
extension UInt64: SettingConvertible {}

extension Double: SettingConvertible {
  /// The number.
  public var settingContent: SettingContent { SettingContent(value: YAMLValue(self)) }
}

extension Float: SettingConvertible {
  /// The number.
  public var settingContent: SettingContent { Double(self).settingContent }
}

extension Duration: SettingConvertible {
  /// The duration, to the millisecond.
  public var settingContent: SettingContent { SettingContent(value: .text(manifestText)) }
}

extension ByteSize: SettingConvertible {
  /// The size in bytes.
  public var settingContent: SettingContent { SettingContent(value: .plain("\(bytes)")) }
}

extension Array: SettingConvertible where Element: SettingConvertible {
  /// The values of the elements.
  public var settingContent: SettingContent {
    SettingContent(value: .list(map { $0.settingContent.value }))
  }
}

extension Dictionary: SettingConvertible where Key == String, Value: SettingConvertible {
  /// The values by name, sorted.
  public var settingContent: SettingContent {
    SettingContent(
      value: .map(sorted { $0.key < $1.key }.map { YAMLValue.Entry($0.key, $0.value.settingContent.value) }))
  }
}

extension SettingConvertible where Self: RawRepresentable, RawValue: SettingConvertible {
  /// The content of the raw value.
  public var settingContent: SettingContent { rawValue.settingContent }
}

/// The settings of a factory in a change: Swift values by name.
public struct ChangedSettings: Sendable, ExpressibleByDictionaryLiteral {
  let value: YAMLValue

  /// Settings by name: `["id": user.id, "url": .template("${server.url}/v2")]`.
  public init(dictionaryLiteral elements: (String, any SettingConvertible)...) {
    self.init(elements.map { (name: $0.0, value: $0.1) })
  }

  /// Settings by name, from a dictionary.
  public init(_ values: [String: any SettingConvertible]) {
    self.init(values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  private init(_ values: [(name: String, value: any SettingConvertible)]) {
    value = .map(values.map { YAMLValue.Entry($0.name, $0.value.settingContent.value) })
  }
}
