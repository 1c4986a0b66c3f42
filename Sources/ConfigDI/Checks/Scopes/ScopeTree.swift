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
    // The parent of a cycle's members is the cycle itself.
    let outer = parents.indices.map { scope -> Int? in
      let parent = representative[scope] == scope ? parents[scope].map { representative[$0] } : nil
      return parent == scope ? nil : parent
    }
    let order = parentsFirst(outer)
    var size = [Int](repeating: 1, count: parents.count)
    for scope in order.reversed() {
      if let parent = outer[scope] { size[parent] += size[scope] }
    }
    entry = [Int](repeating: 0, count: parents.count)
    exit = entry
    isAdrift = parents.indices.map(Set(adrift).contains)
    // Where the next interval begins inside each scope, and outside of all.
    var (free, next) = (entry, 0)
    for scope in order {
      if let parent = outer[scope] {
        entry[scope] = free[parent]
        free[parent] += size[scope]
        isAdrift[scope] = isAdrift[parent]
      } else {
        entry[scope] = next
        next += size[scope]
      }
      free[scope] = entry[scope] + 1
      exit[scope] = entry[scope] + size[scope]
    }
  }

  /// Whether the outer scope equals or contains the inner scope, or may contain it.
  func contains(_ inner: Int, in outer: Int) -> Bool {
    let outer = representative[outer]
    let inner = representative[inner]
    return isAdrift[inner] || entry[outer] <= entry[inner] && entry[inner] < exit[outer]
  }
}
