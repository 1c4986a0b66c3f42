/// Decodes a setting and everything inside it. Errors have the location of the rejected value.
struct SettingsDecoder: Decoder, SingleValueDecodingContainer {
  var setting: Setting
  var codingPath: [any CodingKey] = []
  var run = DecodingRun()
  /// Whether secrets are allowed, because the value is inside a `Secret`.
  var allowsSecrets = false

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let entries) = setting.content else {
      throw failure(.mismatch(setting, .object(fields: [], isOpaque: true)))
    }
    return KeyedDecodingContainer(KeyedSettings(self, entries))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch setting.content {
    case .list(let elements):
      return UnkeyedSettings(decoder: self, elements: elements)
    case .unknown(nil), .unknown(.list?):
      run.metUnknownValue = true
      return UnkeyedSettings(decoder: self, elements: [])
    default:
      throw failure(.mismatch(setting, .list(of: SettingsField("", .opaque))))
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { setting.isNull }

  /// Decodes the setting, using the type's ``SettingReader`` if there is one.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let reader = SettingReader(type) { return try read(reader, as: type) }
    if let defaulted = type as? any ServiceSettings.Type {
      return try Value(from: with(setting.layered(over: defaulted.defaults.json)))
    }
    if let named = type as? any NamedValues.Type, let value = try named.read(from: self) as? Value { return value }
    let cases = EnumeratedCases(of: type)
    if case .unknown(let parameter) = setting.content, let cases, cases.type.accepts(parameter),
      let sample = cases.sample as? Value
    {
      run.metUnknownValue = true
      return sample
    }
    do {
      return try Value(from: self)
    } catch {
      if let cases {
        throw setting.isOne(of: cases.cases)
          ? error : failure(.mismatch(setting, cases.type), help: setting.suggestions(among: cases.cases))
      }
      guard let help = FoundationValue(type)?.help else { throw error }
      throw failure((error as? DecodingError)?.context?.debugDescription ?? "\(error)", help: [help])
    }
  }

  private func read<Value>(_ reader: SettingReader, as type: Value.Type) throws -> Value {
    if !allowsSecrets, setting.secret != nil {
      throw failure("\(setting.summary) is used in a setting that is not declared secret", kind: .exposed)
    }
    do {
      if let value = try reader.read(setting, run) as? Value { return value }
    } catch let problem as SettingProblem {
      throw DecodingError(problem, at: codingPath, type: type)
    }
    throw failure(.mismatch(setting, reader.schema.field.type))
  }

  func with(_ setting: Setting) -> SettingsDecoder {
    SettingsDecoder(setting: setting, codingPath: codingPath, run: run, allowsSecrets: allowsSecrets)
  }

  /// A decoder for a nested setting, which is secret if this setting is.
  func child(_ setting: Setting, _ key: any CodingKey) -> SettingsDecoder {
    SettingsDecoder(
      setting: setting.inheriting(self.setting.secret), codingPath: codingPath + [key], run: run,
      allowsSecrets: allowsSecrets)
  }

  /// The error for a secret that the settings type's own code rejects. That code's message may repeat the value.
  var rejection: DecodingError {
    let path = codingPath.map(\.stringValue).joined(separator: ".")
    return failure(
      "setting '\(path)': \(setting.summary) was rejected by the settings type",
      kind: run.metUnknownValue ? .unknownValue : .wrong)
  }

  func failure(_ message: String, kind: SettingProblem.Kind = .wrong, help: [String] = []) -> DecodingError {
    let kind = kind == .wrong && !setting.isKnown ? .unknownValue : kind
    let problem = SettingProblem(kind, message, at: setting.location, help: help)
    return DecodingError(problem, at: codingPath, type: Any.self)
  }
}

/// What happened while one factory's settings were decoded.
final class DecodingRun {
  /// Whether a sample replaced an unknown value. If so, an error thrown by the type's own code may be wrong.
  var metUnknownValue = false
}

extension DecodingError {
  /// Wraps a problem in the type of error that `Decodable` code expects.
  init(_ problem: SettingProblem, at path: [any CodingKey], type: any Any.Type) {
    let context = Context(codingPath: path, debugDescription: problem.message, underlyingError: problem)
    switch problem.kind {
    case .missing: self = .keyNotFound(path.last ?? NamedKey(stringValue: ""), context)
    case .wrong, .exposed, .unknownValue: self = .typeMismatch(type, context)
    }
  }

  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
