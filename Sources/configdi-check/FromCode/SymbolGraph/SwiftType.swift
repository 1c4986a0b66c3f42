/// A type as a declaration writes it, as far as registering understands types.
indirect enum SwiftType: Sendable, Hashable {
  struct Name: Sendable, Hashable {
    /// The name as written, `Outer.Inner`.
    var spelling: String
    /// The symbol of its last part.
    var precise: String?
  }

  case named(Name, [SwiftType])
  /// `any P & Q`.
  case existential([SwiftType])
  case optional(SwiftType)
  case array(SwiftType)
  /// A function, a tuple, an opaque type, as written.
  case other(String)

  /// The type as the declaration writes it.
  var text: String {
    switch self {
    case .named(let name, let arguments): name.spelling + Self.list(arguments)
    case .existential(let parts): "any " + parts.map(\.text).joined(separator: " & ")
    case .optional(.existential(let parts)): "(\(SwiftType.existential(parts).text))?"
    case .optional(let wrapped): wrapped.text + "?"
    case .array(let element): "[\(element.text)]"
    case .other(let text): text
    }
  }

  private static func list(_ arguments: [SwiftType]) -> String {
    arguments.isEmpty ? "" : "<\(arguments.map(\.text).joined(separator: ", "))>"
  }
}

extension SwiftType {
  /// Reads a type from the pieces of a declaration.
  init(_ fragments: some Sequence<CodeSymbol.Fragment>) {
    var reader = TypeReader(fragments)
    self = reader.wholeType()
  }
}

/// Parses a type, token by token.
private struct TypeReader {
  private var tokens: [TypeToken]
  private var position = 0

  init(_ fragments: some Sequence<CodeSymbol.Fragment>) {
    tokens = TypeToken.tokens(of: fragments)
  }

  mutating func wholeType() -> SwiftType {
    let type = composition()
    guard let type, position == tokens.count else { return .other(TypeToken.text(tokens)) }
    return type
  }

  private var next: String? { position < tokens.count ? tokens[position].text : nil }

  private mutating func accept(_ text: String) -> Bool {
    guard next == text else { return false }
    position += 1
    return true
  }

  private mutating func composition() -> SwiftType? {
    while let word = next, ["consuming", "borrowing", "sending", "__owned", "__shared"].contains(word) { position += 1 }
    guard accept("any") else { return postfix() }
    var parts: [SwiftType] = []
    repeat {
      guard let part = primary() else { return nil }
      parts.append(part)
    } while accept("&")
    return suffixes(of: .existential(parts))
  }

  private mutating func postfix() -> SwiftType? {
    guard let type = primary() else { return nil }
    return suffixes(of: type)
  }

  private mutating func suffixes(of type: SwiftType) -> SwiftType {
    var type = type
    while accept("?") { type = .optional(type) }
    return type
  }

  private mutating func primary() -> SwiftType? {
    if accept("(") {
      guard let type = composition(), accept(")") else { return nil }
      return type
    }
    if accept("[") {
      guard let type = composition(), accept("]") else { return nil }
      return .array(type)
    }
    guard var name = identifier() else { return nil }
    while accept(".") {
      guard let part = identifier() else { return nil }
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

private struct TypeToken {
  let text: String
  let isName: Bool
  let precise: String?

  private static let keywords: Set<String> = ["any", "some", "inout", "throws", "async", "isolated", "repeat", "each"]

  static func tokens(of fragments: some Sequence<CodeSymbol.Fragment>) -> [TypeToken] {
    var tokens: [TypeToken] = []
    for fragment in fragments {
      if let precise = fragment.precise, !fragment.isAttribute {
        tokens.append(TypeToken(text: fragment.spelling, isName: true, precise: precise))
        continue
      }
      if fragment.isAttribute {
        tokens.append(TypeToken(text: fragment.spelling, isName: false, precise: nil))
        continue
      }
      var word = ""
      func flush() {
        if !word.isEmpty {
          tokens.append(TypeToken(text: word, isName: !keywords.contains(word), precise: nil))
          word = ""
        }
      }
      for character in fragment.spelling {
        if character.isLetter || character.isNumber || character == "_" {
          word.append(character)
        } else {
          flush()
          if !character.isWhitespace {
            tokens.append(TypeToken(text: String(character), isName: false, precise: nil))
          }
        }
      }
      flush()
    }
    return tokens
  }

  static func text(_ tokens: [TypeToken]) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      let isWord = token.text.last.map { $0.isLetter || $0.isNumber } ?? false
      text += token.text
      guard index + 1 < tokens.count else { break }
      let following = tokens[index + 1].text
      let startsWord = following.first.map { $0.isLetter || $0 == "-" || $0 == "@" } ?? false
      if isWord && startsWord && token.text != "@" || [",", ">", ":"].contains(token.text) && startsWord {
        text += " "
      }
    }
    return text
  }
}
