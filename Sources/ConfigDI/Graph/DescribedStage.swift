extension DependencyGraph {
  /// A shortest path in any scenario from an edge's target back to its source, and the stages of all such paths.
  ///
  /// - Parameter next: The edges to follow from a node, in order; `nil` ends the search.
  func pathBack(
    over edge: Int, following next: (_ node: Int, _ scenarios: ScenarioSet) -> [Int]?
  ) -> (edges: [Int], stages: StageSet)? {
    let goal = edges[edge].from
    var left = scenarios(of: edges[edge])
    var walk = ScenarioWalk(from: CollectionOfOne(edges[edge].to), in: left)
    while !left.isEmpty, let stop = walk.next() {
      let (node, scenarios) = (walk.stops[stop].node, walk.stops[stop].scenarios.intersection(left))
      if node == goal {
        left = left.subtracting(scenarios)
      } else if !scenarios.isEmpty {
        guard let further = next(node, scenarios) else { break }
        walk.follow(further, of: self, in: scenarios)
      }
    }
    return describedPath(to: goal, in: walk)
  }

  /// The path to describe of those on which a walk reached a node, and the stages of all of them: a path in a selected
  /// stage if there is one, of these the shortest, and of these the one with the fewest references from overlays.
  private func describedPath(to node: Int, in walk: ScenarioWalk) -> (edges: [Int], stages: StageSet)? {
    let stops = walk.stops.indices.filter { walk.stops[$0].node == node }
    guard
      let stop = stops.first(where: { !walk.stops[$0].scenarios.intersection(selected).isEmpty }) ?? stops.first
    else { return nil }
    var left = walk.stops[stop].scenarios.intersection(selected)
    if left.isEmpty { left = walk.stops[stop].scenarios }
    var paths: [[Int]] = []
    while !left.isEmpty, paths.count < 64 {
      let (path, scenarios) = walk.path(to: stop, in: left)
      paths.append(path)
      left = left.subtracting(scenarios)
    }
    let best = paths.min { $0.count(where: isOfOverlay) < $1.count(where: isOfOverlay) }
    return best.map { ($0, stops.reduce(StageSet()) { $0.union(walk.stops[$1].scenarios.stages) }) }
  }

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
