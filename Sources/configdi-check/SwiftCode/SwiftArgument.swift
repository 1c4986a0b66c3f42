/// One argument of a call: its label, if it has one, and its lexemes without parentheses around them.
struct SwiftArgument {
  let label: String?
  let value: Range<Int>
}

extension SwiftText {
  /// The arguments of a call, split at commas that are outside of brackets, including angle brackets.
  ///
  /// - Parameter index: The index of the function's name, which a parenthesis follows.
  func arguments(ofCallAt index: Int) -> [SwiftArgument] {
    let open = index + 1
    let end = end(of: open)
    var arguments: [SwiftArgument] = []
    var start = open + 1
    var angles = 0
    var position = start
    while position < end {
      switch sign(position) {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): position = self.end(of: position)
      case UInt8(ascii: "<") where isAttached(position) && name(position - 1).first.map { $0.isUppercase } == true:
        angles += 1
      case UInt8(ascii: ">") where angles > 0 && !isSign(position - 1, "-"): angles -= 1
      case UInt8(ascii: ",") where angles == 0:
        arguments.append(argument(start..<position))
        start = position + 1
      default: break
      }
      position += 1
    }
    if start < end { arguments.append(argument(start..<end)) }
    return arguments
  }

  private func argument(_ range: Range<Int>) -> SwiftArgument {
    guard range.count > 2, isWord(range.lowerBound), isSign(range.lowerBound + 1, ":") else {
      return SwiftArgument(label: nil, value: unwrapped(range))
    }
    return SwiftArgument(
      label: name(range.lowerBound), value: unwrapped(range.lowerBound + 2..<range.upperBound))
  }

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
