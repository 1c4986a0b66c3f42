/// An order in which each parameter comes after all parameters that it refers to. Lists the cycles if there is no such
/// order.
struct ParameterOrder {
  /// The parameters in order, as indices into the stage's list of parameters.
  let order: [Int]
  /// A shortest cycle in each group of parameters that refer to each other, starting at the smallest name.
  private(set) var cycles: [[Int]] = []
  private(set) var isInCycle: [Bool]

  init(_ parameters: [ComposedParameter]) {
    let positions = Dictionary(parameters.enumerated().map { ($1.name.value, $0) }) { first, _ in first }
    var edges: [DirectedGraph.Edge] = []
    for (position, parameter) in parameters.enumerated() {
      for use in parameter.parameterUses {
        if let named = positions[use.value] { edges.append(.init(from: position, to: named)) }
      }
    }
    let graph = DirectedGraph(nodeCount: parameters.count, edges: edges)
    isInCycle = Array(repeating: false, count: parameters.count)
    let components = graph.components()
    // Edges between components lead from a larger number to a smaller one.
    order = parameters.indices.sorted { (components.ofNode[$0], $0) < (components.ofNode[$1], $1) }
    for group in components.groups(withLoopsIn: edges) {
      for parameter in group { isInCycle[parameter] = true }
      let byName = group.sorted { parameters[$0].name.value.precedes(parameters[$1].name.value) }
      let cycle = graph.shortestCycle(in: byName) ?? []
      cycles.append(cycle.map { Int(edges[$0].source) })
    }
  }
}
