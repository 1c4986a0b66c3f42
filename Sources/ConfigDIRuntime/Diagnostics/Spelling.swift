import Synchronization

/// "Did you mean": finds the known names that a misspelt one may stand for.
package enum Spelling {
  /// The longest name, in bytes, for which suggestions are searched.
  static let longestName = 512

  /// The cost that all suggestions of a run may have together: many misspelt names among many names must not take
  /// forever.
  package final class Budget: Sendable {
    private let steps: Atomic<Int>

    /// - Parameter steps: The number of names compared; a name that has to be aligned letter by letter counts several
    ///   times.
    package init(steps: Int = 2_000_000) {
      self.steps = Atomic(steps)
    }

    var left: Int { steps.load(ordering: .relaxed) }

    func leave(_ left: Int) {
      steps.store(left, ordering: .relaxed)
    }
  }

  /// The budget of the run; without one each search has its own.
  @TaskLocal package static var budget: Budget?

  /// At most three candidates, closest first: within an edit distance (transpositions count one) of max(1, length / 3),
  /// or with a difference of case alone. Those in `preferred` come before the others.
  ///
  /// There are none for a name that is too long, and none once the run's budget is spent: findings then name the
  /// mistake without a suggestion.
  ///
  /// - Parameter names: Not evaluated if there can be no suggestion.
  package static func suggestions<Names: Sequence<String>>(
    for name: String, among names: @autoclosure () -> Names, preferred: (String) -> Bool = { _ in false }
  ) -> [String] {
    let budget = Self.budget ?? Budget()
    var left = budget.left
    guard name.utf8.count <= longestName, left > 0 else { return [] }
    defer { budget.leave(left) }
    var word = Word(name)
    var found: [(name: String, distance: Int, rank: Int)] = []
    var seen = Set<String>()
    for candidate in names() where candidate != name {
      let distance = word.distance(to: candidate, spending: &left)
      // The budget ended before all names were compared, so there is no best one.
      guard left > 0 else { return [] }
      guard let distance, seen.insert(candidate).inserted else { continue }
      found.append((candidate, distance, preferred(candidate) ? 0 : 1))
    }
    return closest(found)
  }

  /// The only name that is a single edit or a difference of case away; `nil` if there are several, or none.
  package static func nearest<Names: Sequence<String>>(_ name: String, among names: Names) -> String? {
    let budget = Self.budget ?? Budget()
    var left = budget.left
    guard name.utf8.count <= longestName, left > 0 else { return nil }
    defer { budget.leave(left) }
    var word = Word(name)
    let close = names.filter { $0 != name && word.distance(to: $0, spending: &left).map { $0 <= 1 } == true }
    return close.count == 1 ? close[0] : nil
  }

  /// Whether a name is one of these, or may be a misspelling of one; also `true` if the name is too long to compare or
  /// the budget is spent.
  package static func mayMean(_ name: String, anyOf names: Set<String>) -> Bool {
    let budget = Self.budget ?? Budget()
    return names.contains(name) || name.utf8.count > longestName || !suggestions(for: name, among: names).isEmpty
      || budget.left <= 0
  }

  /// "did you mean 'a', 'b' or 'c'?", or nothing.
  package static func help(for suggestions: [String]) -> [String] {
    guard let last = suggestions.last else { return [] }
    let quoted = suggestions.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return ["did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"]
  }
}
