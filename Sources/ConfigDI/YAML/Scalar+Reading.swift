extension Scalar {
  /// Reads a plain scalar's bytes. A whole number beyond 64 bits is a `float`.
  package init(plain bytes: UnsafeBufferPointer<UInt8>) {
    self = CoreSchema.value(of: bytes) ?? .string(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads text as its tag and style say.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ tag: NodeRecord.Tag, isPlain: Bool) {
    switch tag {
    case .none where isPlain:
      self.init(plain: bytes)
    case .none, .string:
      self = .string(String(decoding: bytes, as: UTF8.self))
    case .float:
      self.init(plain: bytes)
      if case .int(let value) = self { self = .float(Double(value)) }
    case .int, .bool, .null:
      self.init(plain: bytes)
    }
  }
}
