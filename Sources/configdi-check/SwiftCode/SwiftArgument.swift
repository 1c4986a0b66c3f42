/// One argument of a call: its label, if it has one, and its lexemes without parentheses around them.
struct SwiftArgument {
  let label: String?
  let value: Range<Int>

  /// The arguments of a call, split at commas that are outside of brackets, including angle brackets.
  ///
  /// - Parameter index: The index of the function's name, which a parenthesis follows.
  static func all(ofCallAt index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) -> [SwiftArgument] {
    let open = index + 1
    let end = brackets.end(of: open)
    var arguments: [SwiftArgument] = []
    var start = open + 1
    var angles = 0
    var position = start
    while position < end {
      switch text.sign(position) {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): position = brackets.end(of: position)
      case UInt8(ascii: "<")
      where text.isAttached(position) && text.name(position - 1).first.map { $0.isUppercase } == true:
        angles += 1
      case UInt8(ascii: ">") where angles > 0 && !text.isSign(position - 1, "-"): angles -= 1
      case UInt8(ascii: ",") where angles == 0:
        arguments.append(SwiftArgument(start..<position, text, brackets))
        start = position + 1
      default: break
      }
      position += 1
    }
    if start < end { arguments.append(SwiftArgument(start..<end, text, brackets)) }
    return arguments
  }

  private init(_ range: Range<Int>, _ text: SwiftText, _ brackets: SwiftBrackets) {
    let hasLabel = range.count > 2 && text.isWord(range.lowerBound) && text.isSign(range.lowerBound + 1, ":")
    label = hasLabel ? text.name(range.lowerBound) : nil
    value = brackets.unwrapped(hasLabel ? range.lowerBound + 2..<range.upperBound : range, text)
  }
}

extension SwiftText {
  /// The value of a lexeme, if it is a string literal without interpolations or escapes; otherwise `nil`.
  func literal(_ index: Int) -> String? {
    guard lexemes.indices.contains(index), lexemes[index].kind == .string, lexemes[index].isPlain else { return nil }
    return string(index)
  }

  /// The value of the string literal in a range; `nil` if the range contains anything else.
  func literal(_ range: Range<Int>) -> String? {
    range.count == 1 ? literal(range.lowerBound) : nil
  }
}
