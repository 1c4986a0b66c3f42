/// Supplies the values of a keyed container from a mapping of settings or from a schema recorder.
protocol KeyedSource {
  var codingPath: [any CodingKey] { get }
  var names: [String] { get }

  func contains(_ key: any CodingKey) -> Bool
  func isNull(_ key: any CodingKey) throws -> Bool
  func value<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value
  func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value?
  func nested(_ key: any CodingKey) throws -> any Decoder
  func superDecoder(_ key: any CodingKey) throws -> any Decoder
}

/// Implements a whole keyed container with the few functions of a ``KeyedSource``.
struct KeyedValues<Source: KeyedSource, Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: Source

  var codingPath: [any CodingKey] { source.codingPath }
  var allKeys: [Key] { source.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { source.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try source.isNull(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try source.value(type, key) }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try source.optionalValue(type, key)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try source.optionalValue(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try source.optionalValue(type, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try source.nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source.nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try source.superDecoder(NamedKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try source.superDecoder(key) }
}

/// Supplies the values of an unkeyed container from a list of settings or from a schema recorder.
protocol UnkeyedSource {
  var codingPath: [any CodingKey] { get }
  var count: Int? { get }
  var currentIndex: Int { get }
  var isAtEnd: Bool { get }

  /// Skips the next element if it is null. Returns whether it was.
  mutating func skipNull() throws -> Bool
  mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value
  /// Returns the next element as a nested decoder.
  mutating func nested() throws -> any Decoder
}

/// Implements a whole unkeyed container with the few functions of an ``UnkeyedSource``.
struct UnkeyedValues<Source: UnkeyedSource>: UnkeyedDecodingContainer {
  var source: Source

  var codingPath: [any CodingKey] { source.codingPath }
  var count: Int? { source.count }
  var currentIndex: Int { source.currentIndex }
  var isAtEnd: Bool { source.isAtEnd }

  mutating func decodeNil() throws -> Bool { try source.skipNull() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.next(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try source.nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try source.nested().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try source.nested() }
}

/// Supplies a single value from a setting or from a schema recorder.
protocol SingleSource {
  var codingPath: [any CodingKey] { get }

  func isNull() -> Bool
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value
}

/// Implements a whole single-value container with the few functions of a ``SingleSource``.
struct SingleValue<Source: SingleSource>: SingleValueDecodingContainer {
  let source: Source

  var codingPath: [any CodingKey] { source.codingPath }

  func decodeNil() -> Bool { source.isNull() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.value(type) }
}

/// A coding key that can have any name.
struct NamedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}
