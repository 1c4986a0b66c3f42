/// The edges of a knot, sorted by the scenarios in which they hold, so that examining one scenario costs only its own
/// edges, not the whole knot.
struct KnotWays {
  /// All edges, in the order of their nodes.
  let edges: [Int]
  /// The edges that hold in every scenario.
  let always: [Int]

  private let graph: DependencyGraph
  private var alwaysFrom: [Int: [Int]] = [:]
  private var conditional: [DependencyGraph.Condition: [Int]] = [:]
  private var conditionalFrom: [Int: [DependencyGraph.Condition: [Int]]] = [:]
  /// The parameters whose values decide where a node leads.
  private var parameters: [Int: [String]] = [:]
  /// The edges that some stages lack, whatever the values are.
  private var staged: [Int] = []
  private var stagedFrom: [Int: [Int]] = [:]

  init(_ edges: [Int], of graph: DependencyGraph) {
    self.edges = edges
    self.graph = graph
    var always: [Int] = []
    for index in edges {
      let edge = graph.edges[index]
      if let condition = edge.condition {
        conditional[condition, default: []].append(index)
        conditionalFrom[edge.from, default: [:]][condition, default: []].append(index)
        if parameters[edge.from]?.contains(condition.parameter) != true {
          parameters[edge.from, default: []].append(condition.parameter)
        }
      } else if edge.stages == graph.allStages {
        always.append(index)
        alwaysFrom[edge.from, default: []].append(index)
      } else {
        staged.append(index)
        stagedFrom[edge.from, default: []].append(index)
      }
    }
    self.always = always
  }

  /// The edges of a scenario, and the steps that it took to find them.
  func all(in scenario: Scenario) -> (edges: [Int], steps: Int) {
    (edges.filter { scenario.allows(graph.edges[$0]) }, edges.count)
  }

  /// The edges of a scenario that can be reached from an edge that not all scenarios have, and the steps that it took
  /// to find them.
  func reached(in scenario: Scenario) -> (edges: [Int], steps: Int) {
    // If there are too many values to examine, every scenario has every case.
    if scenario.values.isEmpty, !conditional.isEmpty { return all(in: scenario) }
    let ofValues = scenario.values.lazy.flatMap { conditional[.init(parameter: $0.key, value: $0.value)] ?? [] }
    let starts = (staged + ofValues).filter { scenario.allows(graph.edges[$0]) }.map { graph.edges[$0].from }
    var found: [Int] = []
    var steps = staged.count + starts.count
    var walk = LocalWalk(graph.graph, from: starts)
    while let node = walk.next() {
      let leaving = self.leaving(node, in: scenario)
      steps += 1 + leaving.count
      for index in leaving where scenario.allows(graph.edges[index]) {
        found.append(index)
        walk.follow(index, to: graph.edges[index].to)
      }
    }
    // In the order of adding, as in the searches of the whole knot.
    return (found.sorted(), steps)
  }

  private func leaving(_ node: Int, in scenario: Scenario) -> [Int] {
    var leaving = (alwaysFrom[node] ?? []) + (stagedFrom[node] ?? [])
    for parameter in parameters[node] ?? [] {
      guard let value = scenario.values[parameter] else { continue }
      leaving += conditionalFrom[node]?[.init(parameter: parameter, value: value)] ?? []
    }
    return leaving
  }
}
