/// The findings of reading one file. A finding under a top-level key that begins `x-` counts only where
/// an alias outside repeats the node.
struct ReadingFindings {
  private var everywhere: [Diagnostic] = []
  /// Findings with the record that each is about, in file order.
  private var onRecords: [(record: Int, finding: Diagnostic)] = []
  private var aliases: [(record: Int, target: Int)] = []
  /// The range of records under each `x-` key.
  private var extensions: [Range<Int>] = []
  private var extensionStart: Int?

  /// Adds a finding that counts under an `x-` key too.
  mutating func add(_ finding: Diagnostic) {
    everywhere.append(finding)
  }

  mutating func add(_ finding: Diagnostic, on record: Int) {
    onRecords.append((record, finding))
  }

  mutating func note(alias record: Int, of target: Int) {
    aliases.append((record, target))
  }

  mutating func beginExtension(at record: Int) {
    extensionStart = record
  }

  mutating func endExtension(at record: Int) {
    guard let start = extensionStart else { return }
    extensions.append(start..<record)
    extensionStart = nil
  }

  func reportable(_ records: FrozenBuffer<NodeRecord>) -> [Diagnostic] {
    if extensions.isEmpty || onRecords.isEmpty { return everywhere + onRecords.map(\.finding) }
    let reached = reachedFromOutside(records)
    let counted = onRecords.filter { entry in
      !isInExtension(entry.record) || index(in: reached, containing: entry.record) != nil
    }
    return everywhere + counted.map(\.finding)
  }

  /// The ranges under `x-` keys that aliases outside repeat, directly or through one another; sorted and disjoint.
  private func reachedFromOutside(_ records: FrozenBuffer<NodeRecord>) -> [Range<Int>] {
    var pending = aliases.filter { !isInExtension($0.record) && isInExtension($0.target) }.map(\.target)
    var seen = Set<Int>()
    var reached: [Range<Int>] = []
    while let target = pending.popLast() {
      guard seen.insert(target).inserted else { continue }
      let end = records.end(of: target)
      reached.append(target..<end)
      var position = firstAlias(from: target)
      while position < aliases.count, aliases[position].record < end {
        pending.append(aliases[position].target)
        position += 1
      }
    }
    var merged: [Range<Int>] = []
    for range in reached.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  private func isInExtension(_ record: Int) -> Bool { index(in: extensions, containing: record) != nil }

  private func index(in ranges: [Range<Int>], containing record: Int) -> Int? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= record { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(record) ? low : nil
  }

  private func firstAlias(from record: Int) -> Int {
    var low = 0
    var high = aliases.count
    while low < high {
      let middle = (low + high) / 2
      if aliases[middle].record < record { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
