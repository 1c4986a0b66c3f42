/// Records what a type requests while it is decoded once.
final class Recording {
  enum Experiment {
    case everything
    case without(Set<String>)
    case refusing(String)
    /// Refuses to provide any decoding container.
    case refusingAll
    case instead(String, Scalar)
    /// Supplies numbers and strings that differ from the samples in every field.
    case others(Int)
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
  /// The field names whose presence the type has tested.
  private(set) var lookedFor: [String] = []
  /// Whether the type may accept fields that cannot be found, because of the way it uses the decoding container.
  var isOpaque = false
  /// Whether the type requested its first field before it tested any name for presence or listed all names.
  private(set) var isSureOfFirst = false
  private(set) var readsInSeveralWays = false
  private var refusals = 0

  init(_ recorder: SchemaRecorder, _ experiment: Experiment) {
    self.recorder = recorder
    self.experiment = experiment
  }

  /// Records that a field was requested. Returns a sample value.
  func value<Value: Decodable>(_ type: Value.Type, for key: any CodingKey, isOptional: Bool) throws -> Value? {
    let name = key.stringValue
    let shape = recorder.shape(of: type)
    record(shape.field, name, isOptional: isOptional)
    switch experiment {
    case .without(let names) where names.contains(name):
      if isOptional { return nil }
      throw absence(of: key)
    case .refusing(name):
      throw refusal(of: type)
    case .instead(name, let scalar):
      return try SettingsDecoder(trying: scalar).decode(type)
    case .others(let round):
      if let scalar = shape.field.otherValues(round) { return try SettingsDecoder(trying: scalar).decode(type) }
    default: break
    }
    if let sample = shape.sample as? Value { return sample }
    if isOptional { return nil }
    throw NoSample()
  }

  func absence(of key: any CodingKey) -> any Error {
    DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: Self.mark))
  }

  /// Returns an error that refuses a value, and notes if the type tries to read the value in several ways.
  func refusal(of type: any Any.Type) -> any Error {
    refusals += 1
    if refusals > 1 { readsInSeveralWays = true }
    return DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: Self.mark))
  }

  /// The description that identifies the recorder's own errors.
  private static let mark = "refused by the recorder"

  /// Whether the type passed on one of the recorder's own errors.
  static func isOwn(_ error: any Error) -> Bool { (error as? DecodingError)?.context?.debugDescription == mark }

  func record(_ field: SettingsField, _ name: String, isOptional: Bool) {
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      if fields.isEmpty { isSureOfFirst = lookedFor.isEmpty && !isOpaque }
      var field = field
      field.name = name
      // The field must be present but may be null.
      if field.isOptional, !isOptional { field.acceptAnything() }
      field.isOptional = isOptional
      fields.append(field)
      return
    }
    // A field that is read as two types, such as a number and, if that fails, a string, counts as accepting anything.
    if fields[index].type != field.type { fields[index].acceptAnything() }
  }

  /// Records that a field was tested for presence; returns whether it is present.
  func look(for key: any CodingKey) -> Bool {
    if !lookedFor.contains(key.stringValue) { lookedFor.append(key.stringValue) }
    return !isWithout(key)
  }

  func isWithout(_ key: any CodingKey) -> Bool {
    if case .without(let names) = experiment { return names.contains(key.stringValue) }
    return false
  }
}

extension SettingsDecoder {
  /// Creates a decoder of a value that no manifest contains.
  init(trying scalar: Scalar) {
    self.init(setting: Setting(scalar.content, at: SourceFile(path: "", bytes: []).beginning))
  }
}

/// Stops decoding if there is no sample for a requested value.
struct NoSample: Error {}

extension SettingsField {
  /// More values to try: an enumeration's other cases or, for any other type, a few ordinary values. Extreme values are
  /// avoided, since the program's own code may trap on them.
  var otherValues: [Scalar] {
    switch type {
    case .bool: [.bool(true)]
    case .enumeration(let cases): Array(cases.dropFirst())
    default: [otherValues(0), otherValues(1)].compactMap(\.self)
    }
  }

  /// Another number or string of the field's type, different in each round.
  func otherValues(_ round: Int) -> Scalar? {
    switch type {
    case .int:
      [2, 97].map { Swift.max($0, minimum ?? $0) }.map { .int(Swift.min($0, maximum ?? $0)) }[round]
    case .float, .float32: [.float(2.5), .int(97)][round]
    case .string: [.string("other"), .string("7")][round]
    default: nil
    }
  }

  /// Describes the field as one that accepts any value.
  mutating func acceptAnything() { (type, minimum, maximum) = (.opaque, nil, nil) }
}
