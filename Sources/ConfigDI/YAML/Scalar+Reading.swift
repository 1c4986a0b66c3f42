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

extension SourceFile {
  /// The ranges of a scalar's lines, without quotes, block header and indentation.
  func linesOfScalar(_ range: Range<Int>) -> [Range<Int>] {
    var text = bytes[range.clamped(to: 0..<bytes.count)]
    switch text.first {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?:
      if text.count > 1, text.last == text.first { text = text.dropFirst().dropLast() }
    case UInt8(ascii: "|")?, UInt8(ascii: ">")?: text = text.drop { $0 != 0x0A }
    default: break
    }
    return text.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      let start = line.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.endIndex
      return start..<line.endIndex
    }
  }
}
