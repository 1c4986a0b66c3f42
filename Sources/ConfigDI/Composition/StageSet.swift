/// A set of a manifest's stages, by their positions; one word for up to 64 stages.
package struct StageSet: Sendable, Hashable {
  private var low: UInt64
  /// Words for the stages from the 65th on.
  private var high: [UInt64]

  package init() {
    low = 0
    high = []
  }

  package init(stage: Int) {
    self.init()
    insert(stage)
  }

  /// The set of the first `count` stages.
  package init(all count: Int) {
    self.init()
    if count <= 64 {
      low = count == 64 ? .max : (1 << UInt64(count)) - 1
    } else {
      for stage in 0..<count { insert(stage) }
    }
  }

  package mutating func insert(_ stage: Int) {
    guard stage >= 64 else {
      low |= 1 << UInt64(stage)
      return
    }
    let word = stage / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(stage % 64)
  }

  package func contains(_ stage: Int) -> Bool {
    guard stage >= 64 else { return low & (1 << UInt64(stage)) != 0 }
    let word = stage / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(stage % 64)) != 0
  }

  package var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

  package func union(_ other: StageSet) -> StageSet {
    combined(other, |)
  }

  package func intersection(_ other: StageSet) -> StageSet {
    combined(other, &)
  }

  package func subtracting(_ other: StageSet) -> StageSet {
    combined(other) { $0 & ~$1 }
  }

  package func isSubset(of other: StageSet) -> Bool {
    subtracting(other).isEmpty
  }

  /// The positions in the set, ascending.
  package var members: [Int] {
    var members: [Int] = []
    for (position, word) in ([low] + high).enumerated() {
      var left = word
      while left != 0 {
        members.append(64 * position + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
    return members
  }

  /// The smallest position in the set.
  package var first: Int? { low != 0 ? low.trailingZeroBitCount : members.first }

  private func combined(_ other: StageSet, _ operation: (UInt64, UInt64) -> UInt64) -> StageSet {
    var result = StageSet()
    result.low = operation(low, other.low)
    guard !(high.isEmpty && other.high.isEmpty) else { return result }
    for word in 0..<max(high.count, other.high.count) {
      result.high.append(operation(word < high.count ? high[word] : 0, word < other.high.count ? other.high[word] : 0))
    }
    while result.high.last == 0 { result.high.removeLast() }
    return result
  }
}
