import ConfigDI

/// Spells names and strings as Swift requires.
enum SwiftWords {
  /// A name, in backticks if it is a keyword or is not an identifier.
  static func escaped(_ name: String) -> String {
    isPlain(name) && !reserved.contains(name) ? name : "`\(name)`"
  }

  /// An argument label in a call. Keywords can be labels without backticks, except `inout`.
  static func label(_ name: String) -> String { isPlain(name) && name != "inout" ? name : "`\(name)`" }

  /// Whether the string can be the name of a declaration: an identifier, or a name that is valid in backticks.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 500
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: scalar != "`" && scalar != "\\"
        }
      } && !text.allSatisfy(\.isWhitespace)
  }

  static func isKeyword(_ name: String) -> Bool { reserved.contains(name) }

  /// Whether the string is an identifier that needs no backticks, as a module's name must be.
  static func isPlain(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && text.first?.isNumber == false
  }

  /// The name of a target's module.
  static func moduleName(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return isPlain(name) ? name : "_\(name.dropFirst())"
  }

  /// A name without its backticks.
  static func unescaped(_ name: String) -> String {
    name.utf8.count > 2 && name.hasPrefix("`") && name.hasSuffix("`") ? String(name.dropFirst().dropLast()) : name
  }

  /// A type before a suffix such as `.self` or `?`.
  static func operand(_ type: String) -> String { type.hasPrefix("any ") ? "(\(type))" : type }

  /// The declaration of a type's member, with a body of these lines.
  static func member(_ head: String, _ lines: [String]) -> String {
    "  \(head) {\n" + lines.map { "    \($0)\n" }.joined() + "  }\n"
  }

  static func literal(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      switch scalar.value {
      // These would end the line or be invisible.
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : nil
      }
    }
    return "\"\(escaped)\""
  }

  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "_", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
