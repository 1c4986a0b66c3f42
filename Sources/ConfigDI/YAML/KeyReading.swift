/// A key as duplicates are judged: after scalars are read.
enum KeyReading: Equatable {
  case text(UnsafeBufferPointer<UInt8>)
  case value(Scalar)

  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, _ record: NodeRecord) {
    let isText = record.tag == .none && (!record.flags.contains(.plain) || !text.mayBeValue)
    self = isText ? .text(text) : KeyReading.reading(text, record)
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

extension UnsafeBufferPointer<UInt8> {
  /// Whether the core schema may read such plain text as something else than a string; no word of its has over five
  /// letters.
  @inline(__always)
  fileprivate var mayBeValue: Bool {
    guard let first else { return true }
    switch first {
    case UInt8(ascii: "+")...UInt8(ascii: "9"), UInt8(ascii: "~"): return true
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"): return count == 4
    case UInt8(ascii: "f"), UInt8(ascii: "F"): return count == 5
    default: return false
    }
  }
}
