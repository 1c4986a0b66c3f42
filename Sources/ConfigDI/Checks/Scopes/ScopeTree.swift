/// The nesting of declared scopes. Finds quickly whether one scope contains another, however deeply they are nested.
struct ScopeTree {
  /// For each scope, the scope itself or, if it is in a cycle, one member of that cycle. Each representative has an
  /// interval from `entry` to `exit`, which encloses the intervals of nested scopes.
  private let representative: [Int]
  private var entry: [Int]
  private var exit: [Int]
  /// For each representative, whether its outermost scope has an unknown parent.
  private var isAdrift: [Bool]

  /// - Parameters:
  ///   - parents: The position of each scope's parent. Scopes in a cycle count as containing each other.
  ///   - adrift: The scopes whose parent is unknown. They may be inside any other scope.
  init(_ parents: [Int?], adrift: [Int]) {
    var representative = Array(parents.indices)
    for cycle in parentCycles(parents, smaller: <) {
      for member in cycle { representative[member] = cycle[0] }
    }
    self.representative = representative
    var children = [[Int]](repeating: [], count: parents.count)
    var roots: [Int] = []
    for scope in parents.indices where representative[scope] == scope {
      // The parent of a cycle's members is the cycle itself.
      let parent = parents[scope].map { representative[$0] }
      if let parent, parent != scope { children[parent].append(scope) } else { roots.append(scope) }
    }
    entry = [Int](repeating: 0, count: parents.count)
    exit = entry
    isAdrift = [Bool](repeating: false, count: parents.count)
    let adrift = Set(adrift)
    var count = 0
    for root in roots {
      let isUnknown = adrift.contains(root)
      var walk: [(scope: Int, next: Int)] = [(root, 0)]
      while let (scope, next) = walk.last {
        if next == 0 {
          entry[scope] = count
          isAdrift[scope] = isUnknown
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

  /// Whether the outer scope equals or contains the inner scope, or may contain it.
  func contains(_ inner: Int, in outer: Int) -> Bool {
    let outer = representative[outer]
    let inner = representative[inner]
    return isAdrift[inner] || entry[outer] <= entry[inner] && entry[inner] < exit[outer]
  }
}
