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
    return ["\(question) \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"]
  }

  /// Whether a help is one of these.
  package static func isSuggestion(_ help: String) -> Bool { help.hasPrefix(question) }

  private static let question = "did you mean"
}

extension Spelling {
  /// A misspelt name that is compared with one candidate after the other, in buffers that are used again.
  struct Word {
    let lowered: String
    private let scalars: [UInt32]
    private let mask: UInt128
    private let bound: Int
    private var other: [UInt32] = []
    private var rows: (older: [Int], old: [Int], new: [Int]) = ([], [], [])

    init(_ name: String) {
      lowered = name.lowercased()
      scalars = name.unicodeScalars.map(\.value)
      mask = Word.mask(of: name)
      bound = max(1, name.count / 3)
    }

    /// The kinds of letters in a name, one bit for each; letters beyond ASCII share bits.
    static func mask(of name: String) -> UInt128 {
      name.unicodeScalars.reduce(0) { $0 | 1 << ($1.value & 127) }
    }

    /// The lengths that a name within the bound may have, in scalars.
    var lengths: ClosedRange<Int> { max(0, scalars.count - bound)...scalars.count + bound }

    /// Whether a name with these letters may be within the bound: an edit removes at most one kind of letter and adds
    /// one.
    func mayBeNear(mask other: UInt128) -> Bool {
      (mask ^ other).nonzeroBitCount <= 2 * bound
    }

    /// The distance to a name that differs in more than case; `nil` beyond the bound.
    mutating func alignedDistance(to candidate: String, spending steps: inout Int) -> Int? {
      other.removeAll(keepingCapacity: true)
      for scalar in candidate.unicodeScalars { other.append(scalar.value) }
      return alignment(spending: &steps)
    }

    /// The distance to a name: 0 if only case differs; `nil` beyond the bound.
    mutating func distance(to candidate: String, spending steps: inout Int) -> Int? {
      steps -= 1
      // A scalar has at most four bytes, so a much longer name is refused by its length alone.
      guard candidate.utf8.count <= 4 * (scalars.count + bound) else { return nil }
      other.removeAll(keepingCapacity: true)
      var otherMask: UInt128 = 0
      for scalar in candidate.unicodeScalars {
        other.append(scalar.value)
        otherMask |= 1 << (scalar.value & 127)
      }
      if mayDifferInCase, candidate.lowercased() == lowered { return 0 }
      guard lengths.contains(other.count), mayBeNear(mask: otherMask) else { return nil }
      return alignment(spending: &steps)
    }

    /// Whether lower case could make the two names equal: in ASCII this needs no conversion.
    private var mayDifferInCase: Bool {
      var isPlain = true
      for scalar in other where scalar > 0x7F { isPlain = false }
      guard isPlain else { return true }
      return other.count == scalars.count && zip(other, scalars).allSatisfy { $0 | 0x20 == $1 | 0x20 || $1 > 0x7F }
    }

    /// The optimal string alignment distance: insertions, deletions, substitutions and transpositions of neighbours.
    /// Only the cells that can stay within the bound are computed.
    private mutating func alignment(spending steps: inout Int) -> Int? {
      steps -= scalars.count * (other.count + 1) / 16
      let width = other.count + 1
      let beyond = bound + 1
      if rows.old.count < width {
        rows.older = Array(repeating: beyond, count: width)
        rows.old = rows.older
        rows.new = rows.older
      }
      for j in 0..<width {
        rows.older[j] = beyond
        rows.old[j] = min(j, beyond)
      }
      for i in scalars.indices {
        for j in 0..<width { rows.new[j] = beyond }
        rows.new[0] = min(i + 1, beyond)
        var smallest = rows.new[0]
        let first = max(0, i - bound)
        let last = min(other.count - 1, i + bound)
        guard first <= last else { break }
        for j in first...last {
          var cost = min(rows.old[j + 1] + 1, rows.new[j] + 1, rows.old[j] + (scalars[i] == other[j] ? 0 : 1))
          if i > 0, j > 0, scalars[i] == other[j - 1], scalars[i - 1] == other[j] {
            cost = min(cost, rows.older[j - 1] + 1)
          }
          rows.new[j + 1] = min(cost, beyond)
          smallest = min(smallest, cost)
        }
        if smallest > bound { return nil }
        swap(&rows.older, &rows.old)
        swap(&rows.old, &rows.new)
      }
      return rows.old[width - 1] <= bound ? rows.old[width - 1] : nil
    }
  }
}

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
