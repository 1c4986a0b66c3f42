/// A type as written in a declaration, parsed only as deeply as registration needs.
indirect enum SwiftType: Sendable, Hashable {
  struct Name: Sendable, Hashable {
    /// The name as written, such as `Outer.Inner`.
    var spelling: String
    /// The identifier of the symbol that the last component names.
    var precise: String?
  }

  case named(Name, [SwiftType])
  /// An existential type, such as `any P & Q`.
  case existential([SwiftType])
  case optional(SwiftType)
  case array(SwiftType)
  /// A function, tuple or opaque type, kept as text.
  case other(String)

  /// The identifier of the symbol that the type names; `nil` for any other type.
  var precise: String? {
    if case .named(let name, _) = self { name.precise } else { nil }
  }

  /// The types that the type consists of: generic arguments, members of a composition, or the wrapped type.
  var parts: [SwiftType] {
    switch self {
    case .named(_, let parts), .existential(let parts): parts
    case .optional(let part), .array(let part): [part]
    case .other: []
    }
  }

  /// Whether every component of the type was parsed, so that a generated file can spell it.
  var isUnderstood: Bool {
    if case .other = self { false } else { parts.allSatisfy(\.isUnderstood) }
  }

  var containsExistential: Bool {
    if case .existential = self { true } else { parts.contains(where: \.containsExistential) }
  }

  /// The type as written in the declaration.
  var text: String {
    switch self {
    case .named(let name, let arguments) where name.precise == "s:SD" && arguments.count == 2:
      "[\(arguments[0].text): \(arguments[1].text)]"
    case .named(let name, let arguments):
      name.spelling + (arguments.isEmpty ? "" : "<\(arguments.map(\.text).joined(separator: ", "))>")
    case .existential(let parts): "any " + parts.map(\.text).joined(separator: " & ")
    case .optional(.existential(let parts)): "(\(SwiftType.existential(parts).text))?"
    case .optional(let wrapped): wrapped.text + "?"
    case .array(let element): "[\(element.text)]"
    case .other(let text): text
    }
  }

  init(_ fragments: some Sequence<CodeSymbol.Fragment>) {
    var reader = TypeReader(fragments)
    self = reader.wholeType() ?? .other(String(Substring(fragments.map(\.spelling).joined()).trimmingSpaces))
  }
}

private struct TypeReader {
  private let tokens: [(text: String, isName: Bool, precise: String?)]
  private var position = 0
  private var depth = 0

  private static let keywords: Set<String> = ["any", "some", "inout", "throws", "async", "isolated", "repeat", "each"]

  init(_ fragments: some Sequence<CodeSymbol.Fragment>) {
    tokens = fragments.flatMap { fragment -> [(text: String, isName: Bool, precise: String?)] in
      if fragment.isAttribute { return [(fragment.spelling, false, nil)] }
      if let precise = fragment.precise {
        let name = SwiftWords.unescaped(fragment.spelling)
        return [(name, SwiftWords.isName(name), precise)]
      }
      let text = SwiftText(Array(fragment.spelling.utf8))
      return text.lexemes.indices.map { index in
        let word = text.string(index)
        return (word, text.isWord(index) && !Self.keywords.contains(word) && word.first?.isNumber != true, nil)
      }
    }
  }

  mutating func wholeType() -> SwiftType? {
    let type = composition()
    return position == tokens.count ? type : nil
  }

  private var next: String? { position < tokens.count ? tokens[position].text : nil }

  private mutating func accept(_ text: String) -> Bool {
    guard next == text else { return false }
    position += 1
    return true
  }

  private mutating func composition() -> SwiftType? {
    depth += 1
    defer { depth -= 1 }
    guard depth < SwiftLimits.nestedTypeParts else { return nil }
    while let word = next, ["consuming", "borrowing", "sending", "__owned", "__shared"].contains(word) { position += 1 }
    let isAny = accept("any")
    guard let first = primary() else { return nil }
    // Swift 5 also writes compositions without `any`.
    guard isAny || next == "&" else { return suffixes(of: first) }
    var parts = [first]
    while accept("&") {
      guard let part = primary() else { return nil }
      parts.append(part)
    }
    return suffixes(of: .existential(parts))
  }

  private mutating func suffixes(of type: SwiftType) -> SwiftType? {
    var type = type
    var count = 0
    // An implicitly unwrapped parameter takes an optional.
    while accept("?") || accept("!") {
      count += 1
      guard count < SwiftLimits.nestedTypeParts else { return nil }
      type = .optional(type)
    }
    return type
  }

  private mutating func primary() -> SwiftType? {
    if accept("(") {
      guard let type = composition(), accept(")") else { return nil }
      return type
    }
    if accept("[") {
      guard let type = composition() else { return nil }
      if accept(":") {
        guard let value = composition(), accept("]") else { return nil }
        return .named(.init(spelling: "Dictionary", precise: "s:SD"), [type, value])
      }
      return accept("]") ? .array(type) : nil
    }
    guard var name = identifier() else { return nil }
    while accept(".") {
      // `.Type` and `.Protocol` without a symbol are metatypes.
      guard let part = identifier(), part.precise != nil || !["Type", "Protocol"].contains(part.spelling) else {
        return nil
      }
      name = .init(spelling: "\(name.spelling).\(part.spelling)", precise: part.precise)
    }
    var arguments: [SwiftType] = []
    if accept("<") {
      repeat {
        guard let argument = composition() else { return nil }
        arguments.append(argument)
      } while accept(",")
      guard accept(">") else { return nil }
    }
    return .named(name, arguments)
  }

  private mutating func identifier() -> SwiftType.Name? {
    guard position < tokens.count, tokens[position].isName else { return nil }
    defer { position += 1 }
    return .init(spelling: tokens[position].text, precise: tokens[position].precise)
  }
}
