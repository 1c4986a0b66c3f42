/// A scalar by the YAML 1.2 core schema.
package enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case float(Double)
  case string(String)
}

extension Scalar {
  /// Reads a plain scalar's bytes.
  init(plain bytes: UnsafeBufferPointer<UInt8>) {
    self = .string(String(decoding: bytes, as: UTF8.self))
  }
}
