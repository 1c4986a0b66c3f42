/// The words and signs of a Swift text, without comments: enough to find calls, without Swift's grammar.
struct SwiftToken: Sendable, Hashable {
  typealias Kind = SwiftLexer.Lexeme.Kind

  let kind: Kind
  /// A string's content, without its quotes.
  let text: String
  /// The range in bytes.
  let range: Range<Int>
}

extension SwiftToken {
  static func tokens(of bytes: [UInt8]) -> [SwiftToken] {
    let text = SwiftText(bytes)
    return text.lexemes.indices.map { index in
      SwiftToken(kind: text.lexemes[index].kind, text: text.string(index), range: text.lexemes[index].range)
    }
  }
}
