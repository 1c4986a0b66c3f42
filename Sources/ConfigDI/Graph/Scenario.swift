/// One stage and one value for each `select` parameter: a wiring that can occur in a program.
package struct Scenario: Sendable {
  /// The stage; `nil` if all stages are alike.
  package var stage: Int?
  package var values: [String: String] = [:]

  package func allows(_ edge: DependencyGraph.Edge) -> Bool {
    if let stage, !edge.stages.contains(stage) { return false }
    if let condition = edge.condition, let value = values[condition.parameter], value != condition.value {
      return false
    }
    return true
  }
}

/// The scenarios that need separate examination, those of selected stages first, or a single scenario if every edge
/// always exists.
package struct Scenarios: Sendable {
  package let all: [Scenario]
  /// The number of combinations of parameter values, if there are too many to examine one by one. Each stage is then
  /// examined with all cases at once.
  package let unjudged: Int?

  private static let most = 1000
  /// The maximum number of edge visits over all combinations. A graph that would need more has too many combinations to
  /// examine.
  private static let mostLooks = 10_000_000

  /// - Parameters:
  ///   - edges: The edges that a search may visit.
  ///   - nodes: The nodes whose services may differ between stages.
  package init(of edges: some Sequence<DependencyGraph.Edge>, nodes: [Int], in graph: DependencyGraph) {
    let stages = graph.allStages
    var values: [String: [String]] = [:]
    var known: Set<DependencyGraph.Condition> = []
    var parameters: [String] = []
    var everywhere = nodes.allSatisfy { node in
      node >= graph.keys.count || graph.versionsOfNode[node].allSatisfy { graph.versions[$0].stages == stages }
    }
    var edgeCount = 0
    for edge in edges {
      edgeCount += 1
      if edge.stages != stages { everywhere = false }
      guard let condition = edge.condition else { continue }
      if values[condition.parameter] == nil { parameters.append(condition.parameter) }
      if known.insert(condition).inserted {
        values[condition.parameter, default: []].append(condition.value)
      }
    }
    var assignments: [[String: String]] = [[:]]
    var count = 1
    var tooMany = false
    let others = stages.subtracting(graph.selected)
    let ofStages: [Int?] = everywhere ? [nil] : graph.selected.members + others.members
    let most = min(Self.most, max(2, Self.mostLooks / max(1, edgeCount * ofStages.count)))
    for parameter in parameters {
      let choices = values[parameter] ?? []
      let (product, overflow) = count.multipliedReportingOverflow(by: choices.count)
      count = overflow ? .max : product
      tooMany = tooMany || count > most
      guard !tooMany else { continue }
      assignments = assignments.flatMap { assignment in
        choices.map { choice in assignment.merging([parameter: choice]) { $1 } }
      }
    }
    if tooMany { assignments = [[:]] }
    unjudged = tooMany ? count : nil
    all = ofStages.flatMap { stage in assignments.map { Scenario(stage: stage, values: $0) } }
  }
}
