extension Spelling {
  /// Names that many misspelt ones are compared with, grouped by length once, so that each is compared only with names
  /// of a similar length.
  package struct Index: Sendable {
    /// Names with the same kinds of letters, by their number of scalars.
    private var byLength: [Int: [UInt128: [String]]] = [:]
    private var byLowered: [String: [String]] = [:]

    /// - Parameter names: The names, each once.
    package init(_ names: some Sequence<String>) {
      for name in names {
        byLength[name.unicodeScalars.count, default: [:]][Word.mask(of: name), default: []].append(name)
        byLowered[name.lowercased(), default: []].append(name)
      }
    }

    /// The names within the bound of a word, and their distances; `nil` once the budget is spent.
    fileprivate func near(_ word: inout Word, spending left: inout Int) -> [(name: String, distance: Int)]? {
      let sameButCase = byLowered[word.lowered] ?? []
      var found = sameButCase.map { (name: $0, distance: 0) }
      for length in word.lengths {
        guard let ofLength = byLength[length] else { continue }
        left -= ofLength.count
        for (mask, names) in ofLength where word.mayBeNear(mask: mask) {
          for name in names {
            left -= 1
            guard left > 0 else { return nil }
            guard let distance = word.alignedDistance(to: name, spending: &left) else { continue }
            if !sameButCase.contains(name) { found.append((name, distance)) }
          }
        }
      }
      return left > 0 ? found : nil
    }
  }

  /// Suggestions like `suggestions(for:among:preferred:)`, for names that are compared many times.
  package static func suggestions(
    for name: String, in index: @autoclosure () -> Index, where isIncluded: (String) -> Bool = { _ in true },
    preferred: (String) -> Bool = { _ in false }
  ) -> [String] {
    let budget = Self.budget ?? Budget()
    var left = budget.left
    guard name.utf8.count <= longestName, left > 0 else { return [] }
    defer { budget.leave(left) }
    var word = Word(name)
    guard let near = index().near(&word, spending: &left) else { return [] }
    return closest(
      near.filter { $0.name != name && isIncluded($0.name) }.map { ($0.name, $0.distance, preferred($0.name) ? 0 : 1) })
  }

  /// The best three.
  static func closest(_ found: [(name: String, distance: Int, rank: Int)]) -> [String] {
    found.sorted { ($0.rank, $0.distance, $0.name) < ($1.rank, $1.distance, $1.name) }.prefix(3).map(\.name)
  }
}
