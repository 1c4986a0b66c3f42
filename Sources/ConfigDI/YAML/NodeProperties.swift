/// An anchor and a tag as they stand in the file, which libyaml counts as part of the node that follows them.
struct NodeProperties {
  /// The name, without `&`.
  private(set) var anchor: Range<Int>?
  private(set) var tag: Range<Int>?
  /// Where the node's own text begins.
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
  /// Of an anchor's name, as libyaml has it.
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
