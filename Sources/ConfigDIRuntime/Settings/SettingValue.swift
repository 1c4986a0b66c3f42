/// A type of setting that is written as a single value. The conformance defines how the value is written in a manifest,
/// and how the catalog describes such a setting.
///
/// Strings, booleans, integers, floating-point numbers, `Duration` (`30s`) and ``ByteSize`` (`64KiB`) need no
/// conformance. The product `ConfigDIFoundation` adds `URL`, `UUID`, `Date`, `Data` and `Decimal`. Make your own types
/// conform:
///
/// ```swift
/// struct Country: Decodable {
///   let code: String
/// }
///
/// extension Country: SettingValue {
///   static var schema: SettingSchema { .enumeration(["DE", "FR"]) }
///   static var sample: Country { Country(code: "DE") }
///   init(setting: Setting) throws { self.init(code: try setting.string) }
/// }
/// ```
///
/// A conforming type must also be `Decodable`, like all fields of a settings type, but ``init(setting:)`` takes
/// precedence. The checker accepts every value that the schema allows, so ``init(setting:)`` should accept these values
/// too.
///
/// A `CaseIterable` enumeration with raw values needs no conformance for use in settings. For use with
/// ``ExposedParameters``, declaring the conformance is enough:
/// `enum Engine: String, CaseIterable, SettingValue { case v1, v2 }`.
public protocol SettingValue: SettingConvertible {
  /// The kind of value that the catalog describes and the checker accepts for such a setting.
  static var schema: SettingSchema { get }

  /// Any valid value. ConfigDI uses it to examine settings types and to replace parameter values that are not yet
  /// known.
  static var sample: Self { get }

  /// Creates the value from a setting.
  ///
  /// - Throws: ``Setting/error(_:)``, so that the message is shown at the setting's line.
  init(setting: Setting) throws
}

/// The kind of value that a setting takes.
public struct SettingSchema: Sendable, Hashable {
  /// A field of this kind, without a name.
  package let field: SettingsField

  package init(_ type: SettingType, minimum: Int? = nil, maximum: Int? = nil) {
    field = SettingsField("", type, minimum: minimum, maximum: maximum)
  }

  /// Text.
  public static let string = SettingSchema(.string)
  /// A whole number.
  public static let int = SettingSchema(.int)
  /// A number.
  public static let float = SettingSchema(.float)
  /// `true` or `false`.
  public static let bool = SettingSchema(.bool)
  /// A duration such as `250ms`, `30s`, `5m`, `2h` or `1d`.
  public static let duration = SettingSchema(.duration)
  /// A size such as `512`, `64KiB` or `10MB`.
  public static let bytes = SettingSchema(.bytes)
  /// An absolute URL, written as text.
  public static let url = SettingSchema(.url)
  /// Any value. Only the running program checks it.
  public static let opaque = SettingSchema(.opaque)

  /// One of these strings.
  public static func enumeration(_ cases: [String]) -> SettingSchema {
    SettingSchema(.enumeration(cases: cases.map { .string($0) }))
  }

  /// A whole number in a range.
  public static func int(in range: ClosedRange<Int>) -> SettingSchema {
    SettingSchema(.int, minimum: range.lowerBound, maximum: range.upperBound)
  }
}
