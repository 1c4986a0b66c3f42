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
