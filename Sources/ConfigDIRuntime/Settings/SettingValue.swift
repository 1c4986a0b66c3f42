/// A type that a setting can have as one value, beyond the types that Swift decodes by itself. It says how the value is
/// written in a manifest, and what the catalog says of it.
///
/// Strings, truth values, integers, floating-point numbers, `Duration` (`30s`) and ``ByteSize`` (`64KiB`) conform. Give
/// your own types a conformance, and types of other modules such as `URL`:
///
/// ```swift
/// extension URL: @retroactive SettingValue {
///   public static var schema: SettingSchema { .url }
///   public static var sample: URL { URL(filePath: "/") }
///   public init(setting: Setting) throws {
///     guard let url = URL(string: try setting.string) else { throw setting.error("not a URL") }
///     self = url
///   }
/// }
/// ```
///
/// A type that conforms is `Decodable` too, like all fields of a settings type; this reading comes before its own.
///
/// An enumeration that is `CaseIterable` and has raw values needs no conformance in settings. For ``Configuration``
/// declaring the conformance is enough: `enum Engine: String, CaseIterable, SettingValue { case v1, v2 }`.
public protocol SettingValue: Sendable {
  /// The kind of value that the catalog gives for such a setting.
  static var schema: SettingSchema { get }

  /// Any valid value. Settings types are examined with it, and it takes the place of a parameter's value that is not
  /// known yet.
  static var sample: Self { get }

  /// Reads the value.
  ///
  /// - Throws: ``Setting/error(_:)``, so that the message is shown at the setting's line.
  init(setting: Setting) throws
}

/// The kind of value that a setting takes.
public struct SettingSchema: Sendable, Hashable {
  package let type: SettingType
  package var minimum: Int?
  package var maximum: Int?

  init(_ type: SettingType, minimum: Int? = nil, maximum: Int? = nil) {
    self.type = type
    self.minimum = minimum
    self.maximum = maximum
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
  /// A URL, written as text.
  public static let url = SettingSchema(.url)
  /// A date, written as text.
  public static let date = SettingSchema(.date)
  /// Anything: the checker does not check such a setting; the running program does.
  public static let opaque = SettingSchema(.opaque)

  /// One of these texts.
  public static func enumeration(_ cases: [String]) -> SettingSchema {
    SettingSchema(.enumeration(cases: cases.map { .string($0) }))
  }

  /// A whole number in a range.
  public static func int(in range: ClosedRange<Int>) -> SettingSchema {
    SettingSchema(.int, minimum: range.lowerBound, maximum: range.upperBound)
  }
}
