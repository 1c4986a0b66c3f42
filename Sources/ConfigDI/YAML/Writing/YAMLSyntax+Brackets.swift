/// A missing comma or closing bracket.
extension UnreadableText {
  var bracketAdvice: Advice {
    let addComma = "add a comma or the closing bracket, and quote text that contains , [ ] { }"
    guard offset > 0, offset < bytes.count else {
      return (addComma, contextOffset.map { closeBrackets($0, before: bytes.count) } ?? [])
    }
    if bytes[offset - 1] == UInt8(ascii: "$"), bytes[offset] == UInt8(ascii: "{"), let place = unquotedText {
      let part = withoutLoneQuote(place)
      let text = FlowText.quoted(String(decoding: bytes[part], as: UTF8.self))
      return ("quote it: \(FlowText.quoted(file.shown(part)))", [[(place, text)]])
    }
    if bytes[offset - 1] == UInt8(ascii: "'"), bytes[offset].isKeyPart {
      return ("put the whole value in double quotes if the apostrophe belongs to it", [doubleQuotes])
    }
    if let contextOffset, let open = openLine(since: contextOffset) {
      return (
        "add a comma or the closing bracket at the end of line \(line(of: open.start)), inside the earlier bracket",
        closeBrackets(contextOffset, before: open.next)
      )
    }
    if bytes[offset] == UInt8(ascii: ":") { return quoteOrDivide }
    let end = bytes[..<offset].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? offset
    return (addComma, [[(end..<end, ",")]])
  }

  /// The edits that put a value in double quotes if the quote before the offset is an apostrophe.
  private var doubleQuotes: Edits {
    let quote = bytes[offset - 1]
    let opening = bytes[..<(offset - 1)].lastIndex(of: quote)
    let closing = bytes[offset..<file.lineEnd(of: offset)].firstIndex(of: quote)
    return [opening, closing].compactMap { $0 }.map { ($0..<$0 + 1, "\"") }
  }

  /// The text without quotes that has its first `${…}` at the offset; `nil` if a `${…}` in it is not closed.
  private var unquotedText: Range<Int>? {
    let separators = ",[]{}\r\n".utf8
    var end = offset
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "{"), bytes[end - 1] == UInt8(ascii: "$") {
        let close = bytes[end...].prefix(60).firstIndex { $0 == UInt8(ascii: "}") || $0 <= 0x20 }
        guard let close, bytes[close] == UInt8(ascii: "}") else { return nil }
        end = close
      } else if separators.contains(bytes[end]) || bytes[end...].starts(with: ": ".utf8)
        || bytes[end...].starts(with: " #".utf8)
      {
        break
      }
      end += 1
    }
    var start = offset - 1
    while start > 0, !separators.contains(bytes[start - 1]), !bytes[..<start].suffix(2).elementsEqual(": ".utf8) {
      start -= 1
    }
    let text = bytes[start..<end].drop { $0 == 0x20 }
    // A quote, an anchor or a tag is not part of the text, and neither is a key without a space after its colon.
    let isKey = bytes[..<(offset - 1)].last == UInt8(ascii: ":") && start > 0 && "{,".utf8.contains(bytes[start - 1])
    start = isKey || text.first.map("\"'&*!".utf8.contains) != false ? offset - 1 : text.startIndex
    return start..<(bytes[..<end].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? end)
  }

  /// The range without a quote at its end that has no other half before it.
  private func withoutLoneQuote(_ range: Range<Int>) -> Range<Int> {
    guard let last = bytes[range].last, last.isQuote, bytes[range].firstIndex(of: last) == range.upperBound - 1 else {
      return range
    }
    return range.dropLast()
  }

  /// The message for a file that ends inside brackets, after a bracket or a comma; `nil` if no bracket is open.
  var unclosed: SyntaxMistake? {
    let open = openBrackets(before: bytes.count)
    guard let first = open.first, let last = open.last else { return nil }
    return SyntaxMistake(
      "a bracket is never closed", "add the closing bracket", closeBrackets(first, before: bytes.count),
      at: last..<last + 1)
  }

  /// The offsets of the brackets that are open at an offset, the innermost last.
  func openBrackets(before end: Int) -> [Int] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let isOpening = { (byte: UInt8) in "[{".utf8.contains(byte) }
    return bytes.withUnsafeBufferPointer { bytes in
      var cursor = OffsetCursor(bytes, start: start)
      var open: [Int?] = []
      guard let parser = EventParser(UnsafeBufferPointer(rebasing: bytes[start..<max(start, end)])) else { return [] }
      while let event = try? parser.next() {
        switch event.kind {
        case .sequenceStart(let isFlow), .mappingStart(let isFlow):
          let place = cursor.offset(of: event.start)
          // An anchor or a tag may precede the bracket, and a pair in a list has none.
          let isBare = event.anchor == nil && event.tag == nil
          let bracket = !isFlow ? nil : isBare ? place : bytes[place...].firstIndex(where: isOpening)
          open.append(bracket.flatMap { isOpening(bytes[$0]) ? $0 : nil })
        case .sequenceEnd, .mappingEnd: _ = open.popLast()
        case .streamEnd: return []
        default: break
        }
      }
      return open.compactMap { $0 }
    }
  }

  /// The remedy for a second ':' on a line: quote the text, or add a comma before the word in front of the ':' if that
  /// word may be the next key.
  private var quoteOrDivide: Advice {
    let before = bytes[..<offset]
    let start = before.lastIndex { ":,{[\n".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
    let text = before[start...].drop { $0 == 0x20 }
    return (
      "add a comma before the next key, quote the text if it contains ':', or write a mapping in braces: { key: value }",
      text.dropLast().lastIndex(of: 0x20).map { [[($0..<$0, ",")]] } ?? []
    )
  }

  /// The line with text before a line that looks like a new entry although a bracket is still open.
  private func openLine(since contextOffset: Int) -> (start: Int, next: Int)? {
    let start = file.lineStart(of: offset)
    guard contextOffset < start else { return nil }
    let text = bytes[start...].drop { $0 == 0x20 }
    let name = text.prefix { $0 > 0x20 && !":,[]{}\"'#".utf8.contains($0) }
    let rest = bytes[name.endIndex...]
    guard !name.isEmpty, rest.first == UInt8(ascii: ":"), rest.dropFirst().first.map({ $0 <= 0x20 }) ?? true else {
      return nil
    }
    var next = start
    while true {
      let above = line(above: next)
      let first = above.text.first { $0 != 0x20 }
      if above.start <= contextOffset || first.map({ $0 != UInt8(ascii: "#") }) ?? false {
        return (above.start, next)
      }
      next = above.start
    }
  }
}
