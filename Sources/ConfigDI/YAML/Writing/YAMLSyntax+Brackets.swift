/// A missing comma or closing bracket.
extension SyntaxWords {
  var bracketAdvice: Advice {
    let addComma = "add a comma or the closing bracket, and quote text that contains , [ ] { }"
    guard offset > 0, offset < bytes.count else {
      return (addComma, contextOffset.map { .closeBrackets($0, before: bytes.count) })
    }
    let rest = bytes[offset...].prefix(60)
    if bytes[offset - 1] == UInt8(ascii: "$"), bytes[offset] == UInt8(ascii: "{"),
      let end = rest.firstIndex(where: { $0 == UInt8(ascii: "}") || $0 <= 0x20 }), bytes[end] == UInt8(ascii: "}")
    {
      let place = offset - 1..<end + 1
      let text = FlowText.quoted(String(decoding: bytes[place], as: UTF8.self))
      return ("quote it: \"\(file.shown(place))\"", .write(text, at: place))
    }
    if bytes[offset - 1] == UInt8(ascii: "\"") || bytes[offset - 1] == UInt8(ascii: "'"), let contextOffset,
      contextOffset < offset, bytes[contextOffset..<offset].contains(0x0A)
    {
      let opening = bytes[..<(offset - 1)].lastIndex(of: bytes[offset - 1])
      return ("close the quote on the earlier line: it ends only here", opening.map { .closeQuote($0) })
    }
    if let contextOffset, let line = openLine(since: contextOffset) {
      return (
        "add a comma or the closing bracket at the end of line \(line), inside the earlier bracket",
        .closeBrackets(contextOffset, before: offset)
      )
    }
    if bytes[offset] == UInt8(ascii: ":") { return quoteOrDivide }
    let end = bytes[..<offset].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? offset
    return (addComma, .write(",", at: end..<end))
  }

  /// The remedy for a second ':' on a line: quote the text, or add a comma before the word in front of the ':' if that
  /// word may be the next key.
  private var quoteOrDivide: Advice {
    let before = bytes[..<offset]
    let start = before.lastIndex { ":,{[\n".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
    let text = before[start...].drop { $0 == 0x20 }
    guard let space = text.lastIndex(of: 0x20), space + 1 < text.endIndex else {
      return ("quote the text, since it contains ':'", nil)
    }
    let key = file.shown(space + 1..<text.endIndex)
    return (
      "add a comma before '\(key)', or quote the text if the ':' belongs to it", .write(",", at: space..<space)
    )
  }

  /// The line before a line that looks like a new entry although a bracket is still open.
  private func openLine(since contextOffset: Int) -> Int? {
    let start = file.lineStart(of: offset)
    guard contextOffset < start else { return nil }
    let text = bytes[start...].drop { $0 == 0x20 }
    let name = text.prefix { $0 > 0x20 && !":,[]{}\"'#".utf8.contains($0) }
    guard !name.isEmpty, bytes[name.endIndex...].starts(with: ": ".utf8) else { return nil }
    return line(of: start) - 1
  }
}
