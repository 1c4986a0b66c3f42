/// The cycles among elements that each have at most one parent, by their positions: each cycle once, from its smallest
/// member on.
func parentRings(_ parents: [Int?], smaller: (Int, Int) -> Bool) -> [[Int]] {
  var rings: [[Int]] = []
  var walk = [Int](repeating: -1, count: parents.count)
  for start in parents.indices {
    var next: Int? = start
    while let position = next, walk[position] < 0 {
      walk[position] = start
      next = parents[position]
    }
    // An element that this walk has passed is in a cycle; one that an earlier walk passed has been examined.
    guard let first = next, walk[first] == start else { continue }
    var ring = [first]
    while let position = parents[ring[ring.count - 1]], position != first { ring.append(position) }
    let smallest = ring.indices.min { smaller(ring[$0], ring[$1]) } ?? 0
    rings.append(Array(ring[smallest...] + ring[..<smallest]))
  }
  return rings
}
