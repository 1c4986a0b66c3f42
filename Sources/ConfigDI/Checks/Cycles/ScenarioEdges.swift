/// Edges, grouped by the scenarios in which they exist. Examining one scenario then visits only the edges that exist in
/// it: a select with 160 cases that need it has 160 scenarios.
struct ScenarioEdges {
  private let graph: DependencyGraph
  /// The edges without a condition, by their source.
  private var plain: [Int: [Int]] = [:]
  /// The edges that exist only in some stages, regardless of parameter values.
  private var staged: [Int] = []
  /// The edges with each condition.
  private var conditional: [DependencyGraph.Condition: [Int]] = [:]
  private var conditionalFrom: [Int: [DependencyGraph.Condition: [Int]]] = [:]
  /// The parameters that decide where each `select` node leads.
  private var parameters: [Int: [String]] = [:]

  init(_ edges: [Int], of graph: DependencyGraph) {
    self.graph = graph
    for index in edges {
      let edge = graph.edges[index]
      guard let condition = edge.condition else {
        plain[edge.from, default: []].append(index)
        if edge.stages != graph.allStages { staged.append(index) }
        continue
      }
      conditional[condition, default: []].append(index)
      conditionalFrom[edge.from, default: [:]][condition, default: []].append(index)
      if parameters[edge.from]?.contains(condition.parameter) != true {
        parameters[edge.from, default: []].append(condition.parameter)
      }
    }
  }

  /// The edges in a scenario that can be reached from an edge missing in other scenarios, and the number of steps spent
  /// on finding them.
  func reached(in scenario: Scenario) -> (edges: [Int], steps: Int) {
    // If there are too many values to examine, every scenario has every case.
    let cases =
      scenario.values.isEmpty
      ? conditional.values.flatMap(\.self)
      : scenario.values.flatMap { conditional[.init(parameter: $0.key, value: $0.value)] ?? [] }
    let starts = (staged + cases).filter { scenario.allows(graph.edges[$0]) }.map { graph.edges[$0].from }
    var found: [Int] = []
    var steps = staged.count + cases.count
    var walk = LocalWalk(graph.graph, from: starts)
    while let node = walk.next() {
      let leaving = self.leaving(node, in: scenario)
      steps += 1 + leaving.count
      for index in leaving {
        found.append(index)
        walk.follow(index, to: graph.edges[index].to)
      }
    }
    // Sorted in the order in which edges were added, as in the searches of the whole knot.
    return (found.sorted(), steps)
  }

  /// The edges that leave a node in a scenario.
  func leaving(_ node: Int, in scenario: Scenario) -> [Int] {
    var leaving = plain[node] ?? []
    if scenario.values.isEmpty {
      leaving += conditionalFrom[node]?.values.flatMap(\.self) ?? []
    } else {
      for parameter in parameters[node] ?? [] {
        guard let value = scenario.values[parameter] else { continue }
        leaving += conditionalFrom[node]?[.init(parameter: parameter, value: value)] ?? []
      }
    }
    return leaving.filter { scenario.allows(graph.edges[$0]) }
  }
}
