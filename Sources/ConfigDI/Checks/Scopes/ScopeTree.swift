/// The nesting of declared scopes. Finds in a few steps whether one scope contains another, however deeply they are
/// nested.
struct ScopeTree {
  /// For each scope, the scope that stands for it: one member of its cycle, or else the scope itself. A walk over the
  /// tree gives each of them an interval, from `entry` to `exit`.
  private let representative: [Int]
  private var entry: [Int]
  private var exit: [Int]
  private let roots: [Int]
  private var children: [[Int]]

  /// - Parameter parents: The parents' positions. Scopes in a cycle, which is reported elsewhere, contain each other.
  init(_ parents: [Int?]) {
    var representative = Array(parents.indices)
    for cycle in parentCycles(parents, smaller: <) {
      for member in cycle { representative[member] = cycle[0] }
    }
    self.representative = representative
    children = [[Int]](repeating: [], count: parents.count)
    var roots: [Int] = []
    for scope in parents.indices where representative[scope] == scope {
      // The parent of a cycle's members is the cycle itself.
      let parent = parents[scope].map { representative[$0] }
      if let parent, parent != scope { children[parent].append(scope) } else { roots.append(scope) }
    }
    self.roots = roots
    entry = [Int](repeating: 0, count: parents.count)
    exit = entry
    number()
  }

  private mutating func number() {
    var count = 0
    for root in roots {
      var walk: [(scope: Int, next: Int)] = [(root, 0)]
      while let (scope, next) = walk.last {
        if next == 0 {
          entry[scope] = count
          count += 1
        }
        if next < children[scope].count {
          walk[walk.count - 1].next += 1
          walk.append((children[scope][next], 0))
        } else {
          exit[scope] = count
          walk.removeLast()
        }
      }
    }
  }

  /// Whether the outer scope is the inner one or contains it.
  func contains(_ inner: Int, in outer: Int) -> Bool {
    let outer = representative[outer]
    let inner = representative[inner]
    return entry[outer] <= entry[inner] && entry[inner] < exit[outer]
  }
}
