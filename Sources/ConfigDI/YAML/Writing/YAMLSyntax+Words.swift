/// The libyaml messages that `mark` does not cover, rewritten for this project. A layout mistake may cause such a message
/// too.
extension UnreadableText {
  typealias Advice = (help: String, repair: [Edits])

  func mistake(_ problem: String) -> SyntaxMistake {
    if isAfterLongKey {
      return SyntaxMistake("a key has more than 1024 characters, which YAML does not allow", "shorten the key")
    }
    switch problem {
    case "did not find expected key": return expectedKey
    case "did not find expected '-' indicator":
      // A line that has a key would be a mapping in the list.
      let hasKey = bytes[offset...].prefix { $0 != 0x0A }.contains(UInt8(ascii: ":"))
      return SyntaxMistake(
        "expected '- ' before a list element",
        "start the line with '- ' like the elements above, or indent it as part of the last one",
        hasKey ? [] : [[(offset..<offset, "- ")]])
    case "block sequence entries are not allowed in this context":
      return SyntaxMistake(
        "a list cannot start here", "start the list on a new line, or write it in brackets: [a, b]")
    case "mapping values are not allowed in this context": return nestedValue
    case "could not find expected ':'": return missingColon
    case "found unexpected end of stream":
      return SyntaxMistake("a quote is never closed", "close the quote", contextOffset.map { closeQuote($0) } ?? [])
    case "found character that cannot start any token":
      return SyntaxMistake(
        offset < bytes.count
          ? "a value cannot start with '\(character)' unless it is in quotes" : "a value cannot start here", nil)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      if offset > 0, let open = quoteOpenSince(file.lineStart(of: offset)) { return open }
      if let key = keyBeforeBracket { return key }
      let (help, repair) = bracketAdvice
      return SyntaxMistake("expected ',' or a closing bracket", help, repair)
    // The rest of the message depends on the version of libyaml.
    case _ where problem.hasPrefix("found a tab character"):
      return SyntaxMistake("a tab indents this line, which YAML does not allow", "indent with spaces", spacesForTabs)
    case "did not find expected node content": return expectedValue
    case "found unexpected ':'":
      return SyntaxMistake(
        "missing space after this ':'",
        "write a space and the value after it, or quote the text if the ':' belongs to it",
        offset < bytes.count ? [[(offset..<offset + 1, ": ")]] : [])
    case "mapping keys are not allowed in this context":
      return SyntaxMistake(
        "a key with '? ' cannot start here", "quote the text if the '?' belongs to it, or write 'key: value'",
        quoteValue(offset))
    case "did not find expected <document start>":
      return SyntaxMistake(
        "unexpected text after the end of the document",
        "write the file as one mapping, 'key: value' on each line, and remove other text")
    default: return SyntaxMistake("invalid YAML", "libyaml reports: \(problem)")
    }
  }

  /// The message for a bracket after a key that lacks its ':', as in `{ factory: a, dependencies { b: B } }`.
  private var keyBeforeBracket: SyntaxMistake? {
    guard offset < bytes.count, "{[".utf8.contains(bytes[offset]),
      let last = bytes[..<offset].lastIndex(where: { $0 != 0x20 }), bytes[last].isKeyPart
    else { return nil }
    let start = bytes[...last].lastIndex { !$0.isKeyPart }.map { $0 + 1 } ?? 0
    guard let before = bytes[..<start].last(where: { $0 > 0x20 }), "{,".utf8.contains(before) else { return nil }
    let name = file.shown(start..<last + 1)
    return SyntaxMistake(
      "missing ':' after '\(name)'", "write a ':' after '\(name)'", [[(last + 1..<offset, ": ")]],
      at: file.character(at: start))
  }

  /// The message for a bracket or comma where a value should be.
  private var expectedValue: SyntaxMistake {
    if offset >= bytes.count, let unclosed { return unclosed }
    guard offset < bytes.count, bytes[offset] != 0x0A else {
      return SyntaxMistake("expected a value, found none", "write the value, or remove the key or '-' before it")
    }
    let message = "expected a value, found '\(character)'"
    let removal: [Edits] = [[(offset..<offset + 1, "")]]
    return switch bytes[offset] {
    case UInt8(ascii: ","):
      SyntaxMistake(message, "remove the comma, or write the entry that is missing before it", removal)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      SyntaxMistake(
        message, "remove it, or close the bracket that was opened last, or quote the text if it belongs to it", removal)
    default: SyntaxMistake(message, "write a value, or quote the text")
    }
  }

  private var isAfterLongKey: Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return false }
    let start = bytes[..<offset].lastIndex { "\n,{[:".utf8.contains($0) } ?? 0
    // The text after a ':' is a value.
    return offset - start > 1_024 && bytes[start] != UInt8(ascii: ":")
  }

  private var character: String {
    String(String(decoding: bytes[offset...].prefix(4), as: UTF8.self).first ?? "?")
  }

  func line(of offset: Int) -> Int { file.lineTable.position(at: offset).line }

  private var expectedKey: SyntaxMistake {
    if bytes[offset...].starts(with: "- ".utf8) {
      return SyntaxMistake(
        "expected 'key: value' like the entries above, found a list element",
        "write it as 'key: value' without the '-', or indent the list under a key", [[(offset..<offset + 2, "")]])
    }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ":") {
      return SyntaxMistake(
        "expected a key before this ':'", "write the key before it, or remove the line", at: offset..<offset + 1)
    }
    guard contextOffset != nil else { return Self.keyAndValue }
    let start = file.lineStart(of: offset)
    if bytes[start..<offset].contains(where: { $0 != 0x20 }) {
      if let open = quoteOpenSince(start) { return open }
      return SyntaxMistake(
        "unexpected text after a complete value",
        bytes[offset - 1] == UInt8(ascii: "'")
          ? "put the whole value in double quotes if the apostrophe belongs to it"
          : "remove it, or put the whole value in one pair of quotes", quoteValue(offset))
    }
    return wrongIndentation ?? Self.keyAndValue
  }

  /// The nearest dash above this line that has no space after it, if all lines in between begin with a dash.
  private func dashWithoutSpace(above start: Int) -> Int? {
    var start = start
    for _ in 0..<100 {
      let above = line(above: start)
      let dash = above.start + above.text.prefix { $0 == 0x20 }.count
      guard above.text.count > dash - above.start + 1, bytes[dash] == UInt8(ascii: "-") else { return nil }
      if bytes[dash + 1] > 0x20 { return dash }
      start = above.start
    }
    return nil
  }

  /// The message for a quoted string that ends on this line but began on an earlier line.
  private func quoteOpenSince(_ lineStart: Int) -> SyntaxMistake? {
    guard bytes[offset - 1].isQuote, let start = bytes[..<(offset - 1)].lastIndex(of: bytes[offset - 1]),
      start < lineStart, bytes[..<start].last.map({ $0 <= 0x20 || "{[,".utf8.contains($0) }) ?? true
    else { return nil }
    return SyntaxMistake(
      "a quote is not closed on its line: the text ends at the quote in line \(line(of: lineStart))",
      "close the quote", closeQuote(start), at: file.character(at: start))
  }

  private static let keyAndValue = SyntaxMistake(
    "expected 'key: value'",
    "indent this line like the lines around it, and remove text after a closing quote or bracket")

  /// The advice for the previous line if it is a key that lacks its ':'.
  ///
  /// - Parameters:
  ///   - start: The beginning of a line with a key.
  ///   - isAlone: Whether the value of the previous line's key begins on this line.
  private func keyWithoutColon(above start: Int, indentedBy indentation: Int, isAlone: Bool) -> Advice? {
    let (line, lineStart) = self.line(above: start)
    guard line.count > indentation, line.prefix(indentation).allSatisfy({ $0 == 0x20 }),
      !isAlone || !line.dropFirst(indentation).contains(0x20)
    else { return nil }
    // Text that continues the previous line is not a key.
    let (before, _) = self.line(above: lineStart)
    if before.prefix(while: { $0 == 0x20 }).count < indentation, before.last != UInt8(ascii: ":") { return nil }
    return addingColon(to: line.dropFirst(indentation), on: "the line above")
  }

  /// The advice to write a ':' after the first word of `text`; `nil` if `text` cannot be a key with its value.
  private func addingColon(to text: ArraySlice<UInt8>, on place: String) -> Advice? {
    guard let first = text.first, first != 0x20, text.count <= 60, text.allSatisfy({ (0x20..<0x7F).contains($0) }),
      !text.contains(where: { ":#'\"[]{}&*|>-".utf8.contains($0) })
    else { return nil }
    let end = text.firstIndex(of: 0x20) ?? text.endIndex
    let key = file.shown(text.startIndex..<end)
    let corrected = "\(key):\(file.shown(end..<text.endIndex))"
    let isShown = key.utf8.elementsEqual(bytes[text.startIndex..<end])
    let help = isShown ? "after '\(key)' on \(place): \(corrected)" : "after the key on \(place)"
    return ("write a ':' \(help)", [[(end..<end, ":")]])
  }

  private var missingColon: SyntaxMistake {
    let message = "expected ':' and a value after a key"
    if let contextOffset, contextOffset < bytes.count {
      let text = Self.withoutSpaceAtItsEnd(bytes[contextOffset...].prefix { $0 != 0x0A })
      if let other = noKey(text) { return other }
      if let (help, repair) = addingColon(to: text, on: "line \(line(of: contextOffset))") {
        return SyntaxMistake(message, help, repair)
      }
    }
    return SyntaxMistake(
      message, "add ': ' and a value, or check the indentation and the quotes on this line and the line before")
  }

  /// The message for text that is a comment, a list element or a value rather than a key.
  private func noKey(_ text: ArraySlice<UInt8>) -> SyntaxMistake? {
    if let mark = ["//", "--", ";"].first(where: { text.starts(with: $0.utf8) }) {
      let place = text.startIndex..<text.startIndex + mark.utf8.count
      return SyntaxMistake(
        "'\(mark)' does not begin a comment", "begin the comment with '#'", [[(place, "#")]], at: place)
    }
    if text.first == UInt8(ascii: "-") {
      let dash = text.startIndex..<text.startIndex + 1
      return SyntaxMistake("a space is missing after this '-'", "put a space after the '-'", [[(dash, "- ")]], at: dash)
    }
    let start = file.lineStart(of: text.startIndex)
    let (above, _) = line(above: start)
    guard above.last == UInt8(ascii: ":"), !text.contains(0x20),
      above.prefix(while: { $0 == 0x20 }).count == text.startIndex - start
    else { return nil }
    return SyntaxMistake(
      "this value is not indented more than its key",
      "write the value on the line of its key, or a ':' after it if it is a key",
      [[(above.endIndex..<text.startIndex, " ")]], at: text.indices)
  }

  /// The line before the line at `start`, without trailing spaces, and where it begins.
  func line(above start: Int) -> (text: ArraySlice<UInt8>, start: Int) {
    guard start > 0 else { return ([], 0) }
    let first = file.lineStart(of: start - 1)
    return (Self.withoutSpaceAtItsEnd(bytes[first..<start - 1]), first)
  }

  private static func withoutSpaceAtItsEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.prefix((text.lastIndex { $0 > 0x20 } ?? text.startIndex - 1) + 1 - text.startIndex)
  }

  /// The message for a field below a service in short form, as in `Clock: systemClock`.
  private func fieldOfShortService(at start: Int, indentedBy indent: Int) -> SyntaxMistake? {
    let (text, first) = line(above: start)
    let key = text.drop { $0 == 0x20 }
    guard !key.isEmpty, key.startIndex - first < indent, isCapital(at: key.startIndex), !isCapital(at: start + indent),
      isBelowService, let colon = key.firstIndex(of: UInt8(ascii: ":")),
      let value = key[(colon + 1)...].firstIndex(where: { $0 != 0x20 }),
      key[value...].allSatisfy(\.isKeyPart)
    else { return nil }
    return SyntaxMistake(
      "unexpected key below a value",
      "write 'factory: \(file.shown(value..<key.endIndex))' on its own line below "
        + "'\(file.shown(key.startIndex..<colon)):'",
      [[(colon + 1..<value, "\(file.lineBreak)\(String(repeating: " ", count: indent))factory: ")]])
  }

  /// The message for a second ':' on a line, or for a line that is nested below a value.
  private var nestedValue: SyntaxMistake {
    let start = file.lineStart(of: offset)
    let before = bytes[start..<offset]
    if offset > 0, let open = quoteOpenSince(start) { return open }
    let hasKey = before.indices.dropLast().contains { before[$0] == UInt8(ascii: ":") && before[$0 + 1] == 0x20 }
    if hasKey {
      let line = bytes[start..<file.lineEnd(of: start)]
      let lacksBrace = line.count { $0 == UInt8(ascii: "{") } < line.count { $0 == UInt8(ascii: "}") }
      return SyntaxMistake(
        "unexpected second ': ' on this line",
        "quote the text if it contains ': ', or write a mapping in braces: { key: value }",
        lacksBrace ? [] : quoteValue(offset))
    }
    if before.drop(while: { $0 == 0x20 }).starts(with: "- ".utf8) {
      if let dash = dashWithoutSpace(above: start) {
        return SyntaxMistake(
          "a space is missing after this '-'", "put a space after the '-'", [[(dash..<dash + 1, "- ")]],
          at: dash..<dash + 1)
      }
      return SyntaxMistake(
        "unexpected list element below plain text", "start each line above with '- ', like this one")
    }
    let indent = before.prefix { $0 == 0x20 }.count
    let above = line(above: start).text.prefix { $0 == 0x20 }.count
    if let (help, repair) = keyWithoutColon(above: start, indentedBy: min(above, indent), isAlone: above < indent) {
      return SyntaxMistake("unexpected key below plain text", help, repair)
    }
    if let header = missingHeader(above: start + indent) { return header }
    if let field = fieldOfShortService(at: start, indentedBy: indent) { return field }
    if let outdented = outdentedLine(above: start, amid: indent) { return outdented }
    return SyntaxMistake(
      "unexpected key below a value", "indent this line like the line before, or quote the text if it contains ': '",
      above == indent ? [] : self.indent(above, at: start))
  }
}
