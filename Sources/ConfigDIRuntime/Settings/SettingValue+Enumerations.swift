extension SettingValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The texts of the cases.
  public static var schema: SettingSchema { .cases(of: Self.self) }
  /// The first case.
  public static var sample: Self { allCases[allCases.startIndex] }
  /// The case with this text.
  public init(setting: Setting) throws {
    guard case .string(let text) = setting.content, let value = Self(rawValue: text) else {
      throw setting.noCase(of: Self.self)
    }
    self = value
  }
}

extension SettingValue where Self: CaseIterable & RawRepresentable, RawValue: FixedWidthInteger {
  /// The numbers of the cases.
  public static var schema: SettingSchema { .cases(of: Self.self) }
  /// The first case.
  public static var sample: Self { allCases[allCases.startIndex] }
  /// The case with this number.
  public init(setting: Setting) throws {
    guard let number: RawValue = try? setting.integer(), let value = Self(rawValue: number) else {
      throw setting.noCase(of: Self.self)
    }
    self = value
  }
}

extension SettingSchema {
  fileprivate static func cases(of type: any Any.Type) -> SettingSchema {
    EnumeratedCases(of: type).map { SettingSchema($0.type) } ?? .opaque
  }
}

extension Setting {
  fileprivate func noCase<Enumeration: SettingValue>(of type: Enumeration.Type) -> any Error {
    SettingProblem(
      .wrong, .mismatch(self, type.schema.type), at: location, help: EnumeratedCases(of: type)?.help(for: self) ?? [])
  }
}
