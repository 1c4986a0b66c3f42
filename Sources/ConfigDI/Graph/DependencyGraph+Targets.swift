extension DependencyGraph {
  /// A service to which a reference leads.
  package struct Target: Sendable {
    package let version: Int
    /// The scenarios in which the reference leads to the service.
    package let scenarios: ScenarioSet
    /// The last edge on the way; `nil` if the reference names the service itself.
    package let last: Int?
  }

  package func scenarios(of edge: Edge) -> ScenarioSet {
    guard let condition = edge.condition, let values = values[condition.parameter],
      let value = values[condition.value]
    else { return ScenarioSet(edge.stages) }
    return ScenarioSet(stages(of: edge), where: condition.parameter, is: value, of: values.count)
  }

  /// The stages in which a service may use an edge: none where the parameter lacks the value of a case.
  func stages(of edge: Edge) -> StageSet {
    guard let condition = edge.condition, let dead = dead[condition] else { return edge.stages }
    return edge.stages.subtracting(dead)
  }

  /// The values that parameters have on a path.
  func values(on path: [Int]) -> [String: String] {
    let conditions = path.lazy.compactMap { edges[$0].condition }
    return Dictionary(conditions.map { ($0.parameter, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// A parameter that would need two values for all of these edges to exist.
  func parameterWithTwoValues(on path: [Int]) -> String? {
    var values: [String: String] = [:]
    return path.lazy.compactMap { edges[$0].condition }.first { condition in
      (values.updateValue(condition.value, forKey: condition.parameter) ?? condition.value) != condition.value
    }?.parameter
  }

  /// The services to which a node leads, directly or through aliases, selects and collections, the nearest first.
  ///
  /// - Parameters:
  ///   - isEnd: Whether a key is a target even where it is an alias or a select.
  ///   - spend: Takes the steps of the search from a budget; false if too few are left, which ends the search.
  package func targets(
    of node: Int, in scenarios: ScenarioSet, endingAt isEnd: (_ node: Int) -> Bool = { _ in false },
    spending spend: (_ steps: Int) -> Bool = { _ in true }
  ) -> [Target] {
    var found: [(version: Int, scenarios: ScenarioSet, stop: Int)] = []
    let walk = walk(from: node, in: scenarios, spending: spend) { version, scenarios, stop in
      if versions[version].service.isPassage, !isEnd(versions[version].node) { return scenarios }
      found.append((version, scenarios, stop))
      return ScenarioSet()
    }
    return found.map { version, scenarios, stop in
      Target(version: version, scenarios: scenarios, last: walk.lastEdge(to: stop, in: scenarios))
    }
  }

  /// Walks from a node through collections and through services, except over calls that name an open scope.
  ///
  /// - Parameters:
  ///   - spend: Takes the steps of the search from a budget; false if too few are left, which ends the search.
  ///   - visit: Takes a version of a service, the scenarios in which the walk reaches the version, and the stop. Returns
  ///     the scenarios in which the walk continues there.
  func walk(
    from start: Int, in scenarios: ScenarioSet, spending spend: (_ steps: Int) -> Bool,
    _ visit: (_ version: Int, _ scenarios: ScenarioSet, _ stop: Int) -> ScenarioSet
  ) -> ScenarioWalk {
    var walk = ScenarioWalk(from: CollectionOfOne(start), in: scenarios)
    while let stop = walk.next() {
      let (node, scenarios) = (walk.stops[stop].node, walk.stops[stop].scenarios)
      func follow(_ edges: some Collection<Int>, in scenarios: ScenarioSet) -> Bool {
        guard spend(scenarios.steps * (1 + edges.count)) else { return false }
        walk.follow(
          edges.lazy.filter { self.edges[$0].from == node && !self.edges[$0].namesScope }, of: self, in: scenarios)
        return true
      }
      guard node < keys.count else {
        guard follow(graph.neighbors(of: node).map(\.edge), in: scenarios) else { return walk }
        continue
      }
      for version in versionsOfNode[node] {
        let own = scenarios.intersection(versions[version].stages)
        let further = own.isEmpty ? own : visit(version, own, stop)
        guard further.isEmpty || follow(versions[version].edges, in: further) else { return walk }
      }
    }
    return walk
  }
}

extension ScenarioWalk {
  /// Follows edges from the current stop in the scenarios in which they exist.
  package mutating func follow(_ edges: some Sequence<Int>, of graph: DependencyGraph, in scenarios: ScenarioSet) {
    for edge in edges {
      follow(edge, to: graph.edges[edge].to, in: scenarios.intersection(graph.scenarios(of: graph.edges[edge])))
    }
  }
}
