/// A word, string or punctuation character in Swift source, without comments. Tokens are enough to find calls without
/// parsing Swift.
struct SwiftToken: Sendable, Hashable {
  typealias Kind = SwiftLexer.Lexeme.Kind

  let kind: Kind
  /// The text of the token; for a string, its content without quotes.
  let text: String
  /// The token's byte range in the source.
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
