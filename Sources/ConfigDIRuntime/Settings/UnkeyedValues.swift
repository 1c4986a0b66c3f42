/// The source of an unkeyed container: a list of settings, or the recorder of a schema.
protocol UnkeyedSource {
  var codingPath: [any CodingKey] { get }
  var count: Int? { get }
  var currentIndex: Int { get }
  var isAtEnd: Bool { get }

  /// Goes on to the next element only if this one is null.
  mutating func skipNull() throws -> Bool
  mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value
  /// The decoder for a container inside this one; goes on to the next element.
  mutating func nested() throws -> any Decoder
}

/// Implements every function that `Decodable` types call with the few functions of a source.
struct UnkeyedValues<Source: UnkeyedSource>: UnkeyedDecodingContainer {
  var source: Source

  var codingPath: [any CodingKey] { source.codingPath }
  var count: Int? { source.count }
  var currentIndex: Int { source.currentIndex }
  var isAtEnd: Bool { source.isAtEnd }

  mutating func decodeNil() throws -> Bool { try source.skipNull() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.next(type) }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try source.next(type) }
  mutating func decode(_ type: String.Type) throws -> String { try source.next(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try source.next(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try source.next(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try source.next(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try source.next(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try source.next(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try source.next(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try source.next(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try source.next(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try source.next(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try source.next(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try source.next(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try source.next(type) }

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
