/// Spans of a text, sorted; no two of them touch.
struct RangeList {
  private var ranges: [Range<Int>] = []

  /// Adds a span, and merges it with the spans that it overlaps or touches.
  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = position(of: range.lowerBound)
    var last = first
    var union = range
    while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
      union = min(union.lowerBound, ranges[last].lowerBound)..<max(union.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: [union])
  }

  /// The parts of a span that are in the list; for an empty span inside the list, its position.
  func overlaps(with range: Range<Int>) -> [Range<Int>] {
    var index = position(of: range.lowerBound)
    var result: [Range<Int>] = []
    while index < ranges.count, ranges[index].lowerBound <= range.upperBound {
      let isInside = range.isEmpty && ranges[index].contains(range.lowerBound)
      if isInside || ranges[index].overlaps(range) { result.append(ranges[index].clamped(to: range)) }
      index += 1
    }
    return result
  }

  /// The first span that ends at an offset or after it.
  private func position(of offset: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
