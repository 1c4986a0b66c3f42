extension Setting {
  /// The text; throws if the setting is not text. A number or boolean that is meant as text must be quoted in the
  /// manifest.
  public var string: String {
    get throws {
      if case .string(let text) = content { return text }
      throw mismatch(.string)
    }
  }

  /// The whole number; throws if the setting is not a whole number. `3.0` counts as one.
  public var int: Int {
    get throws { try integer() }
  }

  /// The number; throws if the setting is not a number.
  public var double: Double {
    get throws {
      switch content {
      case .float(let number): return number
      case .int(let number): return Double(number)
      default: throw mismatch(.float)
      }
    }
  }

  /// The boolean; throws if the setting is not a boolean.
  public var bool: Bool {
    get throws {
      if case .bool(let truth) = content { return truth }
      throw mismatch(.bool)
    }
  }

  /// An error at the location of this setting, for ``SettingValue/init(setting:)`` to throw.
  ///
  /// - Parameter message: What is wrong, in lowercase and without a period: `not a URL`. The message need not repeat
  ///   the value.
  public func error(_ message: String) -> any Error {
    SettingProblem(.wrong, "\(summary) is \(message)", at: location)
  }

  /// The error for a value that is not of the expected kind.
  package func expected(_ schema: SettingSchema) -> any Error { mismatch(schema.type) }

  /// The parts of a decimal number, which may be written as a number or as text.
  package var decimalParts: ValueText.DecimalParts? {
    switch content {
    case .int(let number): ValueText.decimal("\(number)")
    case .float(let number): ValueText.decimal("\(number)")
    case .string(let text): ValueText.decimal(text)
    default: nil
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws -> Value {
    let value: Value?
    switch content {
    case .int(let number): value = Value(exactly: number)
    case .float(let number) where number.rounded(.towardZero) == number: value = Value(exactly: number)
    default: throw mismatch(.int)
    }
    guard let value else { throw SettingProblem(.wrong, .outOfRange(self, Value.min, Value.max), at: location) }
    return value
  }

  func mismatch(_ type: SettingType) -> any Error {
    if case .unknown = content { return SettingProblem(.unknownValue, .mismatch(self, type), at: location) }
    return SettingProblem(.wrong, .mismatch(self, type), at: location, help: .quoting(self, type))
  }
}
