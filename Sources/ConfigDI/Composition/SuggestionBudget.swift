/// Bounds the search for misspelt names: many misses among many names shall not take forever.
struct SuggestionBudget {
  private var comparisons = 1_000_000

  /// - Parameter names: Not looked at once nothing is left to spend.
  mutating func suggestions<Names: Sequence<String>>(
    for name: String, among names: @autoclosure () -> Names, count: Int
  ) -> [String] {
    guard comparisons >= count else { return [] }
    comparisons -= count
    return Spelling.suggestions(for: name, among: names())
  }
}
