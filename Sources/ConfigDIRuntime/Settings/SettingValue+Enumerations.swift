extension SettingValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// Accepts the raw values of the cases.
  public static var schema: SettingSchema { .cases(of: Self.self) }
  /// The first case.
  public static var sample: Self { allCases[allCases.startIndex] }
  /// Creates the case whose raw value is this string.
  public init(setting: Setting) throws {
    guard case .string(let text) = setting.content, let value = Self(rawValue: text) else {
      throw setting.noCase(of: Self.self)
    }
    self = value
  }
}

extension SettingValue where Self: CaseIterable & RawRepresentable, RawValue: FixedWidthInteger {
  /// Accepts the raw values of the cases.
  public static var schema: SettingSchema { .cases(of: Self.self) }
  /// The first case.
  public static var sample: Self { allCases[allCases.startIndex] }
  /// Creates the case whose raw value is this number.
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
      .wrong, .mismatch(self, type.schema.field.type), at: location,
      help: EnumeratedCases(of: type).map { suggestions(among: $0.cases) } ?? [])
  }
}

/// The cases of a `CaseIterable` enumeration whose raw values are strings or numbers. 32-bit floating-point numbers are
/// excluded, since their written and stored values differ.
struct EnumeratedCases {
  private(set) var cases: [Scalar] = []
  let sample: Any

  var type: SettingType { .enumeration(cases: cases) }

  init?(of type: any Any.Type) {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    self.init(enumeration: type)
  }

  private init?<Enumeration: CaseIterable & RawRepresentable>(enumeration type: Enumeration.Type) {
    guard let sample = Enumeration.allCases.first else { return nil }
    self.sample = sample
    for value in Enumeration.allCases {
      if let text = value.rawValue as? String {
        cases.append(.string(text))
      } else if let number = value.rawValue as? any FixedWidthInteger, let integer = Int(exactly: number) {
        cases.append(.int(integer))
      } else if let number = value.rawValue as? Double, number.isFinite {
        cases.append(.float(number))
      } else {
        return nil
      }
    }
  }
}
