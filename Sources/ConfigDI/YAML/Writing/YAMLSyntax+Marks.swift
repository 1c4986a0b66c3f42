extension UnreadableText {
  /// libyaml's message about a single character or marker, such as an escape, a tag or an anchor, rewritten for this
  /// project; `nil` for any other message. The location of such a mistake is certain, so the lines around it are not
  /// searched.
  func mark(_ problem: EventParser.Problem) -> SyntaxMistake? {
    let context = problem.context ?? ""
    if case .byte = problem.place { return byte(problem.message) }
    if context.hasSuffix("directive") || Self.ofDirectives.contains(problem.message) {
      return directive
    }
    if context.hasSuffix(" a tag") { return tag(at: start) }
    if problem.message == "found undefined tag handle" { return tag(at: offset) }
    if context.hasSuffix("an alias") || context.hasSuffix("an anchor") { return anchor }
    if context.hasSuffix("a block scalar"), !problem.message.hasPrefix("found a tab") { return head }
    return context.hasSuffix("a quoted scalar") ? quoted(problem.message) : nil
  }

  private static let ofDirectives = [
    "found duplicate %YAML directive", "found duplicate %TAG directive", "found incompatible YAML document",
  ]

  private var start: Int { contextOffset ?? offset }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func word(at offset: Int) -> Range<Int> {
    let rest = bytes[offset...].prefix(60)
    return offset..<(rest.firstIndex { $0 <= 0x20 || ",]}".utf8.contains($0) } ?? rest.endIndex)
  }

  private func byte(_ problem: String) -> SyntaxMistake {
    let place = file.character(at: offset)
    if bytes.isUTF16 {
      return SyntaxMistake("the text is not UTF-8", "save the file as UTF-8 instead of UTF-16", at: place)
    }
    guard problem.hasPrefix("control characters"), offset < bytes.count else {
      let message =
        bytes[place].first.map {
          "the text is not UTF-8: no character can start with the byte 0x\($0.hexadecimal(2, uppercase: true))"
        } ?? "the text ends in the middle of a character, so it is not UTF-8"
      return SyntaxMistake(message, "save the file as UTF-8", at: place)
    }
    let code = text(place).unicodeScalars.first?.value ?? 0
    guard code > 0 else {
      return SyntaxMistake(
        "the text contains a NUL byte", "save the file as UTF-8: it is binary, UTF-16 or UTF-32", at: place)
    }
    return SyntaxMistake(
      "the text contains the control character U+\(code.hexadecimal(4, uppercase: true))",
      "remove the control character, or write it as an escape in double quotes", [[(place, "")]], at: place)
  }

  private var directive: SyntaxMistake {
    let first = file.lineStart(of: start)
    let place = first..<(bytes[first...].firstIndex { $0 < 0x20 } ?? bytes.count)
    return SyntaxMistake(
      "this line begins with '%', but is not a directive that YAML accepts",
      "remove the line, which a manifest does not need, or indent or quote the text if it begins with '%'",
      [[(place, "")]], at: place)
  }

  private func tag(at offset: Int) -> SyntaxMistake {
    let place = word(at: offset)
    return SyntaxMistake(
      "'\(file.shown(place))' is not a valid tag", "remove it, or quote the text: \"\(file.shown(place))\"",
      [[(place, FlowText.quoted(text(place)))]], at: place)
  }

  private var anchor: SyntaxMistake {
    let place = word(at: start)
    let mark = text(file.character(at: start))
    let begins = "'\(mark)' begins \(mark == "*" ? "an alias" : "an anchor")"
    return place.count > 1
      ? SyntaxMistake(
        "\(begins), whose name can have only letters, digits, '_' and '-'",
        "quote the text: \"\(file.shown(place))\"", [[(place, FlowText.quoted(text(place)))]], at: place)
      : SyntaxMistake(
        "\(begins), but no name follows",
        "put the text in quotes, or write the name right after the '\(mark)'", quoteValue(start), at: place)
  }

  /// The mistake in a block scalar's header, such as `|b`.
  private var head: SyntaxMistake {
    let mark = text(file.character(at: start))
    return SyntaxMistake(
      "unexpected text after '\(mark)'",
      "write the text on the next line, indented, or quote all of it if '\(mark)' belongs to it",
      quoteValue(start), at: file.character(at: offset))
  }

  private func quoted(_ problem: String) -> SyntaxMistake? {
    switch problem {
    case "found unknown escape character": return escape { "\($0) is not a valid escape" }
    case "did not find expected hexdecimal number":
      let digits = ["x": 2, "u": 4][text(file.character(at: offset - 1))] ?? 8
      return escape { "\($0) needs \(digits) hexadecimal digits" }
    case "found invalid Unicode character escape code": return invalidCharacter
    case "found unexpected document indicator":
      return SyntaxMistake(
        "a quote is still open before this line, which starts a new document", "close the quote",
        closeQuote(start), at: word(at: offset))
    default: return nil
    }
  }

  /// A backslash in double quotes that does not begin a valid escape.
  private func escape(_ message: (String) -> String) -> SyntaxMistake? {
    guard let first = bytes[..<min(offset + 1, bytes.count)].lastIndex(of: UInt8(ascii: "\\")) else { return nil }
    let place = first..<file.character(at: first + 1).upperBound
    return SyntaxMistake(
      message("'\(text(place))'"),
      "write '\\\\' for a backslash, or put the text in single quotes, where a backslash is plain text",
      [[(first..<first, "\\")]], at: place)
  }

  /// An escape that is not a valid character, such as one half of a surrogate pair.
  private var invalidCharacter: SyntaxMistake? {
    guard let first = bytes[..<offset].lastIndex(of: UInt8(ascii: "\\")) else { return nil }
    let digits = bytes[offset...].prefix { $0.hexDigit != nil }
    let place = first..<digits.prefix(bytes[first + 1] == UInt8(ascii: "u") ? 4 : 8).endIndex
    return SyntaxMistake("'\(text(place))' is not a valid character", "write the character itself", at: place)
  }
}
