/// Names and texts as Swift must be given them.
enum SwiftWords {
  /// A name that may be a word of Swift's own.
  static func escaped(_ name: String) -> String { reserved.contains(name) ? "`\(name)`" : name }

  static func literal(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return "\"\(escaped)\""
  }

  private static let reserved: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension",
    "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "internal", "is", "let", "nil",
    "operator", "private", "protocol", "public", "repeat", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
