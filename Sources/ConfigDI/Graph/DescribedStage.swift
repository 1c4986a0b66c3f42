/// What one search finds in several scenarios: the result to describe, and the stages of all results.
struct ScenarioResults<Result> {
  /// A result in a selected stage if there is one, of these the shortest, and of these the one with the fewest
  /// references from overlays.
  private(set) var best: Result?
  private(set) var stages = StageSet()

  private let graph: DependencyGraph
  private let edges: (Result) -> [Int]
  private var cost = (isUnselected: 0, length: 0)

  /// - Parameter edges: The edges that a result consists of.
  init(_ graph: DependencyGraph, edges: @escaping (Result) -> [Int]) {
    self.graph = graph
    self.edges = edges
  }

  mutating func add(_ result: Result, length: Int, in scenario: Scenario) {
    let own = scenario.stage.map(StageSet.init(stage:)) ?? graph.allStages
    stages.formUnion(own)
    let cost = (isUnselected: own.intersection(graph.selected).isEmpty ? 1 : 0, length: length)
    if let best {
      guard cost < self.cost || cost == self.cost && overlaid(result) < overlaid(best) else { return }
    }
    (best, self.cost) = (result, cost)
  }

  private func overlaid(_ result: Result) -> Int { edges(result).count { graph.isOfOverlay($0) } }
}

extension DependencyGraph {
  /// The version of a service that a finding about several versions describes: one of a selected stage if there is one,
  /// and of these one that no overlay put in place of another.
  func describedVersion(of node: Int, where holds: (Version) -> Bool = { _ in true }) -> Version? {
    func cost(_ version: Version) -> (Int, Int) {
      (version.stages.intersection(selected).isEmpty ? 1 : 0, version.service.isReplacement ? 1 : 0)
    }
    return versionsOfNode[node].map { versions[$0] }.filter(holds).min { cost($0) < cost($1) }
  }

  /// Edges in the same order, but those whose reference an overlay wrote come last. Of equal findings, the first is kept.
  func baseFirst(_ edges: [Int]) -> [Int] {
    guard edges.contains(where: { self.edges[$0].stages != allStages }) else { return edges }
    return edges.filter { !isOfOverlay($0) } + edges.filter(isOfOverlay)
  }

  /// Whether an overlay wrote the reference of an edge.
  func isOfOverlay(_ edge: Int) -> Bool {
    let service = versions[edges[edge].owner].service
    let place = edges[edge].location
    return service.isReplacement || place.file !== service.location.file
      || !service.location.range.contains(place.range.lowerBound)
  }
}

extension ComposedService {
  /// Whether an overlay put this entry in place of another one.
  fileprivate var isReplacement: Bool { history.contains { $0.part.isEmpty } }
}
