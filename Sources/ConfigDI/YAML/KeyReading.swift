/// A key as duplicates are judged: after scalars are read.
enum KeyReading: Equatable {
  case text(UnsafeBufferPointer<UInt8>)
  case value(Scalar)

  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, _ record: NodeRecord) {
    if record.tag == .none, !record.flags.contains(.plain) || text.first?.mayBeValue == false {
      self = .text(text)
      return
    }
    self = KeyReading.reading(text, record)
  }

  @inline(never)
  private static func reading(_ text: UnsafeBufferPointer<UInt8>, _ record: NodeRecord) -> KeyReading {
    switch Scalar(text, in: record) {
    case .string: .text(text)
    // Whole numbers beyond 64 bits would fall together as floats.
    case .float where text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }): .text(text)
    case let value: .value(value)
    }
  }

  @inline(__always)
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

extension UInt8 {
  /// Whether plain text that begins so may be read as something else than a string by the core schema.
  var mayBeValue: Bool {
    switch self {
    case UInt8(ascii: "+")...UInt8(ascii: "9"), UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"),
      UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      true
    default:
      false
    }
  }
}
