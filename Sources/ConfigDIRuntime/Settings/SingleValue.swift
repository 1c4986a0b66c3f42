/// The source of a single-value container: a setting, or the recorder of a schema.
protocol SingleSource {
  var codingPath: [any CodingKey] { get }

  func isNull() -> Bool
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value
}

/// Implements every function that `Decodable` types call with the few functions of a source.
struct SingleValue<Source: SingleSource>: SingleValueDecodingContainer {
  let source: Source

  var codingPath: [any CodingKey] { source.codingPath }

  func decodeNil() -> Bool { source.isNull() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.value(type) }
  func decode(_ type: Bool.Type) throws -> Bool { try source.value(type) }
  func decode(_ type: String.Type) throws -> String { try source.value(type) }
  func decode(_ type: Double.Type) throws -> Double { try source.value(type) }
  func decode(_ type: Float.Type) throws -> Float { try source.value(type) }
  func decode(_ type: Int.Type) throws -> Int { try source.value(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.value(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.value(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.value(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.value(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try source.value(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.value(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.value(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.value(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.value(type) }
}
