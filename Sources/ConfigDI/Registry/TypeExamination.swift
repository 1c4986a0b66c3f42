/// Finds a type's shape by decoding it again and again.
struct TypeExamination {
  let shape: SchemaRecorder.Shape

  init<Value: Decodable>(_ type: Value.Type, _ recorder: SchemaRecorder) {
    let first = Recording(recorder, .everything)
    let sample = try? Value(from: RecordingDecoder(first))
    guard case .keyed = first.form else {
      // Even where it throws after reading one value, that value's type is known.
      var field = if case .single(let field) = first.form { field } else { SettingsField("", .opaque) }
      var asksForMore = false
      if Self.decodes(type, recorder, .refusing(""), &asksForMore, []) { field = SettingsField("", .opaque) }
      shape = SchemaRecorder.Shape(field: field, sample: sample)
      return
    }
    var fields = first.fields
    var isOpaque = first.isOpaque || sample == nil
    if sample != nil {
      isOpaque = Self.vary(&fields, of: type, recorder) || isOpaque
    }
    shape = SchemaRecorder.Shape(
      field: SettingsField("", .object(fields: fields, isOpaque: isOpaque)), sample: sample)
  }

  /// Corrects the fields by what decoding does without them and with other values; whether it showed that there may be
  /// more of them.
  private static func vary<Value: Decodable>(
    _ fields: inout [SettingsField], of type: Value.Type, _ recorder: SchemaRecorder
  ) -> Bool {
    let names = fields.map(\.name)
    var asksForMore = false
    for index in fields.indices {
      let name = names[index]
      if !fields[index].isOptional, decodes(type, recorder, .without(name), &asksForMore, names) {
        fields[index].isOptional = true
      }
      if decodes(type, recorder, .refusing(name), &asksForMore, names) {
        fields[index].type = .opaque
        fields[index].minimum = nil
        fields[index].maximum = nil
      }
      for other in alternatives(to: fields[index].type) {
        _ = decodes(type, recorder, .instead(name, other), &asksForMore, names)
      }
    }
    return asksForMore
  }

  private static func decodes<Value: Decodable>(
    _ type: Value.Type, _ recorder: SchemaRecorder, _ experiment: Recording.Experiment, _ asksForMore: inout Bool,
    _ names: [String]
  ) -> Bool {
    let recording = Recording(recorder, experiment)
    let succeeded = (try? Value(from: RecordingDecoder(recording))) != nil
    let asked = Set(recording.fields.map(\.name))
    if !asked.isSubset(of: names) { asksForMore = true }
    return succeeded || recording.readsInSeveralWays
  }

  /// Values on which decoding may branch.
  private static func alternatives(to type: SettingType) -> [Scalar] {
    switch type {
    case .bool: [.bool(true)]
    case .enumeration(let cases): Array(cases.dropFirst())
    default: []
    }
  }
}

/// What one decoding asked for.
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
  /// Whether it did what shows that there may be more fields.
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

  /// Counts the ways in which the refused value is read.
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
    // Read twice as different types, such as a number or else a text.
    if fields[index].type != field.type { fields[index].type = .opaque }
  }

  func isWithout(_ key: any CodingKey) -> Bool {
    if case .without(key.stringValue) = experiment { return true }
    return false
  }
}

/// What stops a decoding that needs a value of which there is no sample.
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
