extension Setting {
  /// The setting as text; throws if it is not text. Numbers and booleans that are meant as text need quotes in the
  /// manifest.
  public var string: String {
    get throws {
      if case .string(let text) = content { return text }
      throw mismatch(.string)
    }
  }

  /// The setting as a whole number, such as `3` or `3.0`; throws for any other value.
  public var int: Int {
    get throws { try integer() }
  }

  /// The setting as a number; throws if it is not a number.
  public var double: Double {
    get throws {
      if case .float(let number)? = spelled.value(as: .float) { return number }
      throw mismatch(.float)
    }
  }

  /// The setting as a boolean; throws if it is not a boolean.
  public var bool: Bool {
    get throws {
      if case .bool(let truth) = spelled.content { return truth }
      throw mismatch(.bool)
    }
  }

  /// Creates an error at this setting's location, for ``SettingValue/init(setting:)`` to throw.
  ///
  /// - Parameter message: What is wrong, in lowercase and without a period: `not a URL`. The message need not repeat
  ///   the value.
  public func error(_ message: String) -> any Error {
    SettingProblem(.wrong, "\(summary) is \(message)", at: location)
  }

  /// Reads a decimal number, which may be written as a number or as text.
  package var decimalParts: ValueText.DecimalParts? {
    switch content {
    case .int, .float, .string: ValueText.decimal(text)
    default: nil
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws -> Value {
    let value: Value?
    switch spelled.content {
    case .int(let number): value = Value(exactly: number)
    case .float(let number) where number.rounded(.towardZero) == number:
      value = number.isRoundedToLowestInt ? nil : Value(exactly: number)
    default: throw mismatch(.int)
    }
    guard let value else { throw SettingProblem(.wrong, .outOfRange(self, Value.min, Value.max), at: location) }
    return value
  }

  /// The error for a value of the wrong kind.
  package func mismatch(_ type: SettingType) -> any Error {
    if !isKnown { return SettingProblem(.unknownValue, .mismatch(self, type), at: location) }
    return SettingProblem(.wrong, .mismatch(self, type), at: location, help: .quoting(self, type))
  }
}
