import Synchronization

/// "Did you mean": which known names a misspelt one may stand for.
package enum Spelling {
  /// Bytes of the longest name that suggestions are looked for.
  static let longestName = 512

  /// What all suggestions of a run may cost together: many misses among many names shall not take forever.
  package final class Budget: Sendable {
    private let steps: Atomic<Int>

    /// - Parameter steps: Names compared; a name that has to be aligned letter by letter counts several times.
    package init(steps: Int = 2_000_000) {
      self.steps = Atomic(steps)
    }

    var left: Int { steps.load(ordering: .relaxed) }

    func leave(_ left: Int) {
      steps.store(left, ordering: .relaxed)
    }
  }

  /// The run's; without one each search has its own.
  @TaskLocal package static var budget: Budget?

  /// At most three candidates, closest first: an edit distance (transpositions count one) of at most
  /// max(1, length / 3), or a difference of case alone. Those in `preferred` come before the others.
  ///
  /// None for a name that is too long to be misspelt, and none once the run's budget is spent: then findings say what is
  /// wrong, and no longer what was probably meant.
  ///
  /// - Parameter names: Not looked at where none could be suggested.
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
      // What the names before this one promised says nothing of those behind it.
      guard left > 0 else { return [] }
      guard let distance, seen.insert(candidate).inserted else { continue }
      found.append((candidate, distance, preferred(candidate) ? 0 : 1))
    }
    return closest(found)
  }

  /// The one name that is a single edit away.
  package static func nearest<Names: Sequence<String>>(_ name: String, among names: Names) -> String? {
    let budget = Self.budget ?? Budget()
    var left = budget.left
    guard name.utf8.count <= longestName, left > 0 else { return nil }
    defer { budget.leave(left) }
    var word = Word(name)
    let close = names.filter { $0 != name && word.distance(to: $0, spending: &left).map { $0 <= 1 } == true }
    return close.count == 1 ? close[0] : nil
  }

  /// Whether a name is one of these, or may be one of them misspelt; also where nobody can tell any more.
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
