/// Supplies a sample for every requested value, and records the request.
struct RecordingDecoder: Decoder, SingleValueDecodingContainer {
  let recording: Recording

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if case .refusingAll = recording.experiment { throw recording.refusal(of: type) }
    switch recording.form {
    case .untouched, .keyed: recording.form = .keyed
    case .single, .other: recording.form = .other
    }
    return KeyedDecodingContainer(RecordedFields(recording: recording))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    recording.form = .other
    if case .refusingAll = recording.experiment { throw recording.refusal(of: [Any].self) }
    return RecordedElements(recording: recording)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Records the null test as a second way in which the type reads the value.
  func decodeNil() -> Bool {
    recording.form = .other
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let shape = recording.recorder.shape(of: type)
    switch recording.form {
    case .untouched: recording.form = .single(shape.field)
    // The value is read in several ways, for example as a number and, if that fails, as a string.
    case .single, .keyed, .other: recording.form = .other
    }
    switch recording.experiment {
    case .refusingAll: throw recording.refusal(of: type)
    case .instead("", let scalar): return try SettingsDecoder(trying: scalar).decode(type)
    default: break
    }
    guard let sample = shape.sample as? Value else { throw NoSample() }
    return sample
  }
}

private struct RecordedFields<Key: CodingKey>: NestedKeyedContainer {
  let recording: Recording

  var codingPath: [any CodingKey] { [] }

  /// Always empty. A type that lists the names may accept any name, so it is recorded as opaque.
  var allKeys: [Key] {
    recording.isOpaque = true
    return []
  }

  func contains(_ key: Key) -> Bool { recording.look(for: key) }

  /// Records the null test as a second way in which the type reads the field.
  func decodeNil(forKey key: Key) throws -> Bool {
    recording.record(SettingsField("", .opaque), key.stringValue, isOptional: false)
    if recording.isWithout(key) { throw recording.absence(of: key) }
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let value = try recording.value(type, for: key, isOptional: false) else { throw NoSample() }
    return value
  }

  func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    try recording.value(type, for: key, isOptional: true)
  }

  /// Records the field as opaque, since the type's own code may read anything in the nested container.
  func nested(_ key: any CodingKey) throws -> any Decoder {
    recording.record(SettingsField("", .opaque), key.stringValue, isOptional: false)
    if recording.isWithout(key) { throw NoSample() }
    return RecordingDecoder(recording: Recording(recording.recorder, .everything))
  }

  func superDecoder(at key: any CodingKey) throws -> any Decoder {
    recording.record(SettingsField("", .opaque), key.stringValue, isOptional: false)
    return RecordingDecoder(recording: Recording(recording.recorder, .everything))
  }
}

private struct RecordedElements: NestedUnkeyedContainer {
  let recording: Recording
  var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex >= 1 }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    guard let sample = recording.recorder.shape(of: type).sample as? Value else { throw NoSample() }
    return sample
  }

  mutating func nested() throws -> any Decoder {
    currentIndex += 1
    return RecordingDecoder(recording: Recording(recording.recorder, .everything))
  }
}
