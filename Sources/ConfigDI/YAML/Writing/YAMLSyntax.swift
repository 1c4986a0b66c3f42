extension Rule {
  package static let yamlSyntax = Rule("DI001", "yaml-syntax", .error, summary: "text that is not valid YAML or UTF-8")
}

extension Diagnostic {
  static func undefinedAlias(_ name: String, at location: SourceLocation, names: [String]) -> Diagnostic {
    let suggestions = Spelling.suggestions(for: name, among: names)
    var finding = Diagnostic(
      .yamlSyntax, "there is no anchor '&\(name)' before this alias", at: location,
      help: Spelling.help(for: suggestions))
    for name in suggestions {
      finding.addRemedy(
        suggestions.count == 1 ? finding.help[0] : "write *\(name)",
        [.init(replacing: location, with: "*\(name)", safe: false)])
    }
    finding.offer(
      "quote it if it is text: \"*\(name)\"", [.init(quoting: "*\(name)", at: location, safe: false)])
    return finding
  }

  /// The finding for text that libyaml rejected, with remedies if the mistake is a common one.
  static func syntax(
    _ problem: EventParser.Problem, in file: SourceFile, at offset: Int, contextOffset: Int?
  ) -> Diagnostic {
    if problem.message == .memoryRanOut { return Diagnostic(.resourceLimit, .memoryRanOut, at: file.beginning) }
    let bytes = file.bytes
    let conflict = LayoutMistake.conflict(in: file, upTo: offset)
    if conflict == nil, let mistake = MarkMistake(problem, file, stoppedAt: offset, startedAt: contextOffset) {
      let isElsewhere = contextOffset.map { $0 < offset && bytes[$0..<offset].contains(0x0A) } == true
      var finding = Diagnostic(
        .yamlSyntax, mistake.message, at: file.location(mistake.range),
        related: isElsewhere ? began(problem, in: file, at: offset, contextOffset) : [], help: mistake.help)
      finding.mend(mistake.repair, in: file)
      return finding
    }
    if let mistake = conflict ?? LayoutMistake.find(in: file, stoppedAt: offset, startedAt: contextOffset) {
      return syntax(mistake, in: file)
    }
    let words = SyntaxWords(file: file, offset: offset, contextOffset: contextOffset).say(problem.message)
    let place = words.place ?? offset
    var finding = Diagnostic(
      .yamlSyntax, words.message, at: file.location(place..<min(bytes.count, place + width(of: bytes, at: place))),
      related: place == offset ? began(problem, in: file, at: offset, contextOffset) : [], help: words.help)
    if words.help.isEmpty { advise(problem, file, offset: offset, contextOffset: contextOffset, &finding) }
    finding.mend(words.repair, in: file)
    return finding
  }

  /// The finding for a mistake in the layout.
  static func syntax(_ mistake: LayoutMistake, in file: SourceFile) -> Diagnostic {
    var finding = Diagnostic(
      .yamlSyntax, mistake.message, at: file.location(mistake.range), help: [mistake.help])
    finding.mend(mistake.repair, in: file)
    return finding
  }

  /// Adds the edit for the first help text, if it makes the text readable.
  private mutating func mend(_ repair: SyntaxRepair.Kind?, in file: SourceFile) {
    guard let repair, let title = help.first else { return }
    addRemedy(title, SyntaxRepair.fixes(repair, in: file))
  }

  private static func began(
    _ problem: EventParser.Problem, in file: SourceFile, at offset: Int, _ contextOffset: Int?
  ) -> [Related] {
    guard let contextOffset, contextOffset != offset, problem.context != nil else { return [] }
    return [.init("the unfinished part starts here", at: file.location(contextOffset..<contextOffset))]
  }

  private static func width(of bytes: [UInt8], at offset: Int) -> Int {
    guard offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D else { return 0 }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - offset < 4 { end += 1 }
    return end - offset
  }

  private static func advise(
    _ problem: EventParser.Problem, _ file: SourceFile, offset: Int, contextOffset: Int?, _ finding: inout Diagnostic
  ) {
    if problem.message.hasPrefix("found character that cannot start") {
      adviseToQuote(file, offset, &finding)
    } else if problem.message.hasPrefix("did not find expected ',' or") {
      let (help, repair) = flowAdvice(file, offset, contextOffset)
      finding.help = [help]
      finding.mend(repair, in: file)
    }
  }

  private static func adviseToQuote(_ file: SourceFile, _ offset: Int, _ finding: inout Diagnostic) {
    let bytes = file.bytes
    guard offset < bytes.count else { return }
    if bytes[offset] == UInt8(ascii: "\t") {
      finding.offer("indent with spaces: YAML does not allow tabs here", [])
      return finding.mend(.write(" ", at: offset..<offset + 1), in: file)
    }
    let rest = bytes[offset...].prefix(60)
    let end = rest.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? rest.endIndex
    guard end < rest.endIndex || rest.endIndex == bytes.count else { return finding.offer("quote the text", []) }
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    finding.offer(
      "quote the text: \"\(file.shown(offset..<end))\"",
      [.init(quoting: text, at: file.location(offset..<end), safe: false)])
  }

  /// The remedy for a missing comma or closing bracket.
  private static func flowAdvice(
    _ file: SourceFile, _ offset: Int, _ contextOffset: Int?
  ) -> (help: String, repair: SyntaxRepair.Kind?) {
    let bytes = file.bytes
    guard offset > 0, offset < bytes.count else {
      return (.addComma, contextOffset.map { .closeBrackets($0, before: bytes.count) })
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
    if let contextOffset, let line = openLine(bytes, offset, contextOffset) {
      return (
        "add a comma or the closing bracket at the end of line \(line), inside the earlier bracket",
        .closeBrackets(contextOffset, before: offset)
      )
    }
    if bytes[offset] == UInt8(ascii: ":") { return quoteOrDivide(file, upTo: offset) }
    let end = bytes[..<offset].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? offset
    return (.addComma, .write(",", at: end..<end))
  }

  /// The remedy for a second ':' on a line: quote the text, or add a comma before the word in front of the ':' if that
  /// word may be the next key.
  private static func quoteOrDivide(
    _ file: SourceFile, upTo offset: Int
  ) -> (help: String, repair: SyntaxRepair.Kind?) {
    let before = file.bytes[..<offset]
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
  private static func openLine(_ bytes: [UInt8], _ offset: Int, _ contextOffset: Int) -> Int? {
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    guard contextOffset < start else { return nil }
    let text = bytes[start...].drop { $0 == 0x20 }
    let name = text.prefix { $0 > 0x20 && !":,[]{}\"'#".utf8.contains($0) }
    guard !name.isEmpty, bytes[name.endIndex...].starts(with: Array(": ".utf8)) else { return nil }
    return bytes[..<start].count { $0 == 0x0A }
  }
}

extension String {
  fileprivate static let addComma =
    "add a comma or the closing bracket, and quote text that contains , [ ] { }"
}
