/// The type or extension whose body begins at an opening brace.
struct SwiftHeader: Sendable {
  /// The names in the type's path, such as `Outer` and `Inner` for `extension Outer.Inner`.
  let path: [String]
  let isExtension: Bool
  /// The index of `struct`, `extension` or another keyword.
  let keyword: Int

  var name: String { path.last ?? "" }

  /// The innermost type or extension around a lexeme.
  init?(around index: Int, _ text: SwiftText) {
    for open in text.openings(around: index) {
      guard let header = SwiftHeader(of: open, text) else { continue }
      self = header
      return
    }
    return nil
  }

  /// Whether the innermost type or extension around a lexeme is an extension of a type with this name.
  static func extends(_ name: String, around index: Int, _ text: SwiftText) -> Bool {
    SwiftHeader(around: index, text).map { $0.isExtension && $0.name == name } ?? false
  }

  /// - Returns: `nil` if the brace belongs to a function, a closure or a statement.
  init?(of open: Int, _ text: SwiftText) {
    guard text.isSign(open, "{") else { return nil }
    var index = open - 1
    while index >= 0, open - index < 80 {
      switch text.sign(index) {
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard let start = text.opening(index), start < index else { return nil }
        index = start - 1
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): return nil
      default: break
      }
      let word = text.name(index)
      let isArray = word == "extension" && text.isSign(index + 1, "[")
      if isArray || Self.types.contains(word) && !text.isSign(index - 1, ".") && text.isTypeName(index + 1) {
        var path = [isArray ? "Array" : text.name(index + 1)]
        var last = index + 1
        while !isArray, text.isSign(last + 1, "."), text.isWord(last + 2) {
          last += 2
          path.append(text.name(last))
        }
        self.path = path
        isExtension = word == "extension"
        keyword = index
        return
      }
      if Self.code.contains(word) { return nil }
      index -= 1
    }
    return nil
  }

  private static let types: Set<String> = ["extension", "class", "struct", "enum", "actor", "protocol"]
  private static let code: Set<String> = [
    "func", "init", "var", "let", "subscript", "deinit", "get", "set", "in", "if", "else", "guard", "for", "while",
    "do", "catch", "switch", "return", "try", "await", "case", "defer", "repeat", "willSet", "didSet",
  ]
}
