/// An order in which each parameter comes after those that it names, and the cycles.
struct ParameterOrder {
  /// Positions in the stage's list of parameters.
  private(set) var order: [Int] = []
  /// One cycle of each group of parameters that name each other: the shortest through the smallest name, which comes
  /// first.
  private(set) var cycles: [[Int]] = []
  /// Whether each parameter is in a cycle, also off the shortest one.
  private(set) var isInCycle: [Bool]
  private let targets: [[Int]]

  init(_ parameters: [ComposedParameter]) {
    let positions = Dictionary(parameters.enumerated().map { ($1.name.value, $0) }) { first, _ in first }
    targets = parameters.map { parameter in parameter.parameterUses.compactMap { positions[$0.name] } }
    isInCycle = Array(repeating: false, count: parameters.count)
    findComponents(parameters)
  }

  /// Tarjan's algorithm with a stack of its own: a component is complete after all components that it leads to.
  private mutating func findComponents(_ parameters: [ComposedParameter]) {
    var index = [Int](repeating: -1, count: targets.count)
    var low = index
    var isOpen = [Bool](repeating: false, count: targets.count)
    var open: [Int] = []
    var counter = 0
    for start in targets.indices where index[start] < 0 {
      var walk: [(node: Int, next: Int)] = [(start, 0)]
      while let (node, next) = walk.last {
        if next == 0 {
          index[node] = counter
          low[node] = counter
          counter += 1
          open.append(node)
          isOpen[node] = true
        }
        if next < targets[node].count {
          walk[walk.count - 1].next += 1
          let target = targets[node][next]
          if index[target] < 0 {
            walk.append((target, 0))
          } else if isOpen[target] {
            low[node] = min(low[node], index[target])
          }
          continue
        }
        walk.removeLast()
        if let parent = walk.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node] else { continue }
        var component: [Int] = []
        while let last = open.popLast() {
          isOpen[last] = false
          component.append(last)
          if last == node { break }
        }
        close(component, parameters)
      }
    }
  }

  private mutating func close(_ component: [Int], _ parameters: [ComposedParameter]) {
    order += component
    let first = component[0]
    guard component.count > 1 || targets[first].contains(first) else { return }
    let members = Set(component)
    for member in component { isInCycle[member] = true }
    let smallest =
      component.min {
        parameters[$0].name.value.utf8.lexicographicallyPrecedes(parameters[$1].name.value.utf8)
      } ?? first
    cycles.append(shortestCycle(through: smallest, within: members))
  }

  private func shortestCycle(through start: Int, within members: Set<Int>) -> [Int] {
    var parent: [Int: Int] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      for target in targets[node] where members.contains(target) {
        if target == start {
          var path = [node]
          while let last = path.last, last != start, let before = parent[last] { path.append(before) }
          return path.reversed()
        }
        if parent[target] == nil {
          parent[target] = node
          pending.append(target)
        }
      }
    }
    return [start]
  }
}
