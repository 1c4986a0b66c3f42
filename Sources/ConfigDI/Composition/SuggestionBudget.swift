/// Bounds the search for misspelt names: many misses among many names shall not take forever.
struct SuggestionBudget {
  private var comparisons = 2_000_000

  mutating func suggestions(for name: String, among names: some Collection<String>) -> [String] {
    guard comparisons >= names.count else { return [] }
    comparisons -= names.count
    return Spelling.suggestions(for: name, among: names)
  }
}
