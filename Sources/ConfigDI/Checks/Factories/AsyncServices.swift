/// The services for which a synchronous call would have to wait.
package struct AsyncServices: Sendable {
  /// For each node, the stages in which a call makes a new instance that must be awaited; empty if no factory is
  /// asynchronous.
  private var anew: [StageSet] = []
  /// For each node, the stages in which the node leads to a scoped instance that must be awaited.
  private var scoped: [StageSet] = []
  /// Like `scoped`, but without instances that are made when their scope opens.
  private var unopened: [StageSet] = []
  /// For each version of a service, the stages in which its instance must be awaited.
  private var awaited: [StageSet] = []
  /// For each declared scope, the services made when the scope opens, with their stages.
  private var opened: [String: [(node: Int, stages: StageSet)]] = [:]

  init(_ graph: DependencyGraph, _ components: DirectedGraph.Components) {
    let opens = graph.versions.contains { $0.service.isEager && $0.service.declaredScope != nil }
    let factories = graph.catalog?.catalog.factories ?? []
    guard opens || factories.indices.contains(where: { factories[$0].isAsync }) else { return }
    let count = graph.keys.count + graph.collections.count
    anew = [StageSet](repeating: StageSet(), count: count)
    scoped = anew
    unopened = anew
    awaited = graph.versions.map { version in
      guard case .factory = version.service.kind else { return StageSet() }
      let isAsync = version.factory?.entry.isAsync == true || version.decorators.contains { $0?.entry.isAsync == true }
      return isAsync ? version.stages : StageSet()
    }
    // The components that a component leads to have smaller numbers.
    let order = (0..<count).sorted { components.ofNode[$0] < components.ofNode[$1] }
    for node in order { find(node, in: graph) }
    let made = madeAtOpening(in: graph)
    for node in order {
      let own = graph.services(of: node).reduce(StageSet()) { $0.union($1.stages) }
      unopened[node] = scoped[node].intersection(own).subtracting(made[node])
      for (target, edge) in graph.graph.neighbors(of: node) where graph.edges[edge].kind.isOfPassage {
        unopened[node].formUnion(unopened[target].intersection(graph.edges[edge].stages))
      }
    }
  }

  /// Whether no service can be asynchronous.
  var isEmpty: Bool { anew.isEmpty }

  private mutating func find(_ node: Int, in graph: DependencyGraph) {
    guard node < graph.keys.count else {
      for (target, edge) in graph.graph.neighbors(of: node) { pass(target, graph.edges[edge], to: node) }
      return
    }
    for index in graph.versionsOfNode[node] {
      let version = graph.versions[index]
      for edge in version.edges.lazy.map({ graph.edges[$0] }) where edge.from == node && !edge.isDeferred {
        if edge.leadsOn {
          pass(edge.to, edge, to: node)
        } else if edge.kind != .member {
          awaited[index].formUnion(anew[edge.to].intersection(edge.stages).intersection(version.stages))
        }
      }
      guard !version.service.isPassage else { continue }
      if version.scope.isMadeAnew {
        anew[node].formUnion(awaited[index])
      } else if version.service.declaredScope != nil {
        scoped[node].formUnion(awaited[index])
      }
    }
  }

  private mutating func pass(_ target: Int, _ edge: DependencyGraph.Edge, to node: Int) {
    anew[node].formUnion(anew[target].intersection(edge.stages))
    scoped[node].formUnion(scoped[target].intersection(edge.stages))
  }

  /// For each node, the stages in which its instance is made when a scope opens.
  private mutating func madeAtOpening(in graph: DependencyGraph) -> [StageSet] {
    var made = [StageSet](repeating: StageSet(), count: anew.count)
    func make(_ start: Int, _ stages: StageSet) {
      var open = [(start, stages)]
      var known: [Int: StageSet] = [:]
      while let (node, stages) = open.popLast() {
        let own = scoped[node].intersection(stages)
        let before = known[node] ?? StageSet()
        guard !own.isSubset(of: before) else { continue }
        known[node] = before.union(own)
        for version in graph.services(of: node) {
          let found = version.stages.intersection(own)
          guard !found.isEmpty, let scope = version.service.declaredScope else { continue }
          made[node].formUnion(found)
          opened[scope, default: []].append((node, found))
        }
        for (target, edge) in graph.graph.neighbors(of: node) where graph.edges[edge].kind.isOfPassage {
          open.append((target, stages.intersection(graph.edges[edge].stages)))
        }
      }
    }
    for (index, version) in graph.versions.enumerated() {
      guard case .factory = version.service.kind else { continue }
      if version.service.isEager, let scope = version.service.declaredScope {
        made[version.node].formUnion(version.stages)
        opened[scope, default: []].append((version.node, version.stages))
      }
      let sync = version.stages.subtracting(awaited[index])
      guard !sync.isEmpty else { continue }
      for edge in version.edges.lazy.map({ graph.edges[$0] })
      where edge.from == version.node && !edge.isDeferred && edge.kind != .member {
        make(edge.to, sync.intersection(edge.stages))
      }
    }
    return made
  }

  /// The stages in which a synchronous call for a node fails because it would have to wait.
  package func missing(_ node: Int) -> StageSet {
    anew.isEmpty ? StageSet() : anew[node].union(unopened[node])
  }

  /// The stages in which a call for a node makes a new instance that must be awaited.
  func madeAnew(_ node: Int) -> StageSet { anew.isEmpty ? StageSet() : anew[node] }

  /// The stages in which a version's instance must be awaited.
  func awaited(_ version: Int) -> StageSet { awaited.isEmpty ? StageSet() : awaited[version] }

  /// The services that are made when a scope opens, each with its stages.
  package func madeAtOpening(_ scope: String) -> [(node: Int, stages: StageSet)] { opened[scope] ?? [] }
}

extension ComposedService {
  fileprivate var declaredScope: String? {
    if case .declared(let name)? = scope?.value { name } else { nil }
  }
}

extension DependencyGraph {
  /// The versions of a node that are services: neither aliases nor selects.
  fileprivate func services(of node: Int) -> [Version] {
    node < keys.count ? versionsOfNode[node].map { versions[$0] }.filter { !$0.service.isPassage } : []
  }
}
