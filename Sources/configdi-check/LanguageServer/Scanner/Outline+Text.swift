extension Outline {
  /// A scalar's value: without quotes, with escapes replaced and lines folded. Empty if the node is not a scalar.
  func text(of node: Int) -> String {
    let range = contentRange(of: node)
    let content = bytes[range]
    switch nodes[node].content {
    case .scalar(.plain): return Self.string(folding: content)
    case .scalar(.single): return Self.string(folding: content.replacing("''".utf8, with: "'".utf8))
    case .scalar(.double): return Self.string(folding: hasEscapes(node) ? unescaped(range).text[...] : content)
    case .scalar(.block): return String(decoding: content, as: UTF8.self)
    case .alias: return String(decoding: content.dropFirst(), as: UTF8.self)
    case .missing, .mapping, .sequence: return ""
    }
  }

  /// The range of a scalar without its quotes.
  func contentRange(of node: Int) -> Range<Int> {
    let range = nodes[node].range
    guard case .scalar(let style) = nodes[node].content, style == .single || style == .double, !range.isEmpty else {
      return range
    }
    let isClosed = range.count > 1 && bytes[range.upperBound - 1] == bytes[range.lowerBound]
    return range.lowerBound + 1..<(isClosed ? range.upperBound - 1 : range.upperBound)
  }

  /// Whether a scalar's bytes equal its value, so that offsets in the value are also offsets in the bytes.
  func isVerbatim(_ node: Int) -> Bool {
    let content = bytes[contentRange(of: node)]
    if content.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return false }
    switch nodes[node].content {
    case .scalar(.plain): return true
    case .scalar(.double): return !hasEscapes(node)
    case .scalar(.single): return !content.contains(UInt8(ascii: "'"))
    default: return false
    }
  }

  /// The value of a field in a mapping, if the value is a scalar.
  func text(_ name: String, in mapping: Int) -> String? {
    guard let value = value(name, in: mapping), case .scalar = nodes[value].content else { return nil }
    return text(of: value)
  }

  private static func string(folding bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return text.split { $0.isNewline }.map { String($0[...].trimmingSpaces) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Whether a scalar has escapes, so that its value differs from its bytes.
  func hasEscapes(_ node: Int) -> Bool {
    guard case .scalar(.double) = nodes[node].content else { return false }
    return bytes[contentRange(of: node)].contains(UInt8(ascii: "\\"))
  }

  /// The bytes of a range in a double-quoted scalar, with the escapes that can occur in names replaced, and each byte's
  /// original offset.
  func unescaped(_ range: Range<Int>) -> (text: [UInt8], offsets: [Int]) {
    var text: [UInt8] = []
    var offsets: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      let isEscape = bytes[index] == UInt8(ascii: "\\") && index + 1 < range.upperBound
      if isEscape { index += 1 }
      let character = bytes[index]
      index += 1
      var new = [character]
      if isEscape {
        let digits = Self.escapeDigits[character].map { bytes[index..<min(index + $0, range.upperBound)] }
        if let digits, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
          let decoded = Unicode.Scalar(code)
        {
          new = Array(String(decoded).utf8)
          index = digits.endIndex
        } else if let control = Self.controlEscapes[character] {
          new = [control]
        }
      }
      text += new
      offsets += new.map { _ in start }
    }
    return (text, offsets)
  }

  private static let escapeDigits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
  private static let controlEscapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "0"): 0,
  ]
}
