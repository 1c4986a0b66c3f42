/// Reads types and generic parameters in Swift code.
extension SwiftText {
  /// The names of the generic parameters in `<…>`.
  func genericParameters(at index: Int) -> [String] {
    var names: [String] = []
    // Longer lists are not read to the end. No real declaration has one.
    let end = min(index + 500, lexemes.count)
    var index = index + 1
    var depth = 1
    var isFirst = true
    while depth > 0, index < end, sign(index) != UInt8(ascii: "{") {
      switch sign(index) {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">") where !isSign(index - 1, "-"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: isFirst = true
      case 0 where isFirst && isWord(index):
        if !isWord(index, "each"), !isWord(index, "let") {
          names.append(name(index))
          isFirst = false
        }
      default: break
      }
      index += 1
    }
    return names
  }

  /// The path of a type, such as `Container` or `ConfigDI.Container`, and the index after it and its generic arguments.
  func path(at start: Int) -> (type: String, end: Int)? {
    guard isTypeName(start) else { return nil }
    var index = start
    while isSign(index + 1, "."), isTypeName(index + 2) { index += 2 }
    return (
      stride(from: start, through: index, by: 2).map { name($0) }.joined(separator: "."),
      end(ofGenericArgumentsAt: index + 1)
    )
  }

  /// The index after `<…>`; the same index if no generic arguments begin there.
  func end(ofGenericArgumentsAt start: Int) -> Int {
    guard isSign(start, "<") else { return start }
    var index = start
    let end = min(index + 200, lexemes.count)
    var depth = 0
    repeat {
      if isSign(index, "<") { depth += 1 }
      if isSign(index, ">"), !isSign(index - 1, "-") { depth -= 1 }
      index += 1
    } while depth > 0 && index < end
    return index
  }

  /// The path of a type up to its last name, such as `ConfigDI.Container`.
  func path(endingAt end: Int) -> String {
    var path = name(end)
    var end = end
    while isSign(end - 1, "."), name(end - 2).first?.isUppercase == true {
      end -= 2
      path = "\(name(end)).\(path)"
    }
    return path
  }
}
