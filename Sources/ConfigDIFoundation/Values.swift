public import ConfigDIRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: SettingValue {
  /// An absolute URL.
  public static var schema: SettingSchema { .url }
  /// `https://example.com`.
  public static var sample: URL { URL(string: SettingSchema.url.example) ?? URL(fileURLWithPath: "/") }
  /// Reads an absolute URL, such as `https://example.com/v1`.
  public init(setting: Setting) throws {
    guard let url = ValueText.isURL(try setting.string) ? URL(string: try setting.string) : nil else {
      throw setting.expected(.url)
    }
    self = url
  }
}

extension UUID: SettingValue {
  /// A UUID in its usual form.
  public static var schema: SettingSchema { .uuid }
  /// A UUID of zeros.
  public static var sample: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  /// Reads a UUID such as `6e2b9ad4-0c1f-4c57-9f0a-3d5b7c1e2a48`.
  public init(setting: Setting) throws {
    guard let bytes = ValueText.uuid(try setting.string) else { throw setting.expected(.uuid) }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Date: SettingValue {
  /// A date of ISO 8601.
  public static var schema: SettingSchema { .date }
  /// The beginning of 1970.
  public static var sample: Date { Date(timeIntervalSince1970: 0) }
  /// Reads a date such as `2026-01-31`, which begins at midnight UTC, or `2026-01-31T12:00:00+01:00`.
  public init(setting: Setting) throws {
    guard let instant = ValueText.instant(try setting.string) else { throw setting.expected(.date) }
    self.init(timeIntervalSince1970: instant)
  }
}

extension Data: SettingValue {
  /// Bytes in base 64.
  public static var schema: SettingSchema { .base64 }
  /// No bytes.
  public static var sample: Data { Data() }
  /// Reads bytes such as `c2FtcGxl`.
  public init(setting: Setting) throws {
    guard let bytes = ValueText.base64(try setting.string) else { throw setting.expected(.base64) }
    self.init(bytes)
  }
}

extension Decimal: SettingValue {
  /// A decimal number of at most 38 digits.
  public static var schema: SettingSchema { .decimal }
  /// One.
  public static var sample: Decimal { 1 }
  /// Reads a number such as `9.99`; one of more than 15 digits is written as text.
  public init(setting: Setting) throws {
    guard let parts = setting.decimalParts else { throw setting.expected(.decimal) }
    var significand = Decimal(0)
    for digit in parts.digits { significand = significand * 10 + Decimal(Int(digit)) }
    self.init(sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: significand)
  }
}
