import ConfigDI

/// Swift source with its lexemes, their matching brackets, and the `#if` conditions that apply to them.
struct SwiftText: Sendable {
  let bytes: [UInt8]
  let lexemes: [SwiftLexer.Lexeme]
  /// For each lexeme, the opening bracket around it, or its own if it is a closing bracket; -1 if there is none.
  private var enclosing: [Int32]
  /// For each opening bracket, its closing bracket; the end of the text if there is none.
  private var closing: [Int32]
  private(set) var conditions: [Condition]
  /// The last lexeme before the `#if`, for each dot on the line after a directive.
  private var continued: [Int: Int] = [:]

  enum Condition: UInt8, Sendable {
    case none
    /// The code is compiled only if the condition of an `#if` is met.
    case conditional
    /// The code is never compiled.
    case dead
  }

  /// Splits Swift source into lexemes, leaving out the code in interpolations.
  init(_ bytes: [UInt8]) {
    self.init(bytes, SwiftLexer(bytes).parts[0])
  }

  init(_ bytes: [UInt8], _ part: SwiftLexer.Part) {
    self.bytes = bytes
    lexemes = part.lexemes
    enclosing = [Int32](repeating: -1, count: lexemes.count)
    closing = [Int32](repeating: Int32(clamping: lexemes.count), count: lexemes.count)
    conditions = [Condition](repeating: .none, count: lexemes.count)
    matchBrackets()
  }

  /// The index of the string literal around an offset.
  func string(around offset: Int) -> Int? {
    lexemes.firstIndex { $0.kind == .string && $0.range.lowerBound < offset && offset < $0.range.upperBound }
  }

  /// The index of the first lexeme at or after an offset.
  func lexeme(from offset: Int) -> Int { lexemes.indices.firstPosition { lexemes[$0].range.lowerBound >= offset } }

  /// The text of a lexeme, without the quotes of a string; empty if the index is out of range.
  func string(_ index: Int) -> String {
    guard lexemes.indices.contains(index) else { return "" }
    return String(decoding: bytes[lexemes[index].content], as: UTF8.self)
  }

  /// The byte of a punctuation character, a dot for `::`; 0 for any other lexeme, and if the index is out of range.
  func sign(_ index: Int) -> UInt8 {
    guard index >= 0, index < lexemes.count, lexemes[index].kind == .sign else { return 0 }
    let range = lexemes[index].range
    return range.count == 1 ? bytes[range.lowerBound] : UInt8(ascii: ".")
  }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool { self.sign(index) == UInt8(ascii: sign) }

  func isWord(_ index: Int) -> Bool { index >= 0 && index < lexemes.count && lexemes[index].kind == .word }

  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard isWord(index) else { return false }
    let range = lexemes[index].range
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(bytes[range]) }
  }

  /// The name at an index, without backticks; empty if the lexeme is not a word.
  func name(_ index: Int) -> String {
    guard isWord(index) else { return "" }
    let text = string(index)
    return text.hasPrefix("`") ? String(text.dropFirst().prefix { $0 != "`" }) : text
  }

  /// Whether a name may be that of a type: its first letter is not a lower-case letter.
  func isTypeName(_ index: Int) -> Bool {
    name(index).first { $0 != "_" }.map { $0.isLetter && !$0.isLowercase } ?? false
  }

  /// The module that the `import` at an index names; `nil` for any other lexeme.
  func importedModule(_ index: Int) -> String? {
    guard isWord(index, "import") else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return name(kinds.contains(name(index + 1)) ? index + 2 : index + 1)
  }

  /// Whether no space separates a lexeme from the previous one.
  func isAttached(_ index: Int) -> Bool {
    guard index > 0, lexemes.indices.contains(index) else { return false }
    return lexemes[index - 1].range.upperBound == lexemes[index].range.lowerBound
  }

  /// Whether a line break separates a lexeme from the previous one.
  func hasLineBreak(before index: Int) -> Bool {
    guard index > 0, lexemes.indices.contains(index) else { return false }
    return bytes[lexemes[index - 1].range.upperBound..<lexemes[index].range.lowerBound].contains { byte in
      byte == 0x0A || byte == 0x0D
    }
  }

  // MARK: - Brackets

  /// An open `#if`, with the brackets that were open before it. They are open again at the start of each branch.
  private struct Branch {
    /// The last lexeme before the `#if`.
    let start: Int
    let brackets: [Int32]?
    /// The condition of the branches around this one.
    let outer: Condition
    /// The condition of this branch alone.
    var own: Condition
    /// Whether the first condition is surely met, so that no other branch is compiled.
    let isTrue: Bool

    /// The condition of this branch, together with those around it.
    var condition: Condition { own.rawValue > outer.rawValue ? own : outer }
  }

  private mutating func matchBrackets() {
    var open: [Int32] = []
    var branches: [Branch] = []
    var condition = Condition.none
    for index in lexemes.indices {
      conditions[index] = condition
      enclosing[index] = open.last ?? -1
      switch sign(index) {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(Int32(index))
      case UInt8(ascii: ")"): close("(", index, &open)
      case UInt8(ascii: "]"): close("[", index, &open)
      case UInt8(ascii: "}"):
        while let last = open.last, !isSign(Int(last), "{") { open.removeLast() }
        close("{", index, &open)
      case UInt8(ascii: "#") where isAttached(index + 1):
        guard turn(at: index + 1, &branches, &open) else { break }
        condition = branches.last?.condition ?? .none
        let next = lexemes.indices.dropFirst(index + 2).first { hasLineBreak(before: $0) } ?? lexemes.count
        let start = isWord(index + 1, "endif") ? index - 1 : branches.last?.start ?? -1
        if isSign(next, "."), start >= 0 { continued[next] = start }
      default: break
      }
    }
  }

  private mutating func close(_ sign: Unicode.Scalar, _ index: Int, _ open: inout [Int32]) {
    guard let last = open.last, isSign(Int(last), sign) else { return }
    open.removeLast()
    enclosing[index] = last
    closing[Int(last)] = Int32(index)
  }

  /// Processes a directive. Returns false if it is not one of `#if`, `#elseif`, `#else` and `#endif`.
  private func turn(at index: Int, _ branches: inout [Branch], _ open: inout [Int32]) -> Bool {
    if isWord(index, "if") {
      let isTrue = isTrue(at: index + 1)
      let isKept = branches.count < SwiftLimits.nestedConditions && open.count < SwiftLimits.openBrackets
      branches.append(
        Branch(
          start: index - 2, brackets: isKept ? open : nil, outer: branches.last?.condition ?? .none,
          own: isTrue.map { $0 ? .none : .dead } ?? .conditional, isTrue: isTrue == true))
    } else if isWord(index, "elseif") || isWord(index, "else") {
      guard let last = branches.indices.last else { return true }
      if let brackets = branches[last].brackets { open = brackets }
      branches[last].own = branches[last].isTrue ? .dead : .conditional
    } else if isWord(index, "endif") {
      _ = branches.popLast()
    } else {
      return false
    }
    return true
  }

  /// The value of an `#if` condition that is a single literal or `canImport`; `nil` for any other condition.
  private func isTrue(at index: Int) -> Bool? {
    if isSign(index, "!") { return isTrue(at: index + 1).map { !$0 } }
    func endsLine(_ last: Int) -> Bool { last + 1 >= lexemes.count || hasLineBreak(before: last + 1) }
    switch name(index) {
    case "true" where endsLine(index), "1" where endsLine(index): return true
    case "false" where endsLine(index), "0" where endsLine(index): return false
    // Code that uses the library is built with it.
    case "canImport" where name(index + 2).hasPrefix("ConfigDI") && endsLine(index + 3): return true
    default: return nil
    }
  }

  /// The closing bracket that matches an opening one; the end of the text if there is none.
  func end(of open: Int) -> Int { closing.indices.contains(open) ? Int(closing[open]) : closing.count }

  /// The opening bracket around a lexeme; for a closing bracket, its own opening bracket.
  func opening(_ index: Int) -> Int? {
    guard enclosing.indices.contains(index), enclosing[index] >= 0 else { return nil }
    return Int(enclosing[index])
  }

  /// The lexeme before another one in the same expression, across an `#if`.
  func before(_ index: Int) -> Int { continued[index] ?? index - 1 }

  /// A range without the parentheses around it.
  func unwrapped(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while range.count > 2, isSign(range.lowerBound, "("), end(of: range.lowerBound) == range.upperBound - 1 {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    return range
  }

  /// The lexemes directly inside a pair of brackets.
  func contents(of open: Int) -> some Sequence<Int> {
    (open + 1..<max(open + 1, end(of: open))).lazy.filter { enclosing[$0] == Int32(open) }
  }

  /// The opening brackets around a lexeme, from inside to outside.
  func openings(around index: Int) -> some Sequence<Int> {
    sequence(first: index) { opening($0) }.dropFirst().prefix(SwiftLimits.nestedBrackets)
  }
}
