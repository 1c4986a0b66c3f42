/// The values that one decoding asked for.
final class Recording {
  enum Experiment {
    case everything
    case without(String)
    case refusing(String)
    case instead(String, Scalar)
  }

  enum Form {
    case untouched
    case keyed
    case single(SettingsField)
    case other
  }

  let recorder: SchemaRecorder
  let experiment: Experiment
  var form = Form.untouched
  private(set) var fields: [SettingsField] = []
  /// Whether it used the container in a way that shows that there may be more fields.
  var isOpaque = false
  private(set) var readsInSeveralWays = false
  private var refusals = 0

  init(_ recorder: SchemaRecorder, _ experiment: Experiment) {
    self.recorder = recorder
    self.experiment = experiment
  }

  /// A field that was asked for, with the value that it gets.
  func value<Value: Decodable>(_ type: Value.Type, for key: any CodingKey, isOptional: Bool) throws -> Value? {
    let name = key.stringValue
    let shape = recorder.shape(of: type)
    record(shape.field, name, isOptional: isOptional)
    switch experiment {
    case .without(name):
      if isOptional { return nil }
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: ""))
    case .refusing(name):
      throw refusal(of: type)
    case .instead(name, let scalar):
      let nowhere = SourceFile(path: "", bytes: []).beginning
      return try SettingsDecoder(Setting(scalar, at: nowhere), run: DecodingRun()).decode(type)
    default: break
    }
    if let sample = shape.sample as? Value { return sample }
    if isOptional { return nil }
    throw NoSample()
  }

  /// The error for a value that is refused. Counts the ways in which it is read.
  func refusal(of type: any Any.Type) -> any Error {
    refusals += 1
    if refusals > 1 { readsInSeveralWays = true }
    return DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: ""))
  }

  func record(_ field: SettingsField, _ name: String, isOptional: Bool) {
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      var field = field
      field.name = name
      field.isOptional = field.isOptional || isOptional
      fields.append(field)
      return
    }
    // A field that is read as two types, such as a number or else a text, may be anything.
    if fields[index].type != field.type { fields[index].type = .opaque }
  }

  func isWithout(_ key: any CodingKey) -> Bool {
    if case .without(key.stringValue) = experiment { return true }
    return false
  }
}

/// Stops a decoding that needs a value for which there is no sample.
struct NoSample: Error {}

extension Setting {
  init(_ scalar: Scalar, at location: SourceLocation) {
    let content: Content =
      switch scalar {
      case .null: .null
      case .bool(let truth): .bool(truth)
      case .int(let number): .int(number)
      case .float(let number): .float(number)
      case .string(let text): .string(text)
      }
    self.init(content, at: location)
  }
}
