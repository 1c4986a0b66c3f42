/// Finds the expressions that a `try` covers, in one piece of code.
struct SwiftStatements: Sendable {
  /// For each lexeme, whether a `try` before it in the same statement covers it.
  private(set) var isTried: [Bool]

  /// - Parameter isStringTried: For the code of an interpolation, in which a line break ends no statement, whether a `try`
  ///   covers the string around it.
  init(_ text: SwiftText, _ brackets: SwiftBrackets, isStringTried: Bool?) {
    isTried = [Bool](repeating: false, count: text.lexemes.count)
    for index in text.lexemes.indices {
      let open = brackets.opening(index)
      let isInBrackets = open.map { !text.isSign($0, "{") } ?? (isStringTried != nil)
      // A line break outside of parentheses ends a statement, unless one of the two lines continues it.
      if !isInBrackets, text.hasLineBreak(before: index), !Self.continuesLine(index, text),
        !Self.isContinued(index - 1, text)
      {
        continue
      }
      isTried[index] = index == 0 ? isStringTried ?? false : isTried(after: brackets.before(index), text, brackets)
    }
  }

  private func isTried(after index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) -> Bool {
    switch text.sign(index) {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard let open = brackets.opening(index), open < index else { return false }
      return isTried[open]
    case UInt8(ascii: "{"), UInt8(ascii: ";"): return false
    default:
      guard text.isWord(index) else { return isTried[index] }
      if text.isWord(index, "try") { return true }
      // For an `async let`, the `try` comes later, at the `await`.
      if text.isWord(index, "let") { return text.isWord(index - 1, "async") }
      return isTried[index] && !Self.starts.contains(text.name(index))
    }
  }

  private static let starts: Set<String> = [
    "var", "return", "func", "guard", "for", "while", "switch", "case", "if", "in", "else", "throw", "defer", "do",
  ]

  /// Whether a line that begins with this lexeme continues the line before.
  private static func continuesLine(_ index: Int, _ text: SwiftText) -> Bool {
    let sign = text.sign(index)
    guard sign != 0 else { return ["as", "is", "else", "where", "catch"].contains(text.name(index)) }
    if sign == UInt8(ascii: ".") || sign == UInt8(ascii: "{") || ",:)]}".utf8.contains(sign) { return true }
    // An operator is infix if a space follows it, else prefix.
    guard isOperator(sign) else { return false }
    var next = index + 1
    while text.isAttached(next), isOperator(text.sign(next)) { next += 1 }
    return !text.isAttached(next)
  }

  /// Whether the next line continues a line that ends with this lexeme.
  private static func isContinued(_ index: Int, _ text: SwiftText) -> Bool {
    let sign = text.sign(index)
    guard sign != 0 else { return ["try", "await", "as", "is", "any", "some"].contains(text.name(index)) }
    if ",:.([{".utf8.contains(sign) { return true }
    // An operator is postfix if no space precedes it, else infix.
    guard isOperator(sign) else { return false }
    var first = index
    while text.isAttached(first), isOperator(text.sign(first - 1)) { first -= 1 }
    return !text.isAttached(first)
  }

  private static func isOperator(_ sign: UInt8) -> Bool { "=+-*/%<>&|^~!?".utf8.contains(sign) }
}

extension SwiftText {
  /// Whether a line break separates a lexeme from the previous one.
  func hasLineBreak(before index: Int) -> Bool {
    guard index > 0, lexemes.indices.contains(index) else { return false }
    return bytes[lexemes[index - 1].range.upperBound..<lexemes[index].range.lowerBound].contains { byte in
      byte == 0x0A || byte == 0x0D
    }
  }
}
