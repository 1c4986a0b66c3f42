extension Rule {
  package static let yamlSyntax = Rule(
    "DI001", "yaml-syntax", .error,
    summary: "text that is not YAML, or not UTF-8",
    explanation: """
      The file could not be read as YAML, so nothing in it was checked. The place is where reading stopped; the \
      mistake may stand a little before it, such as a quote that was never closed or a line that is indented \
      otherwise than its neighbours.

      Files are UTF-8, with or without a byte-order mark. Indentation is made of spaces. Text that begins with one of \
      `@ % & * ! | > { [`, a backtick or a quote, or that contains `: ` or ` #`, must be quoted.
      """,
    bad: """
      configdi: 1
      services:
        Clock: @systemClock
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
      """)
}

extension Diagnostic {
  static func undefinedAlias(_ name: String, at location: SourceLocation, names: [String]) -> Diagnostic {
    let suggestions = Spelling.suggestions(for: name, among: names)
    return Diagnostic(
      .yamlSyntax, "no anchor '&\(name)' stands before this alias", at: location,
      help: Spelling.help(for: suggestions) + ["if it is meant as text, quote it: \"*\(name)\""])
  }

  /// What libyaml refused, with advice for what people usually meant.
  static func syntax(
    _ problem: EventParser.Problem, in file: SourceFile, at offset: Int, contextOffset: Int?
  ) -> Diagnostic {
    let bytes = file.bytes
    let place = file.location(offset..<min(bytes.count, offset + width(of: bytes, at: offset)))
    var message = problem.message
    if let context = problem.context { message += " \(context)" }
    var related: [Related] = []
    if let contextOffset, contextOffset != offset, problem.context != nil {
      related.append(.init("what was being read begins here", at: file.location(contextOffset..<contextOffset)))
    }
    return Diagnostic(
      .yamlSyntax, message, at: place, related: related, help: advice(problem, bytes: bytes, offset: offset))
  }

  private static func width(of bytes: [UInt8], at offset: Int) -> Int {
    guard offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D else { return 0 }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - offset < 4 { end += 1 }
    return end - offset
  }

  private static func advice(_ problem: EventParser.Problem, bytes: [UInt8], offset: Int) -> [String] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return ["the file is UTF-16: save it as UTF-8"]
    }
    if case .byte = problem.place {
      if offset < bytes.count, bytes[offset] == 0 {
        return ["a NUL byte: the file is binary, or text in UTF-16 or UTF-32; save it as UTF-8"]
      }
      if offset < bytes.count, bytes[offset] < 0x80 {
        return ["remove the control character, or write it as an escape in double quotes"]
      }
      return ["save the file as UTF-8"]
    }
    if problem.message.hasPrefix("found character that cannot start") { return startAdvice(bytes, offset) }
    if problem.message.hasPrefix("mapping values are not allowed") {
      return ["quote the text if it contains ': ', or check the indentation of this line"]
    }
    if problem.message.hasPrefix("found unexpected end of stream") { return ["close the quote"] }
    if problem.message.hasPrefix("did not find expected ',' or") {
      return ["add the comma or the closing bracket; text with , [ ] { } in it must be quoted here"]
    }
    if problem.message.hasPrefix("could not find expected ':'") {
      return ["add ': ' and a value, or check the indentation and the quotes of this line and the one before"]
    }
    if problem.message.hasPrefix("did not find expected key")
      || problem.message.hasPrefix("did not find expected '-' indicator")
    {
      return ["indent this line like its neighbours; text after a closing quote or bracket must go"]
    }
    return []
  }

  private static func startAdvice(_ bytes: [UInt8], _ offset: Int) -> [String] {
    guard offset < bytes.count else { return [] }
    if bytes[offset] == UInt8(ascii: "\t") { return ["indent with spaces: YAML allows no tabs there"] }
    let rest = bytes[offset...].prefix(60)
    let end = rest.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? rest.endIndex
    guard end < rest.endIndex || rest.endIndex == bytes.count else { return ["quote the text"] }
    return ["quote the text: \"\(String(decoding: bytes[offset..<end], as: UTF8.self))\""]
  }
}
