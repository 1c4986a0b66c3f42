/// An anchor and a tag in the file. libyaml counts them as part of the node that follows.
struct NodeProperties {
  /// The anchor's name, without `&`.
  private(set) var anchor: Range<Int>?
  private(set) var tag: Range<Int>?
  /// The offset of the node's own text.
  private(set) var content: Int

  init(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    var position = start
    scan: while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "#"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r"),
          bytes.wideBreak(at: position) == 0
        { position += 1 }
      case UInt8(ascii: "&") where anchor == nil:
        let name = position + 1
        position = name
        while position < bytes.count, bytes[position].isNameByte { position += 1 }
        anchor = name..<position
      case UInt8(ascii: "!") where tag == nil:
        let mark = position
        let isVerbatim = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "<")
        while position < bytes.count, !bytes[position].endsTag(isVerbatim: isVerbatim) { position += 1 }
        if isVerbatim, position < bytes.count { position += 1 }
        tag = mark..<position
      default:
        let width = bytes.wideBreak(at: position)
        guard width > 0 else { break scan }
        position += width
      }
    }
    content = position
  }
}

extension UInt8 {
  /// Whether a byte may be part of an anchor's name, as libyaml decides it.
  var isNameByte: Bool {
    isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }

  fileprivate func endsTag(isVerbatim: Bool) -> Bool {
    if isVerbatim { return self == UInt8(ascii: ">") }
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      return true
    default:
      return self >= 0x80
    }
  }
}
