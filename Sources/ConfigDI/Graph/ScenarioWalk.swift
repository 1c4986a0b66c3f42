/// A breadth-first walk that knows the scenarios in which it reaches each node, so that no path needs two stages or two
/// values of a parameter at once. A node is visited again if a longer path reaches it in further scenarios.
///
/// It stores only the reached nodes, so that a rule can start a walk at every service.
package struct ScenarioWalk: Sendable {
  /// A visit of a node.
  package struct Stop: Sendable {
    package let node: Int
    /// The number of edges on the path from a start node.
    package let depth: Int
    /// The scenarios in which no earlier visit reached the node.
    package fileprivate(set) var scenarios: ScenarioSet
    fileprivate var arrivals: [Arrival] = []
  }

  /// A last edge of paths to a stop, and the scenarios of these paths.
  fileprivate struct Arrival: Sendable {
    let edge: Int
    let from: Int
    let scenarios: ScenarioSet
  }

  /// A reached node: all scenarios in which it is reached, and its first and last stop.
  private struct Known: Sendable {
    var scenarios: ScenarioSet
    let first: Int
    var last: Int
  }

  /// The stops so far, in the order of discovery.
  package private(set) var stops: [Stop] = []
  private var visited = 0
  private var known: [Int: Known] = [:]

  package init(from starts: some Sequence<Int>, in scenarios: ScenarioSet) {
    for start in starts where known[start] == nil {
      known[start] = Known(scenarios: scenarios, first: stops.count, last: stops.count)
      stops.append(Stop(node: start, depth: 0, scenarios: scenarios))
    }
  }

  /// The next stop, as its position in `stops`.
  package mutating func next() -> Int? {
    guard visited < stops.count else { return nil }
    visited += 1
    return visited - 1
  }

  /// Follows an edge from the current stop to another node, unless that node is already reached in all of the scenarios.
  package mutating func follow(_ edge: Int, to node: Int, in scenarios: ScenarioSet) {
    // Conditions are forgotten if they would make the walk many times as long.
    let isTooLong = stops.count > 4 * known.count + 1000
    let arriving = isTooLong ? ScenarioSet(scenarios.stages) : scenarios
    let before = known[node]
    let further = before.map { arriving.subtracting($0.scenarios) } ?? arriving
    guard !further.isEmpty else { return }
    let arrival = Arrival(edge: edge, from: visited - 1, scenarios: further)
    let depth = stops[arrival.from].depth + 1
    var now = before ?? Known(scenarios: ScenarioSet(), first: stops.count, last: stops.count)
    if before != nil, stops[now.last].depth == depth {
      stops[now.last].scenarios.formUnion(further)
      stops[now.last].arrivals.append(arrival)
    } else {
      now.last = stops.count
      stops.append(Stop(node: node, depth: depth, scenarios: further, arrivals: [arrival]))
    }
    now.scenarios.formUnion(arriving)
    known[node] = now
  }

  /// The first stop at a node; `nil` if the walk did not reach the node.
  package func firstStop(at node: Int) -> Int? { known[node]?.first }

  /// The edges of the shortest path to a stop in one of the scenarios, and the scenarios in which that path exists.
  package func path(to stop: Int, in scenarios: ScenarioSet) -> (edges: [Int], scenarios: ScenarioSet) {
    var edges: [Int] = []
    var (stop, scenarios) = (stop, scenarios)
    while let (arrival, common) = arrival(at: stop, in: scenarios) {
      edges.append(arrival.edge)
      (stop, scenarios) = (arrival.from, common)
    }
    return (edges.reversed(), scenarios)
  }

  /// The last edge of the path that `path(to:in:)` returns; `nil` at a start node.
  package func lastEdge(to stop: Int, in scenarios: ScenarioSet) -> Int? {
    arrival(at: stop, in: scenarios)?.arrival.edge
  }

  private func arrival(at stop: Int, in scenarios: ScenarioSet) -> (arrival: Arrival, common: ScenarioSet)? {
    for arrival in stops[stop].arrivals {
      let common = arrival.scenarios.intersection(scenarios)
      if !common.isEmpty { return (arrival, common) }
    }
    // The conditions were forgotten on the way.
    return stops[stop].arrivals.first.map { ($0, $0.scenarios) }
  }
}
