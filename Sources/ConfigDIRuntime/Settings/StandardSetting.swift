/// A Swift or Foundation type that can be used for a setting. Works like ``SettingValue`` but adds no public members to
/// types such as `String` and `Bool`.
package protocol StandardSetting: SettingConvertible {
  static var settingSchema: SettingSchema { get }
  static var settingSample: Self { get }
  init(reading setting: Setting) throws
  var yaml: YAMLValue { get }
}

/// Reads values of types that conform to ``StandardSetting`` or ``SettingValue``.
enum SettingReader {
  case standard(any StandardSetting.Type)
  case own(any SettingValue.Type)

  init?(_ type: any Any.Type) {
    if let type = type as? any StandardSetting.Type {
      self = .standard(type)
    } else if let type = type as? any SettingValue.Type {
      self = .own(type)
    } else {
      return nil
    }
  }

  var schema: SettingSchema {
    switch self {
    case .standard(let type): type.settingSchema
    case .own(let type): type.schema
    }
  }

  var sample: any SettingConvertible {
    switch self {
    case .standard(let type): type.settingSample
    case .own(let type): type.sample
    }
  }

  /// Reads the value. If only the running program knows the value, and the parameter's type may fit, returns a sample
  /// instead.
  func read(_ setting: Setting, _ run: DecodingRun) throws -> any SettingConvertible {
    guard case .unknown(let parameter) = setting.content else {
      return switch self {
      case .standard(let type): try type.init(reading: setting)
      case .own(let type): try type.init(setting: setting)
      }
    }
    guard schema.field.type.accepts(parameter) else { throw setting.mismatch(schema.field.type) }
    run.metUnknownValue = true
    return sample
  }
}

extension String: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { .string }
  package static var settingSample: String { "sample" }
  package init(reading setting: Setting) throws { self = try setting.string }
  package var yaml: YAMLValue { .literal(self) }
}

extension Bool: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { .bool }
  package static var settingSample: Bool { false }
  package init(reading setting: Setting) throws { self = try setting.bool }
  package var yaml: YAMLValue { .plain("\(self)") }
}

extension Double: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { .float }
  package static var settingSample: Double { 1 }
  package init(reading setting: Setting) throws { self = try setting.double }

  package var yaml: YAMLValue {
    guard !isNaN else { return .plain(".nan") }
    guard !isInfinite else { return .plain(self < 0 ? "-.inf" : ".inf") }
    return .plain("\(self)")
  }
}

extension Float: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { SettingSchema(.float32) }
  package static var settingSample: Float { 1 }
  package init(reading setting: Setting) throws {
    let number = try setting.double
    let greatest = SettingType.greatestFloat
    guard !number.isFinite || abs(number) <= greatest else {
      throw SettingProblem(.wrong, .outOfRange(setting, -greatest, greatest), at: setting.location)
    }
    self = Float(number)
  }
  package var yaml: YAMLValue { Double(self).yaml }
}

extension StandardSetting where Self: FixedWidthInteger {
  /// A whole number, with bounds if the type's range is smaller than that of `Int`.
  package static var settingSchema: SettingSchema {
    SettingSchema(
      .int, minimum: Int(exactly: min).flatMap { $0 == .min ? nil : $0 },
      maximum: Int(exactly: max).flatMap { $0 == .max ? nil : $0 })
  }
  package static var settingSample: Self { 1 }
  package init(reading setting: Setting) throws { self = try setting.integer() }
  package var yaml: YAMLValue { .plain("\(self)") }
}

extension Int: SettingConvertible, StandardSetting {}
extension Int8: SettingConvertible, StandardSetting {}
extension Int16: SettingConvertible, StandardSetting {}
extension Int32: SettingConvertible, StandardSetting {}
extension Int64: SettingConvertible, StandardSetting {}
extension UInt: SettingConvertible, StandardSetting {}
extension UInt8: SettingConvertible, StandardSetting {}
extension UInt16: SettingConvertible, StandardSetting {}
extension UInt32: SettingConvertible, StandardSetting {}
extension UInt64: SettingConvertible, StandardSetting {}

extension Duration: SettingConvertible, StandardSetting {
  package static var settingSchema: SettingSchema { .duration }
  package static var settingSample: Duration { .seconds(1) }
  package init(reading setting: Setting) throws {
    guard case .string(let text) = setting.content, let duration = Quantity.duration(text) else {
      throw setting.mismatch(.duration)
    }
    self = duration
  }

  /// The duration in milliseconds or, if it has a smaller fraction, as a decimal number, which readers refuse.
  package var yaml: YAMLValue {
    let (seconds, attoseconds) = components
    let (milliseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    guard rest == 0 else {
      let digits = "\(1_000_000_000_000_000_000 + attoseconds.magnitude)".dropFirst()
      let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
      return .text("\(self < .zero ? "-" : "")\(seconds.magnitude).\(fraction)s")
    }
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, passes) = whole.addingReportingOverflow(milliseconds)
    return .text(isTooLong || passes || milliseconds == 0 ? "\(seconds)s" : "\(sum)ms")
  }
}
