extension Scalar {
  /// Reads a scalar from its text, its tag and its style.
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
