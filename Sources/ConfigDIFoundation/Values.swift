public import ConfigDIRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { .url }
  package static var settingSample: URL { URL(string: SettingType.url.example) ?? URL(fileURLWithPath: "/") }
  package var yaml: YAMLValue { .literal(absoluteString) }
  /// Reads an absolute URL, such as `https://example.com/v1`.
  package init(reading setting: Setting) throws {
    guard let url = ValueText.isURL(try setting.string) ? URL(string: try setting.string) : nil else {
      throw setting.mismatch(.url)
    }
    self = url
  }
}

extension UUID: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { SettingSchema(.uuid) }
  package static var settingSample: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  package var yaml: YAMLValue { .literal(uuidString.lowercased()) }
  /// Reads a UUID such as `6e2b9ad4-0c1f-4c57-9f0a-3d5b7c1e2a48`.
  package init(reading setting: Setting) throws {
    guard let bytes = ValueText.uuid(try setting.string) else { throw setting.mismatch(.uuid) }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Date: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { SettingSchema(.date) }
  package static var settingSample: Date { Date(timeIntervalSince1970: 0) }
  package var yaml: YAMLValue {
    let seconds = timeIntervalSince1970.rounded(.down)
    // A calendar would write dates before 1582 as Julian ones. Other years than 0 to 9999 cannot be read anyway.
    let text = ValueText.text(ofInstant: seconds) ?? Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    let fraction = timeIntervalSince1970 - seconds
    guard fraction > 0 else { return .literal(text) }
    let digits = "\(min(1_999_999_999, 1_000_000_000 + Int((fraction * 1e9).rounded())))".dropFirst()
    return .literal(text.replacing("Z", with: ".\(digits)Z"))
  }
  /// Reads a date such as `2026-01-31`, which means midnight UTC, or `2026-01-31T12:00:00+01:00`.
  package init(reading setting: Setting) throws {
    guard let instant = ValueText.instant(try setting.string) else { throw setting.mismatch(.date) }
    self.init(timeIntervalSince1970: instant)
  }
}

extension Data: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { SettingSchema(.base64) }
  package static var settingSample: Data { Data() }
  package var yaml: YAMLValue { .literal(base64EncodedString()) }
  /// Reads base64-encoded bytes such as `c2FtcGxl`.
  package init(reading setting: Setting) throws {
    guard let bytes = Base64.bytes(try setting.string) else { throw setting.mismatch(.base64) }
    self.init(bytes)
  }
}

extension Decimal: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { SettingSchema(.decimal) }
  package static var settingSample: Decimal { 1 }
  package var yaml: YAMLValue { .literal("\(self)") }
  /// Reads a number such as `9.99`. A number with more than 15 digits must be written as a string.
  package init(reading setting: Setting) throws {
    guard let parts = setting.decimalParts else { throw setting.mismatch(.decimal) }
    var significand = Decimal(0)
    for digit in parts.digits { significand = significand * 10 + Decimal(Int(digit)) }
    self.init(sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: significand)
  }
}
