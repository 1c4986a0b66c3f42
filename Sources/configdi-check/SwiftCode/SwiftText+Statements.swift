/// Finds the expressions that a `try` covers, in one piece of code.
extension SwiftText {
  /// For each lexeme, whether a `try` before it in the same statement covers it.
  ///
  /// - Parameter isStringTried: For the code of an interpolation, in which a line break ends no statement, whether a `try`
  ///   covers the string around it.
  func tried(inString isStringTried: Bool?) -> [Bool] {
    var tried = [Bool](repeating: false, count: lexemes.count)
    for index in lexemes.indices {
      let isInBrackets = opening(index).map { !isSign($0, "{") } ?? (isStringTried != nil)
      // A line break outside of parentheses ends a statement, unless one of the two lines continues it.
      if !isInBrackets, hasLineBreak(before: index), !continuesLine(index), !isContinued(index - 1) { continue }
      tried[index] = index == 0 ? isStringTried ?? false : isTried(after: before(index), tried)
    }
    return tried
  }

  private func isTried(after index: Int, _ tried: [Bool]) -> Bool {
    switch sign(index) {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard let open = opening(index), open < index else { return false }
      return tried[open]
    case UInt8(ascii: "{"), UInt8(ascii: ";"): return false
    default:
      guard isWord(index) else { return tried[index] }
      if isWord(index, "try") { return true }
      // For an `async let`, the `try` comes later, at the `await`.
      if isWord(index, "let") { return isWord(index - 1, "async") }
      return tried[index] && !Self.starts.contains(name(index))
    }
  }

  private static let starts: Set<String> = [
    "var", "return", "func", "guard", "for", "while", "switch", "case", "if", "in", "else", "throw", "defer", "do",
  ]

  /// Whether a line that begins with this lexeme continues the line before.
  private func continuesLine(_ index: Int) -> Bool {
    let sign = sign(index)
    guard sign != 0 else { return ["as", "is", "else", "where", "catch"].contains(name(index)) }
    if sign == UInt8(ascii: ".") || sign == UInt8(ascii: "{") || ",:)]}".utf8.contains(sign) { return true }
    // An operator is infix if a space follows it, else prefix.
    guard isOperator(sign) else { return false }
    var next = index + 1
    while isAttached(next), isOperator(self.sign(next)) { next += 1 }
    return !isAttached(next)
  }

  /// Whether the next line continues a line that ends with this lexeme.
  private func isContinued(_ index: Int) -> Bool {
    let sign = sign(index)
    guard sign != 0 else { return ["try", "await", "as", "is", "any", "some"].contains(name(index)) }
    if ",:.([{".utf8.contains(sign) { return true }
    // An operator is postfix if no space precedes it, else infix.
    guard isOperator(sign) else { return false }
    var first = index
    while isAttached(first), isOperator(self.sign(first - 1)) { first -= 1 }
    return !isAttached(first)
  }

  private func isOperator(_ sign: UInt8) -> Bool { "=+-*/%<>&|^~!?".utf8.contains(sign) }
}
