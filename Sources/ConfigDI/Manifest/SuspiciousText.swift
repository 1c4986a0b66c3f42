/// DI010: text that is not what it looks like.
enum SuspiciousText {
  /// Checks a document after its sections were read. Most documents contain no byte that can start suspicious text.
  static func check(_ document: YAMLDocument, reporting findings: inout Diagnostics) {
    let bytes = document.file.bytes
    let mayHave = bytes.withUnsafeBufferPointer { bytes in
      if bytes.nextWide(from: 0) < bytes.count { return true }
      // Whether any `$` is followed by a capital letter, a digit or an underscore.
      var position = 0
      while let dollar = bytes.next(UInt8(ascii: "$"), from: position) {
        position = dollar + 1
        if position < bytes.count, bytes[position].isVariablePart { return true }
      }
      return false
    }
    guard mayHave, let root = document.root else { return }
    var seen: Set<SourceLocation> = []
    let known = Set(findings.findings.compactMap(\.misleadingValue))
    visit(root, budget: 1_000_000) { scalar, role in
      if known.contains(scalar.location) { return }
      for var finding in problems(of: scalar, role) where finding.location.map({ seen.insert($0).inserted }) ?? true {
        finding.misleadingValue = scalar.location
        findings.report(finding)
      }
    }
  }

  /// Visits all nodes except those under a top-level key that begins with `x-`, which belong to the author.
  private static func visit(_ root: Node, budget: Int, _ body: (Node, Role) -> Void) {
    var budget = budget
    var open: [(node: Node, role: Role)] = [(root, .literal)]
    while let (node, role) = open.popLast(), budget > 0 {
      budget -= 1
      switch node.kind {
      case .scalar: body(node, role)
      case .sequence:
        for element in node.elements { open.append((element, role)) }
      case .mapping:
        var isBelowEmpty = false
        for (key, value) in node.pairs {
          if node.index == root.index, key.kind == .scalar, key.text.hasPrefix("x-") { continue }
          let ofKeys = role.ofKeys
          if key.kind == .scalar { body(key, isBelowEmpty && ofKeys == .name ? .nameBelowEmpty : ofKeys) }
          isBelowEmpty = value.isAbsent
          open.append((value, role.inside(key)))
        }
      }
    }
  }

  private static func problems(of scalar: Node, _ role: Role) -> [Diagnostic] {
    let source = scalar.location.file.bytes[
      scalar.location.range.clamped(to: 0..<scalar.location.file.bytes.count)]
    guard source.contains(where: { $0 == UInt8(ascii: "$") || $0 >= 0x80 }) else { return [] }
    let text = scalar.text
    let leading = role.isKey && scalar.isPlain ? leadingSpaces(text)?.count : nil
    let atBeginning = leading.map { role == .nameBelowEmpty ? indentation(scalar, $0) : leadingSpace(scalar, $0, role) }
    if var finding = atBeginning ?? (scalar.isPlain ? typographicQuotes(scalar, text) : nil)
      ?? invisibleSpace(scalar, role, source)
    {
      let meant = meant(by: text)
      finding.hides.append(Absence(.member, meant))
      if role.isKey {
        let kinds: [Absence.Kind] = [.service, .parameter, .collection, .scope, .stage]
        finding.hides += kinds.map { Absence($0, meant) } + [Absence(.useOfParameter, text), Absence(.member, text)]
      }
      return [finding]
    }
    if role == .variable, !text.hasPrefix("${"), let variable = shellVariable(text) {
      // The decoder reports the form `${NAME}`.
      let remedy = Remedy.variable(variable, at: scalar)
      return [
        Diagnostic(
          .suspiciousText, "the '$' is part of the variable's name here", at: scalar.location, help: [remedy.title],
          fixes: remedy.fixes)
      ]
    }
    return role.isKey || source.first == UInt8(ascii: "'") ? [] : shellVariables(scalar, role, source)
  }

  /// The intended key: the text without quotes and invisible characters.
  private static func meant(by text: String) -> String {
    let seen = text.unicodeScalars.filter { FlowText.spaces[$0] == nil && !opening.contains(Character($0)) }
    return String(String.UnicodeScalarView(seen))
  }

  /// The role of a string in the manifest.
  private enum Role {
    /// A key whose meaning the manifest defines, such as the key of a service.
    case name
    /// Such a key after a key without a value, so that wide spaces before it are probably meant as indentation.
    case nameBelowEmpty
    case key
    /// The value of an `env` field.
    case variable
    case value
    /// The section of parameters, and the entry of one parameter.
    case parameters, parameter
    /// A part of the wiring, and the cases of a `select`.
    case wiring, cases
    /// Any other text that is not interpolated.
    case literal

    var isName: Bool { self == .name || self == .nameBelowEmpty }
    var isKey: Bool { isName || self == .key }

    /// The role of the keys in a mapping with this role. In settings and cases, keys are the program's own texts.
    var ofKeys: Role { self == .value || self == .cases ? .key : .name }

    /// The role of a key's value in a mapping with this role.
    func inside(_ key: Node) -> Role {
      switch self {
      case .name, .nameBelowEmpty, .key, .variable, .value: return self
      case .cases: return .wiring
      case .parameters: return .parameter
      case .parameter:
        switch ParameterKey.table.key(key)?.key {
        case .env: return .variable
        case .value, .default: return .value
        default: return .literal
        }
      case .wiring:
        switch ServiceField.table.key(key)?.key {
        case .settings, .select: return .value
        case .cases: return .cases
        case .deprecated, .description: return .literal
        default: return .wiring
        }
      case .literal:
        switch ManifestKey.table.key(key)?.key {
        case .parameters: return .parameters
        case .services, .collections, .roots, .lifecycle, .scopes: return .wiring
        default: return .literal
        }
      }
    }
  }

  /// The variable's name, if a string is `$NAME` or `${NAME}` and nothing else.
  static func shellVariable(_ text: String) -> String? {
    guard text.first == "$" else { return nil }
    var name = text.dropFirst()
    if name.first == "{", name.last == "}" { name = name.dropFirst().dropLast() }
    let isName = name.utf8.allSatisfy { $0.isLetter || $0.isVariablePart }
    return isName && !name.isEmpty ? String(name) : nil
  }

  private static let opening: Set<Character> = ["“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "″"]

  private static func typographicQuotes(_ scalar: Node, _ text: String) -> Diagnostic? {
    guard let first = text.first, let last = text.last, text.count > 1, opening.contains(first), opening.contains(last)
    else { return nil }
    let inner = text.dropFirst().dropLast()
    let width = scalar.location.range.count
    let quotes = [0..<first.utf8.count, width - last.utf8.count..<width].map { scalar.location.part($0) }
    var finding = Diagnostic(
      .suspiciousText, "the typographic quotes around \(text) are part of the text", at: scalar.location,
      help: ["write plain quotes"],
      // Only the quotes are replaced, since an edit must not contain the text of a secret.
      fixes: quotes.map { .init(replacing: $0, with: "\"", safe: !inner.contains("\"")) })
    finding.readings = [String(inner)]
    return finding
  }

  /// A finding for a no-break space or an invisible character in plain text. In quotes and blocks it may be intended,
  /// but not in a name, which must be repeated at each use.
  private static func invisibleSpace(_ scalar: Node, _ role: Role, _ source: ArraySlice<UInt8>) -> Diagnostic? {
    guard scalar.isPlain || role.isName else { return nil }
    let decoded = String(decoding: source, as: UTF8.self)
    var offset = 0
    for character in decoded.unicodeScalars {
      let width = character.utf8.count
      if let name = FlowText.spaces[character] {
        let place = scalar.location.part(offset..<offset + width)
        // A plain space at the beginning or end of a name in quotes would be part of the name.
        let quote = scalar.isPlain ? 0 : 1
        let isAtEnd = role.isName && (offset == quote || offset + width + quote == source.count)
        let isWide = !isAtEnd && !"\u{200B}\u{2060}\u{FEFF}\u{AD}".unicodeScalars.contains(character)
        let escape = "\\u" + character.value.hexadecimal(4, uppercase: true)
        let meant = role.isName ? "write it as \(escape) in double quotes" : "put the text in quotes"
        return Diagnostic(
          .suspiciousText, "\(name) is part of the text", at: place,
          help: ["\(isWide ? "write a plain space" : "remove it"), or \(meant) if it is intended"],
          fixes: [.init(replacing: place, with: isWide ? " " : "", safe: true)])
      }
      offset += width
    }
    return nil
  }

  /// Findings for `$NAME`, which a shell would expand and which is plain text here.
  private static func shellVariables(_ scalar: Node, _ role: Role, _ source: ArraySlice<UInt8>) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var position = source.startIndex
    while let dollar = source[position...].firstIndex(of: UInt8(ascii: "$")) {
      position = dollar + 1
      var end = position
      while end < source.endIndex, source[end].isVariablePart { end += 1 }
      let isEscaped = dollar > source.startIndex && source[dollar - 1] == UInt8(ascii: "$")
      guard end - position >= 2, !isEscaped, !source[position].isDigit else { continue }
      let name = String(decoding: source[position..<end], as: UTF8.self)
      position = end
      let start = dollar - source.startIndex
      let place = scalar.location.part(start..<start + 1 + name.utf8.count)
      var finding = Diagnostic(.suspiciousText, "'$\(name)' is plain text here, not a variable", at: place)
      finding.readings = [name]
      switch role {
      case .value, .parameter: finding.want(WantedParameter(.parameterName(for: name), variable: name))
      case .wiring: finding.offer(Remedy.nameSelect.title)
      default: finding.offer("write the text itself: only settings and a parameter's value or default are interpolated")
      }
      found.append(finding)
    }
    return found
  }

  /// The names in placeholders of other tools' templates: `{{ name }}`, `$(name)`, `#{name}`, `%NAME%`, `{name}`,
  /// `$name`.
  static func foreignPlaceholders(in text: String) -> [(name: String, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    var found: [(String, Range<Int>)] = []
    for (opening, closing) in [("{{", "}}"), ("$(", ")"), ("#{", "}"), ("%", "%")] {
      var position = 0
      while let start = bytes[position...].firstRange(of: opening.utf8),
        let end = bytes[start.upperBound...].firstRange(of: closing.utf8)
      {
        let inner = bytes[start.upperBound..<end.lowerBound]
        let trimmed = inner.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        var name = String(decoding: Array(trimmed), as: UTF8.self)
        position = end.upperBound
        if name.hasPrefix(".") { name = String(name.dropFirst(name.hasPrefix(".Values.") ? 8 : 1)) }
        if name.hasPrefix("env("), name.last == ")" { name = "env.\(name.dropFirst(4).dropLast())" }
        // `${{ name }}` is a reference, though not to a parameter.
        let isReference = start.lowerBound > 0 && bytes[start.lowerBound - 1] == UInt8(ascii: "$")
        guard ParameterName.isValid(name), !isReference else { continue }
        found.append((ParameterName.environmentVariable(name) ?? name, start.lowerBound..<end.upperBound))
      }
    }
    for dollar in bytes.indices where bytes[dollar] == UInt8(ascii: "$") {
      // `$$` is not the start of a name.
      if dollar > 0, bytes[dollar - 1] == bytes[dollar] { continue }
      let run = bytes[(dollar + 1)...].prefix { $0.isLetter || $0.isDigit || "_.-".utf8.contains($0) }
      guard let last = run.lastIndex(where: { !".-".utf8.contains($0) }) else { continue }
      let name = String(decoding: run[...last], as: UTF8.self)
      // A name in capitals is a shell variable.
      guard ParameterName.isValid(name), !name.utf8.allSatisfy(\.isVariablePart) else { continue }
      found.append((name, dollar..<last + 1))
    }
    // A name in single braces is probably `${name}` without its dollar sign.
    if bytes.count > 2, bytes[0] == UInt8(ascii: "{"), bytes[bytes.count - 1] == UInt8(ascii: "}") {
      let name = String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self)
      if ParameterName.isValid(name) { found.append((name, 0..<bytes.count)) }
    }
    return found
  }

  static func foreign(_ placeholder: String, for parameter: String, at location: SourceLocation) -> Diagnostic {
    let text = String(decoding: location.file.bytes[location.range], as: UTF8.self)
    let edited = text.replacing(placeholder, with: "${\(parameter)}", maxReplacements: 1)
    let isQuoted = text.first == "\"" || text.first == "'"
    return Diagnostic(
      .suspiciousText, "'\(placeholder)' is plain text here, not a parameter", at: location,
      help: ["write ${\(parameter)}"],
      fixes: [.init(replacing: location, with: isQuoted ? edited : FlowText.quoted(edited))])
  }

  /// The number of wide spaces at the start of a key, which look like indentation, and the rest of the key.
  static func leadingSpaces(_ text: String) -> (count: Int, rest: String)? {
    let scalars = text.unicodeScalars
    let count = scalars.prefix { FlowText.spaces[$0] != nil || $0 == " " }.count
    guard count > 0, scalars.first.map({ FlowText.spaces[$0] != nil }) == true else { return nil }
    return (count, String(String.UnicodeScalarView(scalars.dropFirst(count))))
  }

  /// The wide spaces at the start of a key, and the name of the first.
  private static func leadingSpaces(of key: Node, _ count: Int) -> (place: SourceLocation, name: String) {
    let scalars = key.text.unicodeScalars.prefix(count)
    let place = key.location.part(0..<scalars.reduce(0) { $0 + $1.utf8.count })
    return (place, scalars.first.flatMap { FlowText.spaces[$0] } ?? "a space")
  }

  static func indentation(_ key: Node, _ count: Int) -> Diagnostic {
    let (place, name) = leadingSpaces(of: key, count)
    var finding = Diagnostic(
      .suspiciousText, "the indentation contains \(name), which YAML reads as part of the key", at: place,
      help: ["replace it with plain spaces, to match the lines around it"],
      fixes: [.init(replacing: place, with: String(repeating: " ", count: count), safe: true)], severity: .error,
      hides: [Absence(.useOfParameter)])
    finding.misleadingValue = key.location
    return finding
  }

  /// A finding for wide spaces before a key that is indented correctly without them.
  private static func leadingSpace(_ key: Node, _ count: Int, _ role: Role) -> Diagnostic {
    let (place, name) = leadingSpaces(of: key, count)
    return Diagnostic(
      .suspiciousText, "the key begins with \(name)", at: place,
      help: ["remove it, or put the key in double quotes if it is intended"],
      fixes: [.init(replacing: place, with: "", safe: true)], severity: role.isName ? .error : nil)
  }
}
