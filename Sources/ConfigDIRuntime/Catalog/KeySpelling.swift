/// The spellings that manifests may use for a type's full name: any number of parts of `Module.Outer.Type`, from the
/// right, with its generic arguments in full or by their last parts.
enum KeySpelling {
  /// The spellings, the shortest path first, each once. A name that is no path, such as a composition, is spelt in full
  /// or by last parts alone.
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

  /// The beginnings of a path's parts; only 0 for a name that is no path.
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

  /// Each path by its last part; if the top path is kept, the one outside all brackets stays as it is.
  private static func shortened(_ text: [UInt8], keepsTopPath: Bool) -> String {
    var output: [UInt8] = []
    // The beginning of the current path in the output, one for each open bracket.
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
