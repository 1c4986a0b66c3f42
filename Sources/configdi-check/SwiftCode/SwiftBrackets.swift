/// The matching brackets in Swift source, and the `#if` conditions that apply to each lexeme.
struct SwiftBrackets: Sendable {
  /// For each lexeme, the opening bracket around it, or its own if it is a closing bracket; -1 if there is none.
  private(set) var enclosing: [Int32]
  /// For each opening bracket, its closing bracket; the end of the text if there is none.
  private(set) var closing: [Int32]
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

  init(_ text: SwiftText) {
    let count = text.lexemes.count
    enclosing = [Int32](repeating: -1, count: count)
    closing = [Int32](repeating: Int32(clamping: count), count: count)
    conditions = [Condition](repeating: .none, count: count)
    var open: [Int32] = []
    var branches: [Branch] = []
    var condition = Condition.none
    for index in 0..<count {
      conditions[index] = condition
      enclosing[index] = open.last ?? -1
      switch text.sign(index) {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(Int32(index))
      case UInt8(ascii: ")"): close("(", index, text, &open)
      case UInt8(ascii: "]"): close("[", index, text, &open)
      case UInt8(ascii: "}"):
        while let last = open.last, !text.isSign(Int(last), "{") { open.removeLast() }
        close("{", index, text, &open)
      case UInt8(ascii: "#") where text.isAttached(index + 1):
        guard Self.turn(at: index + 1, text, &branches, &open) else { break }
        condition = branches.last?.condition ?? .none
        let next = (index + 2..<count).first { text.hasLineBreak(before: $0) } ?? count
        let start = text.isWord(index + 1, "endif") ? index - 1 : branches.last?.start ?? -1
        if text.isSign(next, "."), start >= 0 { continued[next] = start }
      default: break
      }
    }
  }

  private mutating func close(_ sign: Unicode.Scalar, _ index: Int, _ text: SwiftText, _ open: inout [Int32]) {
    guard let last = open.last, text.isSign(Int(last), sign) else { return }
    open.removeLast()
    enclosing[index] = last
    closing[Int(last)] = Int32(index)
  }

  /// Processes a directive. Returns false if it is not one of `#if`, `#elseif`, `#else` and `#endif`.
  private static func turn(
    at index: Int, _ text: SwiftText, _ branches: inout [Branch], _ open: inout [Int32]
  ) -> Bool {
    if text.isWord(index, "if") {
      let isTrue = isTrue(at: index + 1, text)
      let isKept = branches.count < SwiftLimits.nestedConditions && open.count < SwiftLimits.openBrackets
      branches.append(
        Branch(
          start: index - 2, brackets: isKept ? open : nil, outer: branches.last?.condition ?? .none,
          own: isTrue.map { $0 ? .none : .dead } ?? .conditional, isTrue: isTrue == true))
    } else if text.isWord(index, "elseif") || text.isWord(index, "else") {
      guard let last = branches.indices.last else { return true }
      if let brackets = branches[last].brackets { open = brackets }
      branches[last].own = branches[last].isTrue ? .dead : .conditional
    } else if text.isWord(index, "endif") {
      _ = branches.popLast()
    } else {
      return false
    }
    return true
  }

  /// The value of an `#if` condition that is a single literal or `canImport`; `nil` for any other condition.
  private static func isTrue(at index: Int, _ text: SwiftText) -> Bool? {
    if text.isSign(index, "!") { return isTrue(at: index + 1, text).map { !$0 } }
    func endsLine(_ last: Int) -> Bool { last + 1 >= text.lexemes.count || text.hasLineBreak(before: last + 1) }
    switch text.name(index) {
    case "true" where endsLine(index), "1" where endsLine(index): return true
    case "false" where endsLine(index), "0" where endsLine(index): return false
    // Code that uses the library is built with it.
    case "canImport" where text.name(index + 2).hasPrefix("ConfigDI") && endsLine(index + 3): return true
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
  func unwrapped(_ range: Range<Int>, _ text: SwiftText) -> Range<Int> {
    var range = range
    while range.count > 2, text.isSign(range.lowerBound, "("), end(of: range.lowerBound) == range.upperBound - 1 {
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
