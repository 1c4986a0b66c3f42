extension Setting {
  /// Whether it is one of an enumeration's cases; `3.0` is the case 3.
  package func isOne(of cases: [Scalar]) -> Bool {
    switch content {
    case .string(let text): cases.contains(.string(text))
    case .int(let number): cases.contains(.int(number))
    case .float(let number): Int(exactly: number).map { cases.contains(.int($0)) } ?? false
    default: false
    }
  }

  /// The cases that may have been meant: a misspelt one, or one that lacks its quotes.
  package func suggestions(among cases: [Scalar]) -> [String] {
    guard secret == nil else { return [] }
    switch content {
    case .string(let text):
      return Spelling.help(for: Spelling.suggestions(for: text, among: cases.map(\.caseText)))
    case .bool, .int, .float:
      return cases.contains(.string(summary)) ? .quoting(self, .string) : []
    default: return []
    }
  }
}
