struct KeyedSettings<Key: CodingKey>: NestedKeyedContainer {
  private let decoder: SettingsDecoder
  private let entries: [Setting.Entry]
  /// The index of each name. Created only for mappings too large for a linear search.
  private let index: [String: Int]

  init(_ decoder: SettingsDecoder, _ entries: [Setting.Entry]) {
    self.decoder = decoder
    self.entries = entries
    index =
      entries.count <= 8
      ? [:]
      : Dictionary(entries.indices.map { (entries[$0].name.value, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func find(_ key: any CodingKey) -> Setting? {
    let name = key.stringValue
    if index.isEmpty { return entries.first { $0.name.value == name }?.value }
    return index[name].map { entries[$0].value }
  }

  private func require(_ key: any CodingKey) throws -> Setting {
    if let setting = find(key) { return setting }
    throw decoder.child(decoder.setting, key).failure(.missingSetting(key.stringValue), kind: .missing)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { entries.compactMap { Key(stringValue: $0.name.value) } }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try require(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.child(try require(key), key).decode(type)
  }

  func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard let setting = find(key), !setting.isNull else { return nil }
    return try decoder.child(setting, key).decode(type)
  }

  func nested(_ key: any CodingKey) throws -> any Decoder { decoder.child(try require(key), key) }

  func superDecoder(at key: any CodingKey) throws -> any Decoder {
    decoder.child(find(key) ?? Setting(.null, at: decoder.setting.location), key)
  }
}

struct UnkeyedSettings: NestedUnkeyedContainer {
  let decoder: SettingsDecoder
  let elements: [Setting]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func current() throws -> SettingsDecoder {
    let key = NamedKey(intValue: currentIndex)
    guard currentIndex < elements.count else {
      throw decoder.child(decoder.setting, key).failure(
        "expected more than \(elements.count) elements", kind: decoder.setting.isKnown ? .missing : .unknownValue)
    }
    return decoder.child(elements[currentIndex], key)
  }

  mutating func decodeNil() throws -> Bool {
    guard try current().setting.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nested() throws -> any Decoder {
    let nested = try current()
    currentIndex += 1
    return nested
  }
}

extension Setting {
  package var isNull: Bool {
    switch content {
    case .null, .written(.null, _): true
    default: false
    }
  }
}
