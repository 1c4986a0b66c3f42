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

    fileprivate var left: Int { steps.load(ordering: .relaxed) }

    fileprivate func leave(_ left: Int) {
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
    found.sort { ($0.rank, $0.distance, $0.name) < ($1.rank, $1.distance, $1.name) }
    return found.prefix(3).map(\.name)
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

  /// A misspelt name, compared with one candidate after the other in buffers that are used again.
  private struct Word {
    private let lowered: String
    private let scalars: [UInt32]
    private let mask: UInt32
    private let bound: Int
    private var other: [UInt32] = []
    private var rows: (older: [Int], old: [Int], new: [Int]) = ([], [], [])

    init(_ name: String) {
      lowered = name.lowercased()
      scalars = name.unicodeScalars.map(\.value)
      mask = scalars.reduce(0) { $0 | 1 << ($1 & 31) }
      bound = max(1, name.count / 3)
    }

    /// 0 where only case differs; `nil` beyond the bound.
    mutating func distance(to candidate: String, spending steps: inout Int) -> Int? {
      steps -= 1
      // A scalar has at most four bytes, so that one much longer is told by its length alone.
      guard candidate.utf8.count <= 4 * (scalars.count + bound) else { return nil }
      other.removeAll(keepingCapacity: true)
      var otherMask: UInt32 = 0
      for scalar in candidate.unicodeScalars {
        other.append(scalar.value)
        otherMask |= 1 << (scalar.value & 31)
      }
      if mayDifferInCase, candidate.lowercased() == lowered { return 0 }
      guard abs(other.count - scalars.count) <= bound else { return nil }
      // An edit takes away at most one kind of letter and brings one.
      guard (mask ^ otherMask).nonzeroBitCount <= 2 * bound else { return nil }
      steps -= scalars.count * (other.count + 1) / 16
      return alignment()
    }

    /// Whether lowering case could make the two the same: ASCII tells by itself.
    private var mayDifferInCase: Bool {
      var isPlain = true
      for scalar in other where scalar > 0x7F { isPlain = false }
      guard isPlain else { return true }
      return other.count == scalars.count && zip(other, scalars).allSatisfy { $0 | 0x20 == $1 | 0x20 || $1 > 0x7F }
    }

    /// Optimal string alignment: insertions, deletions, substitutions and transpositions of neighbours; only the cells
    /// whose value can stay within the bound.
    private mutating func alignment() -> Int? {
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
