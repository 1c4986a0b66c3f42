import ConfigDI

/// The initial values of a settings type's properties, written as defaults because synthesized decoding ignores them.
struct InitialValues {
  /// The values by property name, written as in `SettingDefaults`, in declaration order.
  private(set) var values: [(name: String, text: String)] = []
  /// The offset directly after the type's opening brace.
  private var bodyStart = 0
  /// The offset after the `[` of the type's existing `defaults`, and whether that list is empty; `nil` if there is no
  /// list.
  private var defaultsStart: (offset: Int, isEmpty: Bool)?
  private let bytes: [UInt8]

  /// - Parameter offset: An offset in the type's declaration, before the opening brace.
  init?(ofTypeAt offset: Int, in bytes: [UInt8]) {
    self.init(ofTypeAt: offset, in: SourceTexts.Source(bytes))
  }

  init?(ofTypeAt offset: Int, in source: SourceTexts.Source) {
    bytes = source.bytes
    let tokens = source.tokens
    guard
      let brace = tokens[source.token(at: offset)...].firstIndex(where: { $0.kind == .sign && $0.text == "{" })
    else { return nil }
    bodyStart = tokens[brace].range.upperBound
    read(tokens, from: brace + 1)
  }

  /// Reads the members up to the type's closing brace.
  private mutating func read(_ tokens: [SwiftToken], from start: Int) {
    var depth = 0
    for index in start..<tokens.count {
      let token = tokens[index]
      if token.kind == .sign, "([{".contains(token.text) { depth += 1 }
      if token.kind == .sign, ")]}".contains(token.text) { depth -= 1 }
      if depth < 0 { return }
      guard depth == 0, token.kind == .word, index + 1 < tokens.count else { continue }
      let name = tokens[index + 1]
      let isStatic = index > 0 && tokens[index - 1].text == "static"
      if token.text == "let" || token.text == "var", name.text == "defaults", isStatic {
        readDefaults(tokens[index...])
      } else if token.text == "var", !isStatic, let value = value(of: name, tokens[(index + 1)...]) {
        values.append((name.text, value))
      }
    }
  }

  private mutating func readDefaults(_ tokens: ArraySlice<SwiftToken>) {
    guard let equals = tokens.firstIndex(where: { $0.text == "=" && $0.kind == .sign }), equals + 1 < tokens.endIndex,
      tokens[equals + 1].text == "["
    else { return }
    let isEmpty = equals + 2 < tokens.endIndex && tokens[equals + 2].text == ":"
    defaultsStart = (tokens[equals + 1].range.upperBound, isEmpty)
  }

  /// The initial value on a property's line, if a manifest would write it in the same way; otherwise `nil`.
  private func value(of name: SwiftToken, _ tokens: ArraySlice<SwiftToken>) -> String? {
    let end = bytes[name.range.lowerBound...].firstIndex(of: 0x0A) ?? bytes.count
    let line = tokens.prefix { $0.range.lowerBound < end && $0.text != ";" }
    guard let equals = line.firstIndex(where: { $0.text == "=" && $0.kind == .sign }), equals + 1 < line.endIndex,
      !line.contains(where: { $0.kind == .sign && $0.text == "{" })
    else { return nil }
    let parts = line[(equals + 1)...]
    guard let last = parts.last else { return nil }
    let text = String(decoding: bytes[tokens[equals + 1].range.lowerBound..<last.range.upperBound], as: UTF8.self)
    let words = parts.map(\.text)
    if words.count == 5, words[0] == ".", words[2] == "(", words[4] == ")", Int(words[3]) != nil {
      let units = ["seconds": "s", "milliseconds": "ms"]
      return units[words[1]].map { "\"\(words[3])\($0)\"" }
    }
    let isLiteral = parts.allSatisfy { part in
      switch part.kind {
      case .string: !part.text.contains("\\(")
      case .sign: "[]:,.-".contains(part.text)
      case .word: part.text == "true" || part.text == "false" || part.text.first?.isNumber == true
      }
    }
    return isLiteral && words != ["[", ":", "]"] ? text : nil
  }

  /// The line of code that declares defaults for these properties.
  func line(for names: [String]) -> String? {
    let entries = entries(for: names)
    return entries.isEmpty ? nil : "static let defaults: SettingDefaults = [\(entries)]"
  }

  private func entries(for names: [String]) -> String {
    values.filter { names.contains($0.name) }.map { "\"\($0.name)\": \($0.text)" }.joined(separator: ", ")
  }

  /// The edit that adds a default for a property: a new member of the type, or an entry in its existing defaults.
  func edit(for name: String) -> (range: Range<Int>, text: String)? {
    guard let line = line(for: [name]) else { return nil }
    guard let defaultsStart else { return (bodyStart..<bodyStart, "\n  \(line)\n") }
    let start = defaultsStart.offset
    return defaultsStart.isEmpty
      ? (start..<start + 1, entries(for: [name])) : (start..<start, entries(for: [name]) + ", ")
  }
}
