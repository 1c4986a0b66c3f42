extension CodeSymbol {
  /// Reads an initializer's effects from its declaration, and shortens the declaration to the text before the
  /// parameters. Text inside a parameter's type or default value, such as a label in a closure's type, does not begin
  /// another parameter.
  mutating func readInitializer() -> [(label: String, hasDefault: Bool)] {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for fragment in fragments {
      starts.append(bytes.count)
      bytes += fragment.spelling.utf8
    }
    let text = SwiftText(bytes)
    let brackets = SwiftBrackets(text)
    guard
      let word = text.lexemes.indices.first(where: { text.isWord($0, "init") && brackets.opening($0) == nil }),
      let open = (word + 1..<text.lexemes.count).first(where: { text.isSign($0, "(") && brackets.opening($0) == nil })
    else { return [] }
    isFailable = text.isSign(word + 1, "?") || text.isSign(word + 1, "!")
    let end = brackets.end(of: open)
    for index in min(end + 1, text.lexemes.count)..<text.lexemes.count where brackets.opening(index) == nil {
      if text.isWord(index, "where") { break }
      if text.isWord(index, "async") { isAsync = true }
      if text.isWord(index, "throws") || text.isWord(index, "rethrows") { isThrowing = true }
    }
    let labels = Dictionary(
      uniqueKeysWithValues: fragments.indices.filter {
        fragments[$0].kind == "externalParam" && !fragments[$0].spelling.isEmpty
      }
      .map { (starts[$0], fragments[$0].spelling) })
    var parameters: [(label: String, hasDefault: Bool)] = []
    for index in min(open + 1, end)..<end where brackets.opening(index) == open {
      if let label = labels[text.lexemes[index].range.lowerBound] {
        parameters.append((SwiftWords.unescaped(label), false))
      } else if text.isSign(index, "="), let last = parameters.indices.last {
        parameters[last].hasDefault = true
      }
    }
    let opening = text.lexemes[open].range.lowerBound
    if let rest = starts.firstIndex(where: { $0 > opening }) { fragments.removeSubrange(rest...) }
    return parameters
  }
}
