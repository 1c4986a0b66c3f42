extension Range<Int> {
  /// The first position that fits, found by binary search; the upper bound if no position fits. All positions that do
  /// not fit must come first.
  package func firstPosition(where fits: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if fits(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
