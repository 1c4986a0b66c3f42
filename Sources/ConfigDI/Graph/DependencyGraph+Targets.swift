extension DependencyGraph {
  /// A service to which a reference leads.
  package struct Target: Sendable {
    package let version: Int
    /// The scenarios in which the reference leads to the service.
    package let scenarios: ScenarioSet
    /// The last edge on the way; `nil` if the reference names the service itself.
    package let last: Int?
  }

  /// The scenarios in which an edge exists.
  package func scenarios(of edge: Edge) -> ScenarioSet {
    guard let condition = edge.condition, let values = values[condition.parameter],
      let value = values[condition.value]
    else { return ScenarioSet(edge.stages) }
    return ScenarioSet(edge.stages, where: condition.parameter, is: value, of: values.count)
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
    var walk = ScenarioWalk(from: CollectionOfOne(node), in: scenarios)
    var targets: [Target] = []
    while let stop = walk.next() {
      let (node, scenarios) = (walk.stops[stop].node, walk.stops[stop].scenarios)
      guard node < keys.count else {
        let members = graph.neighbors(of: node)
        guard spend(scenarios.steps * (1 + members.count)) else { return targets }
        for (target, edge) in members {
          walk.follow(edge, to: target, in: scenarios.intersection(self.scenarios(of: edges[edge])))
        }
        continue
      }
      for index in versionsOfNode[node] {
        let own = scenarios.intersection(versions[index].stages)
        guard !own.isEmpty else { continue }
        guard versions[index].service.isPassage, !isEnd(node) else {
          targets.append(Target(version: index, scenarios: own, last: walk.lastEdge(to: stop, in: own)))
          continue
        }
        guard spend(own.steps * (1 + versions[index].edges.count)) else { return targets }
        for edge in versions[index].edges where edges[edge].kind.leadsOn {
          walk.follow(edge, to: edges[edge].to, in: own.intersection(self.scenarios(of: edges[edge])))
        }
      }
    }
    return targets
  }
}
