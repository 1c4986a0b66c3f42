/// The ways in which manifests may spell a type's full name: as much of `Module.Outer.Type` as they like, from the
/// right, its generic arguments in full or by their last parts.
enum KeySpelling {
  /// The shortest path first; no spelling twice. What is no path, such as a composition, is spelt in full or by last
  /// parts alone.
  static func spellings(of name: String) -> [String] {
    let text = Array(name.utf8)
    let starts = pathStarts(text)
    guard text.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") }) else {
      return starts.reversed().map { String(decoding: text[$0...], as: UTF8.self) }
    }
    var spellings: [String] = []
    for start in starts.reversed() {
      let part = Array(text[start...])
      for spelling in [shortened(part, keepsTopPath: starts.count > 1), String(decoding: part, as: UTF8.self)]
      where !spellings.contains(spelling) {
        spellings.append(spelling)
      }
    }
    return spellings
  }

  /// Where the parts of a path begin; 0 alone for what is no path.
  private static func pathStarts(_ text: [UInt8]) -> [Int] {
    var starts = [0]
    var depth = 0
    for (index, byte) in text.enumerated() {
      switch bracket(in: text, at: index) {
      case .open?: depth += 1
      case .close?: depth -= 1
      case nil:
        if depth == 0, byte == UInt8(ascii: " ") { return [0] }
        if depth == 0, byte == UInt8(ascii: ".") { starts.append(index + 1) }
      }
    }
    return starts
  }

  /// Every path by its last part, the one outside of all brackets as it stands where it is kept.
  private static func shortened(_ text: [UInt8], keepsTopPath: Bool) -> String {
    var output: [UInt8] = []
    // Where the current path began in the output, one for each open bracket.
    var pathStarts = [0]
    for (index, byte) in text.enumerated() {
      switch bracket(in: text, at: index) {
      case .open?:
        output.append(byte)
        pathStarts.append(output.count)
      case .close?:
        output.append(byte)
        if pathStarts.count > 1 { pathStarts.removeLast() }
      case nil:
        if byte == UInt8(ascii: "."), pathStarts.count > 1 || !keepsTopPath {
          output.removeSubrange((pathStarts.last ?? 0)...)
          continue
        }
        output.append(byte)
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "@") { pathStarts[pathStarts.count - 1] = output.count }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private enum Bracket { case open, close }

  private static func bracket(in text: [UInt8], at index: Int) -> Bracket? {
    switch text[index] {
    case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "{"): .open
    case UInt8(ascii: ">") where index > 0 && text[index - 1] == UInt8(ascii: "-"): nil
    case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "}"): .close
    default: nil
    }
  }
}
