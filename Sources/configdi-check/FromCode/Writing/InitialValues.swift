import ConfigDI

/// The initial values of a settings type's properties, written as defaults because synthesized decoding ignores them.
struct InitialValues {
  /// The values by property name, written as in `SettingDefaults`, in declaration order.
  private(set) var values: [(name: String, text: String)] = []
  /// The offset directly after the type's opening brace.
  private var bodyStart = 0
  /// The offset after the `[` of the type's existing `defaults`, if there are any, and whether the list is empty.
  private var defaultsStart: (offset: Int, isEmpty: Bool)?
  private let text: SwiftText

  /// - Parameter start: A lexeme of the type's declaration, before the opening brace.
  init?(ofTypeAt start: Int, in text: SwiftText) {
    self.text = text
    guard let brace = text.lexemes.indices[start...].first(where: { text.isSign($0, "{") }) else { return nil }
    bodyStart = text.lexemes[brace].range.upperBound
    for index in text.contents(of: brace) { readMember(at: index) }
  }

  private mutating func readMember(at index: Int) {
    guard text.isWord(index, "let") || text.isWord(index, "var"), index + 1 < text.lexemes.count else { return }
    let name = text.string(index + 1)
    let isStatic = text.isWord(index - 1, "static")
    if isStatic, name == "defaults" {
      if let equals = text.lexemes.indices[index...].first(where: { text.isSign($0, "=") }),
        text.isSign(equals + 1, "[")
      {
        defaultsStart = (text.lexemes[equals + 1].range.upperBound, text.isSign(equals + 2, ":"))
      }
    } else if !isStatic, text.isWord(index, "var"), let value = value(ofPropertyAt: index + 1) {
      values.append((name, value))
    }
  }

  /// The initial value on a property's line, if a manifest would write it in the same way; otherwise `nil`.
  private func value(ofPropertyAt name: Int) -> String? {
    let bytes = text.bytes
    let end = bytes[text.lexemes[name].range.lowerBound...].firstIndex(of: 0x0A) ?? bytes.count
    let line = text.lexemes.indices[name...].prefix {
      text.lexemes[$0].range.lowerBound < end && !text.isSign($0, ";")
    }
    guard let equals = line.first(where: { text.isSign($0, "=") }), !line.contains(where: { text.isSign($0, "{") })
    else { return nil }
    let parts = line[(equals + 1)...]
    guard let first = parts.first, let last = parts.last else { return nil }
    let words = parts.map { text.string($0) }
    if words.count == 5, words[0] == ".", words[2] == "(", words[4] == ")", Int(words[3]) != nil {
      let units = ["seconds": "s", "milliseconds": "ms"]
      return units[words[1]].map { "\"\(words[3])\($0)\"" }
    }
    let isLiteral = zip(parts, words).allSatisfy { part, word in
      switch text.lexemes[part].kind {
      case .string: !word.contains("\\(")
      case .sign: "[]:,.-".contains(word)
      case .word: word == "true" || word == "false" || word.first?.isNumber == true
      }
    }
    guard isLiteral, words != ["[", ":", "]"] else { return nil }
    return String(
      decoding: bytes[text.lexemes[first].range.lowerBound..<text.lexemes[last].range.upperBound], as: UTF8.self)
  }

  /// The line of code that declares defaults for these properties.
  func line(for names: [String]) -> String? {
    let entries = entries(for: names)
    return entries.isEmpty ? nil : "static let defaults: SettingDefaults = [\(entries)]"
  }

  /// The instruction that turns the initial values of these properties into defaults.
  func remedy(for names: [String]) -> String? {
    line(for: names).map { defaultsStart == nil ? "write \($0)" : "add \(entries(for: names)) to its defaults" }
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

/// The fields of settings types, read from the symbol graph, and their defaults, read from the source text.
extension CandidateFinder {
  /// The settings that a manifest must give, in declaration order.
  func requiredSettings(of candidate: Candidate) -> [(name: String, type: String)] {
    guard let settings = candidate.chosen.settings else { return [] }
    let members = types.members(of: settings)
    let preset = members.first { $0.kind == .staticProperty && $0.lastName == "defaults" }.map(defaults) ?? []
    return
      members.filter { member in
        member.kind == .property && !member.declaration.contains("{") && !preset.contains(member.lastName)
      }
      .sorted { ($0.place?.line ?? 0, $0.lastName) < ($1.place?.line ?? 0, $1.lastName) }
      .compactMap { member in
        let type = member.fragments.after(":").map(\.spelling).joined().prefix { $0 != "=" }.trimmingSpaces
        return type.isEmpty || type.hasSuffix("?") ? nil : (member.lastName, String(type))
      }
  }

  /// The required settings whose initial values decoding ignores, and how to make those values defaults.
  func ignoredValues(of candidate: Candidate) -> (names: [String], remedy: String)? {
    guard let settings = candidate.chosen.settings, let (text, start) = sources.source(of: settings.place),
      let values = InitialValues(ofTypeAt: start, in: text)
    else { return nil }
    let required = requiredSettings(of: candidate).map(\.name)
    let names = values.values.map(\.name).filter(required.contains)
    return values.remedy(for: names).map { (names, $0) }
  }

  /// The names of the settings in `static let defaults: SettingDefaults = ["timeout": "30s"]`.
  private func defaults(_ property: CodeSymbol) -> Set<String> {
    guard let (text, start) = sources.source(of: property.place),
      let open = text.lexemes.indices[start...].first(where: { text.isSign($0, "[") })
    else { return [] }
    let names = text.contents(of: open).filter {
      text.lexemes[$0].kind == .string && text.isSign($0 + 1, ":")
    }
    return Set(names.map { text.string($0) })
  }
}
