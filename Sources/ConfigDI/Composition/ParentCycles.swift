/// The cycles among elements that each have at most one parent, by their positions: each cycle once, from its smallest
/// member on.
func parentCycles(_ parents: [Int?], smaller: (Int, Int) -> Bool) -> [[Int]] {
  var cycles: [[Int]] = []
  var walk = [Int](repeating: -1, count: parents.count)
  for start in parents.indices {
    var next: Int? = start
    while let position = next, walk[position] < 0 {
      walk[position] = start
      next = parents[position]
    }
    // An element that this walk has passed is in a cycle; one that an earlier walk passed has been examined.
    guard let first = next, walk[first] == start else { continue }
    var cycle = [first]
    while let position = parents[cycle[cycle.count - 1]], position != first { cycle.append(position) }
    let smallest = cycle.indices.min { smaller(cycle[$0], cycle[$1]) } ?? 0
    cycles.append(Array(cycle[smallest...] + cycle[..<smallest]))
  }
  return cycles
}
