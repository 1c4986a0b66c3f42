/// A key's value under the core schema. Two keys with equal values are duplicates.
enum KeyReading: Equatable {
  case text(UnsafeBufferPointer<UInt8>)
  case value(Scalar)

  init(_ text: UnsafeBufferPointer<UInt8>, _ tag: NodeRecord.Tag, _ flags: NodeRecord.Flags) {
    // A `Scalar` would allocate a string for each quoted key.
    guard tag != .none || flags.contains(.plain) else {
      self = .text(text)
      return
    }
    switch Scalar(text, tag, isPlain: flags.contains(.plain)) {
    case .string: self = .text(text)
    // As floats, different whole numbers beyond 64 bits would be equal.
    case .float where text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }):
      self = .text(text)
    case let value: self = .value(value)
    }
  }

  func hash(_ hash: ByteHash) -> UInt32 {
    switch self {
    case .text(let text): hash(text)
    case .value(let value): UInt32(truncatingIfNeeded: value.hashValue)
    }
  }

  static func == (left: KeyReading, right: KeyReading) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.count == right.count && left.matches(right, at: 0)
    case (.value(.float(let left)), .value(.float(let right))): left == right || (left.isNaN && right.isNaN)
    case (.value(let left), .value(let right)): left == right
    default: false
    }
  }
}
