import Synchronization

/// Finds the known names that a misspelled name may stand for, for "did you mean" suggestions.
package enum Spelling {
  /// The maximum length, in bytes, of a misspelled name that gets suggestions.
  static let longestName = 512

  /// The maximum number of suggestions for a name.
  static let mostSuggestions = 3

  /// Limits the total work spent on suggestions in one run, since comparing many names can take very long.
  package final class Budget: Sendable {
    private let steps: Atomic<Int>

    /// - Parameter steps: The number of names that may be compared. A letter-by-letter comparison counts several times.
    package init(steps: Int = 2_000_000) {
      self.steps = Atomic(steps)
    }

    var left: Int { steps.load(ordering: .relaxed) }

    func leave(_ left: Int) {
      steps.store(left, ordering: .relaxed)
    }
  }

  /// The budget of the run; if `nil`, each search has its own budget.
  @TaskLocal package static var budget: Budget?

  /// A candidate and its edit distance, which is 0 if only case differs.
  fileprivate typealias Match = (name: String, distance: Int)

  /// Returns up to three similar names, closest first. Candidates in `preferred` come first.
  ///
  /// A candidate is similar if it differs only in case or if its edit distance is at most max(1, length / 3), where a
  /// transposition counts as one edit. If the name is too long or the run's budget is spent, there are no suggestions.
  ///
  /// - Parameter names: The candidates; not evaluated if there can be no suggestion.
  package static func suggestions<Names: Sequence<String>>(
    for name: String, among names: @autoclosure () -> Names, preferred: (String) -> Bool = { _ in false }
  ) -> [String] {
    closest(matches(of: name) { $0.matches(among: names()) }, preferred)
  }

  /// Like `suggestions(for:among:preferred:)`, for candidates that are compared many times.
  package static func suggestions(
    for name: String, in index: @autoclosure () -> Index, where isIncluded: (String) -> Bool = { _ in true },
    preferred: (String) -> Bool = { _ in false }
  ) -> [String] {
    closest(matches(of: name) { index().matches(of: &$0) }.filter { isIncluded($0.name) }, preferred)
  }

  /// The only name that differs by a single edit or only in case; `nil` if there are none or several.
  package static func nearest(_ name: String, among names: some Sequence<String>) -> String? {
    let close = matches(of: name) { $0.matches(among: names) }.filter { $0.distance <= 1 }
    return close.count == 1 ? close[0].name : nil
  }

  /// The only meaning of a misspelled name: its single suggestion, unless both may be the names of siblings.
  package static func meaning(of name: String, among suggestions: [String]) -> String? {
    suggestions.count == 1 && !areSiblings(name, suggestions[0]) ? suggestions[0] : nil
  }

  /// Whether a name equals or may be a misspelling of one of the given names. Also `true` if this cannot be determined
  /// because the name is too long or the budget is spent.
  package static func mayMean(_ name: String, anyOf names: Set<String>) -> Bool {
    names.contains(name) || name.utf8.count > longestName || !suggestions(for: name, among: names).isEmpty
      || budget.map { $0.left <= 0 } ?? false
  }

  /// Whether two similar names may be those of siblings, such as `v1` and `v2`, or `Cart/a` and `Cart/b`: they differ in
  /// a digit, or in a word that has only one letter or is not similar itself.
  package static func areSiblings(_ name: String, _ other: String) -> Bool {
    if !name.filter(\.isNumber).elementsEqual(other.filter(\.isNumber)) { return true }
    let (words, others) = (words(of: name), words(of: other))
    return words.count == others.count
      && zip(words, others).contains { word, other in
        word.lowercased() != other.lowercased()
          && (min(word.count, other.count) < 2 || suggestions(for: word, among: [other]).isEmpty)
      }
  }

  /// The parts of a name between punctuation marks, and before a capital letter that follows a small one.
  private static func words(of name: String) -> [String] {
    var words = [""]
    var isSmall = false
    for character in name {
      if !character.isLetter || isSmall && character.isUppercase { words.append("") }
      if character.isLetter { words[words.count - 1].append(character) }
      isSmall = character.isLowercase
    }
    return words
  }

  private static func matches(of name: String, _ find: (inout Word) -> [Match]) -> [Match] {
    let budget = Self.budget ?? Budget()
    guard name.utf8.count <= longestName, budget.left > 0 else { return [] }
    var word = Word(name, steps: budget.left)
    let found = find(&word)
    budget.leave(word.steps)
    // If the budget ran out before all names were compared, there is no best match.
    return word.steps > 0 ? found.filter { $0.name != name } : []
  }

  private static func closest(_ found: [Match], _ preferred: (String) -> Bool) -> [String] {
    found.map { (rank: preferred($0.name) ? 0 : 1, $0.distance, $0.name) }.sorted { $0 < $1 }.prefix(mostSuggestions)
      .map(\.2)
  }

  /// "did you mean 'a', 'b' or 'c'?"; empty without suggestions.
  package static func help(for suggestions: [String]) -> [String] {
    guard let last = suggestions.last else { return [] }
    let quoted = suggestions.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return ["\(question) \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"]
  }

  package static func isSuggestion(_ help: String) -> Bool { help.hasPrefix(question) }

  private static let question = "did you mean"

  /// A misspelled name, with buffers that are reused for comparing it with one candidate after another.
  fileprivate struct Word {
    let lowered: String
    var steps: Int
    private let scalars: [UInt32]
    private let mask: UInt128
    private let bound: Int
    private var other: [UInt32] = []
    private var rows: (older: [Int], old: [Int], new: [Int]) = ([], [], [])

    init(_ name: String, steps: Int) {
      self.steps = steps
      lowered = name.lowercased()
      scalars = name.unicodeScalars.map(\.value)
      mask = Word.mask(of: name)
      bound = max(1, name.count / 3)
    }

    /// The letters of a name as a bit set. Letters outside ASCII share bits.
    static func mask(of name: String) -> UInt128 {
      name.unicodeScalars.reduce(0) { $0 | 1 << ($1.value & 127) }
    }

    /// The possible lengths, in scalars, of a similar name.
    var lengths: ClosedRange<Int> { max(0, scalars.count - bound)...scalars.count + bound }

    /// Whether a name with this letter set may be similar. Each edit removes at most one kind of letter and adds one.
    func mayBeNear(mask other: UInt128) -> Bool { (mask ^ other).nonzeroBitCount <= 2 * bound }

    /// The similar names, without duplicates.
    mutating func matches(among names: some Sequence<String>) -> [Match] {
      var found: [Match] = []
      var seen = Set<String>()
      for name in names {
        guard steps > 0 else { break }
        guard let distance = distance(to: name), seen.insert(name).inserted else { continue }
        found.append((name, distance))
      }
      return found
    }

    private mutating func distance(to name: String) -> Int? {
      steps -= 1
      // A scalar has at most four bytes, so the byte length alone rules out a much longer name.
      guard name.utf8.count <= 4 * (scalars.count + bound) else { return nil }
      other.removeAll(keepingCapacity: true)
      var otherMask: UInt128 = 0
      for scalar in name.unicodeScalars {
        other.append(scalar.value)
        otherMask |= 1 << (scalar.value & 127)
      }
      if mayDifferInCase, name.lowercased() == lowered { return 0 }
      return lengths.contains(other.count) && mayBeNear(mask: otherMask) ? alignment() : nil
    }

    /// The edit distance to a name that is known to differ in more than case.
    mutating func alignedDistance(to name: String) -> Int? {
      other.removeAll(keepingCapacity: true)
      for scalar in name.unicodeScalars { other.append(scalar.value) }
      return alignment()
    }

    /// Whether the two names may be equal when lowercased. ASCII names are checked without conversion.
    private var mayDifferInCase: Bool {
      other.contains { $0 > 0x7F }
        || other.count == scalars.count && zip(other, scalars).allSatisfy { $0 | 0x20 == $1 | 0x20 || $1 > 0x7F }
    }

    /// The optimal string alignment distance, which counts insertions, deletions, substitutions and transpositions of
    /// adjacent letters; `nil` if the distance exceeds the bound.
    private mutating func alignment() -> Int? {
      steps -= scalars.count * (other.count + 1) / 16
      let width = other.count + 1
      let beyond = bound + 1
      if rows.old.count < width { rows.older = Array(repeating: beyond, count: width) }
      if rows.old.count < width { (rows.old, rows.new) = (rows.older, rows.older) }
      for j in 0..<width { (rows.older[j], rows.old[j]) = (beyond, min(j, beyond)) }
      for i in scalars.indices {
        for j in 0..<width { rows.new[j] = beyond }
        rows.new[0] = min(i + 1, beyond)
        var smallest = rows.new[0]
        for j in max(0, i - bound)..<min(other.count, i + bound + 1) {
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
      return rows.old[other.count] <= bound ? rows.old[other.count] : nil
    }
  }

  /// Groups names by length, so that a misspelled name is compared only with names of similar length.
  package struct Index: Sendable {
    /// The names, grouped by their number of scalars and then by their set of letters.
    private var byLength: [Int: [UInt128: [String]]] = [:]
    private var byLowered: [String: [String]] = [:]

    /// Indexes names, which must not contain duplicates.
    package init(_ names: some Sequence<String>) {
      for name in names {
        byLength[name.unicodeScalars.count, default: [:]][Word.mask(of: name), default: []].append(name)
        byLowered[name.lowercased(), default: []].append(name)
      }
    }

    fileprivate func matches(of word: inout Word) -> [Match] {
      let sameButCase = byLowered[word.lowered] ?? []
      var found: [Match] = sameButCase.map { ($0, 0) }
      for ofLength in word.lengths.compactMap({ byLength[$0] }) {
        word.steps -= ofLength.count
        for (mask, names) in ofLength where word.mayBeNear(mask: mask) {
          for name in names where word.steps > 0 {
            word.steps -= 1
            guard let distance = word.alignedDistance(to: name), !sameButCase.contains(name) else { continue }
            found.append((name, distance))
          }
        }
      }
      return found
    }
  }
}
