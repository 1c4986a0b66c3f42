/// The texts of scalars.
extension Outline {
  /// A scalar's text without quotes and escapes, its lines folded; empty for a node that is not a scalar.
  func text(of node: Int) -> String {
    let range = contentRange(of: node)
    let content = bytes[range]
    switch nodes[node].content {
    case .scalar(.plain): return Self.string(folding: content)
    case .scalar(.single): return Self.string(folding: Self.withoutDoubledQuotes(content))
    case .scalar(.double): return Self.unescaped(content)
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

  /// Whether the bytes of a scalar are its text, so that offsets in one are offsets in the other.
  func isVerbatim(_ node: Int) -> Bool {
    let content = bytes[contentRange(of: node)]
    if content.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return false }
    switch nodes[node].content {
    case .scalar(.plain): return true
    case .scalar(.double): return !content.contains(UInt8(ascii: "\\"))
    case .scalar(.single): return !content.contains(UInt8(ascii: "'"))
    default: return false
    }
  }

  /// The text of a mapping's field that is a scalar.
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

  private static func withoutDoubledQuotes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      if byte == UInt8(ascii: "'"), result.last == byte, !isSecond {
        isSecond = true
      } else {
        result.append(byte)
        isSecond = false
      }
    }
    return result
  }

  /// Replaces the escapes that names may have; others stay as they are.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return string(folding: bytes) }
    var result = String.UnicodeScalarView()
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escape = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      let digits = ["x": 2, "u": 4, "U": 8][escape]
      if let digits, let code = UInt32(String(String.UnicodeScalarView(rest.prefix(digits))), radix: 16),
        let decoded = Unicode.Scalar(code)
      {
        result.append(decoded)
        rest = rest.dropFirst(digits)
      } else {
        result.append(["n": "\n", "t": "\t", "r": "\r", "0": "\0"][escape] ?? escape)
      }
    }
    return string(folding: String(result).utf8)
  }
}
