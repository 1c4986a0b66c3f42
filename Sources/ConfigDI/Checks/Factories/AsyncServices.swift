/// The services for which a synchronous call would have to wait.
package struct AsyncServices: Sendable {
  /// For each node, the scenarios in which a call makes a new instance that must be awaited; empty if no factory is
  /// asynchronous.
  private var anew: [ScenarioSet] = []
  /// For each node, the scenarios in which the node leads to a scoped instance that must be awaited.
  private var scoped: [ScenarioSet] = []
  /// Like `scoped`, but without instances that are made when their scope opens.
  private var unopened: [ScenarioSet] = []
  /// For each version of a service, the scenarios in which its instance must be awaited.
  private var awaited: [ScenarioSet] = []
  /// For each declared scope, the services made when the scope opens, with their stages.
  private var opened: [String: [(node: Int, stages: StageSet)]] = [:]
  private let declaredScopes: Set<String>

  init(_ graph: DependencyGraph) {
    declaredScopes = Set(graph.composed.scopes.map(\.name.value))
    let opens = graph.versions.contains { $0.service.isEager && $0.service.declaredScope != nil }
    let factories = graph.catalog?.catalog.factories ?? []
    guard opens || factories.indices.contains(where: { factories[$0].isAsync }) else { return }
    let count = graph.keys.count + graph.collections.count
    anew = [ScenarioSet](repeating: ScenarioSet(), count: count)
    scoped = anew
    unopened = anew
    awaited = graph.versions.map { version in
      guard case .factory = version.service.kind else { return ScenarioSet() }
      let isAsync = version.factory?.entry.isAsync == true || version.decorators.contains { $0?.entry.isAsync == true }
      return isAsync ? ScenarioSet(version.stages) : ScenarioSet()
    }
    // The components that a component leads to have smaller numbers.
    let components = graph.graph.components { !graph.edges[$0].kind.isDeferred }
    let order = (0..<count).sorted { components.ofNode[$0] < components.ofNode[$1] }
    for node in order { find(node, in: graph) }
    let made = madeAtOpening(in: graph)
    for node in order where !scoped[node].isEmpty {
      let versions = node < graph.keys.count ? graph.versionsOfNode[node].map { graph.versions[$0] } : []
      let own = versions.filter { !$0.service.isPassage }.map(\.stages).united
      unopened[node] = scoped[node].intersection(own).subtracting(made[node])
      for (target, edge) in graph.graph.neighbors(of: node)
      where graph.edges[edge].kind.isOfPassage && !unopened[target].isEmpty {
        unopened[node].formUnion(unopened[target].intersection(graph.scenarios(of: graph.edges[edge])))
      }
    }
  }

  /// Whether no service can be asynchronous.
  var isEmpty: Bool { anew.isEmpty }

  private mutating func find(_ node: Int, in graph: DependencyGraph) {
    guard node < graph.keys.count else {
      for (_, edge) in graph.graph.neighbors(of: node) { pass(graph.edges[edge], in: graph) }
      return
    }
    for index in graph.versionsOfNode[node] {
      let version = graph.versions[index]
      for edge in version.edges.lazy.map({ graph.edges[$0] }) where edge.from == node && !edge.isDeferred {
        if edge.leadsOn {
          pass(edge, in: graph)
        } else if !anew[edge.to].isEmpty {
          awaited[index].formUnion(anew[edge.to].intersection(graph.scenarios(of: edge)))
        }
      }
      guard !version.service.isPassage else { continue }
      if version.scope.isMadeAnew {
        anew[node].formUnion(awaited[index])
      } else if let scope = version.service.declaredScope, declaredScopes.contains(scope) {
        // DI303 reports any other scope.
        scoped[node].formUnion(awaited[index])
      }
    }
  }

  private mutating func pass(_ edge: DependencyGraph.Edge, in graph: DependencyGraph) {
    guard !anew[edge.to].isEmpty || !scoped[edge.to].isEmpty else { return }
    let scenarios = graph.scenarios(of: edge)
    anew[edge.from].formUnion(anew[edge.to].intersection(scenarios))
    scoped[edge.from].formUnion(scoped[edge.to].intersection(scenarios))
  }

  /// For each node, the scenarios in which its instance is made when a scope opens.
  private mutating func madeAtOpening(in graph: DependencyGraph) -> [ScenarioSet] {
    var made = [ScenarioSet](repeating: ScenarioSet(), count: anew.count)
    func make(_ version: DependencyGraph.Version, _ scenarios: ScenarioSet) {
      guard let scope = version.service.declaredScope, !scenarios.isEmpty else { return }
      made[version.node].formUnion(scenarios)
      opened[scope, default: []].append((version.node, scenarios.stages))
    }
    for (index, version) in graph.versions.enumerated() {
      guard case .factory = version.service.kind else { continue }
      if version.service.isEager { make(version, ScenarioSet(version.stages)) }
      let sync = ScenarioSet(version.stages).subtracting(awaited[index])
      guard !sync.isEmpty else { continue }
      for edge in version.edges.lazy.map({ graph.edges[$0] })
      where edge.from == version.node && !edge.isDeferred && !scoped[edge.to].isEmpty {
        for target in graph.targets(of: edge.to, in: sync.intersection(graph.scenarios(of: edge))) {
          make(graph.versions[target.version], target.scenarios.intersection(awaited[target.version]))
        }
      }
    }
    return made
  }

  /// The stages in which a synchronous call for a node fails because it would have to wait.
  package func missing(_ node: Int) -> StageSet {
    anew.isEmpty ? StageSet() : anew[node].stages.union(unopened[node].stages)
  }

  /// The stages in which a call for a node makes a new instance that must be awaited.
  func madeAnew(_ node: Int) -> StageSet { anew.isEmpty ? StageSet() : anew[node].stages }

  /// The stages in which a version's instance must be awaited.
  func awaited(_ version: Int) -> StageSet { awaited.isEmpty ? StageSet() : awaited[version].stages }

  /// The services that are made when a scope opens, each with its stages.
  package func madeAtOpening(_ scope: String) -> [(node: Int, stages: StageSet)] { opened[scope] ?? [] }
}

extension ComposedService {
  fileprivate var declaredScope: String? {
    if case .declared(let name)? = scope?.value { name } else { nil }
  }
}
