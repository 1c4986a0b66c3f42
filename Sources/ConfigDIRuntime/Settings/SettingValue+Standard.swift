extension String: SettingValue {
  public static var schema: SettingSchema { .string }
  public static var sample: String { "sample" }
  public init(setting: Setting) throws { self = try setting.string }
}

extension Bool: SettingValue {
  public static var schema: SettingSchema { .bool }
  public static var sample: Bool { false }
  public init(setting: Setting) throws { self = try setting.bool }
}

extension Double: SettingValue {
  public static var schema: SettingSchema { .float }
  public static var sample: Double { 1 }
  public init(setting: Setting) throws { self = try setting.double }
}

extension Float: SettingValue {
  /// A number that fits 32 bits.
  public static var schema: SettingSchema { SettingSchema(.float32) }
  public static var sample: Float { 1 }
  public init(setting: Setting) throws {
    let number = try setting.double
    let greatest = SettingType.greatestFloat
    guard !number.isFinite || abs(number) <= greatest else {
      throw SettingProblem(.wrong, .outOfRange(setting, -greatest, greatest), at: setting.location)
    }
    self = Float(number)
  }
}

extension SettingValue where Self: FixedWidthInteger {
  /// A whole number, with those bounds of the type that differ from the bounds of `Int`.
  public static var schema: SettingSchema {
    SettingSchema(
      .int, minimum: Int(exactly: min).flatMap { $0 == .min ? nil : $0 },
      maximum: Int(exactly: max).flatMap { $0 == .max ? nil : $0 })
  }
  public static var sample: Self { 1 }
  public init(setting: Setting) throws { self = try setting.integer() }
}

extension Int: SettingValue {}
extension Int8: SettingValue {}
extension Int16: SettingValue {}
extension Int32: SettingValue {}
extension Int64: SettingValue {}
extension UInt: SettingValue {}
extension UInt8: SettingValue {}
extension UInt16: SettingValue {}
extension UInt32: SettingValue {}
extension UInt64: SettingValue {}

extension Duration: SettingValue {
  public static var schema: SettingSchema { .duration }
  public static var sample: Duration { .seconds(1) }
  public init(setting: Setting) throws {
    guard case .string(let text) = setting.content, let duration = Quantity.duration(text) else {
      throw setting.mismatch(.duration)
    }
    self = duration
  }
}
