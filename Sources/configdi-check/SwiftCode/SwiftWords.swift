import ConfigDI

/// Names and texts in the form that Swift needs.
enum SwiftWords {
  /// A name, in backticks if it is a word of Swift, or has other characters than Swift's names.
  static func escaped(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !reserved.contains(name)
    return isPlain ? name : "`\(name)`"
  }

  static func literal(_ text: String) -> String { "\"\(text.backslashed("\"\\"))\"" }

  private static let reserved: Set<String> = [
    "Any", "Self", "_", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
