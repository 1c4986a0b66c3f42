/// "Did you mean": which known names a misspelt one may stand for.
package enum Spelling {
  /// At most three candidates, closest first: an edit distance (transpositions count one) of at most
  /// max(1, length / 3), or a difference of case alone. Those in `preferred` come before the others.
  package static func suggestions<Names: Sequence<String>>(
    for name: String, among names: Names, preferred: (String) -> Bool = { _ in false }
  ) -> [String] {
    let written = Array(name.utf8)
    let lowered = name.lowercased()
    let bound = max(1, name.count / 3)
    var found: [(name: String, distance: Int, rank: Int)] = []
    var seen = Set<String>()
    for candidate in names where candidate != name && seen.insert(candidate).inserted {
      let distance: Int
      if candidate.lowercased() == lowered {
        distance = 0
      } else {
        let utf8 = candidate.utf8
        guard abs(utf8.count - written.count) <= bound * 4 else { continue }
        distance = editDistance(Array(name.unicodeScalars), Array(candidate.unicodeScalars), atMost: bound)
      }
      if distance <= bound { found.append((candidate, distance, preferred(candidate) ? 0 : 1)) }
    }
    found.sort { ($0.rank, $0.distance, $0.name) < ($1.rank, $1.distance, $1.name) }
    return found.prefix(3).map(\.name)
  }

  /// "did you mean 'a', 'b' or 'c'?", or nothing.
  package static func help(for suggestions: [String]) -> [String] {
    guard let last = suggestions.last else { return [] }
    let quoted = suggestions.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return ["did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"]
  }

  /// Optimal string alignment: insertions, deletions, substitutions and transpositions of neighbours.
  private static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost bound: Int) -> Int {
    guard abs(a.count - b.count) <= bound else { return bound + 1 }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [Int](repeating: i + 1, count: b.count + 1)
      var smallest = i + 1
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row[j + 1] = cost
        smallest = min(smallest, cost)
      }
      if smallest > bound { return bound + 1 }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
