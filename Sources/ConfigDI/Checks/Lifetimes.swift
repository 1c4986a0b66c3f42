/// How long services live: singletons longest, then each declared scope's parent longer than the scope.
struct Lifetimes {
  /// A scope's position in the manifest; `nil` for the singletons.
  typealias Scope = Int?

  private let graph: DependencyGraph
  private let positions: [String: Int]
  /// For each declared scope, itself and those around it.
  private let around: [Set<Int>]

  init(_ graph: DependencyGraph) {
    self.graph = graph
    let scopes = graph.composed.scopes
    let positions = Dictionary(
      scopes.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    self.positions = positions
    around = scopes.indices.map { scope in
      var found: Set<Int> = []
      var next: Int? = scope
      while let scope = next, found.insert(scope).inserted {
        next = scopes[scope].parent.flatMap { positions[$0.value.text] }
      }
      return found
    }
  }

  var isTrivial: Bool { positions.isEmpty }

  enum Kind: Equatable {
    case singleton
    case declared(Int)
    /// Judged through whoever holds it: transient, graph and weak services, aliases, selects, collections.
    case none
    /// A scope that is not declared, which another rule reports.
    case unknown
  }

  func kind(of service: ComposedService) -> Kind {
    guard !service.isPassage else { return .none }
    switch service.scope?.value {
    case nil, .singleton?: return .singleton
    case .transient?, .graph?, .weak?: return .none
    case .declared(let name)?: return positions[name].map(Kind.declared) ?? .unknown
    }
  }

  func position(of scope: String) -> Int? { positions[scope] }

  func name(of scope: Int) -> String { graph.composed.scopes[scope].name.value }

  /// Whether something in `holder` may hold what lives in `scope`.
  func may(_ holder: Scope, hold scope: Int) -> Bool {
    holder.map { around[$0].contains(scope) } ?? false
  }

  /// For each node, the declared scopes of what it is or holds without a lifetime of its own, in some stage: an
  /// over-approximation in one bit a scope (the last bit for all further ones), by which most edges are cleared at once.
  func heldScopes(_ components: DirectedGraph.Components) -> [UInt64] {
    let count = graph.keys.count + graph.collections.count
    var held = [UInt64](repeating: 0, count: components.count)
    var isOpen = [Bool](repeating: true, count: count)
    var order: [Int32] = Array(0..<Int32(truncatingIfNeeded: count))
    for node in graph.keys.indices {
      isOpen[node] = false
      for version in graph.versionsOfNode[node] {
        switch kind(of: graph.versions[version].service) {
        case .none: isOpen[node] = true
        case .declared(let scope): held[Int(components.ofNode[node])] |= 1 << UInt64(min(scope, 63))
        case .singleton, .unknown: break
        }
      }
    }
    // What a component leads to has a smaller number: one pass in that order sees everything below done. A component of
    // several nodes shares one set, which can only be too large.
    order.sort { components.ofNode[Int($0)] < components.ofNode[Int($1)] }
    for node in order where isOpen[Int(node)] {
      let own = Int(components.ofNode[Int(node)])
      for (target, edge) in graph.graph.neighbors(of: Int(node)) where graph.edges[edge].kind != .provider {
        held[own] |= held[Int(components.ofNode[target])]
      }
    }
    return held
  }

  /// The bits that something in `holder` may hold.
  func allowed(_ holder: Scope) -> UInt64 {
    guard let holder else { return 0 }
    return around[holder].reduce(0) { $1 < 63 ? $0 | 1 << UInt64($1) : $0 }
  }
}

/// A way from a holder's edge to something that lives too short.
struct Capture {
  /// From the target of the holder's edge on; empty where that is captured itself.
  let path: [Int]
  let captured: Int
  let scope: Int
  let stages: StageSet
  let values: [String: String]
}

extension Lifetimes {
  /// What an edge of a holder captures, directly or through what has no lifetime of its own; the nearest first.
  ///
  /// - Parameter edge: from the holder, which need not be a node.
  func captures(over edge: DependencyGraph.Edge, in holder: Scope) -> [Capture] {
    let (nodes, edges) = reach(from: edge.to)
    let scenarios = Scenarios(
      of: [edge] + edges.map { graph.edges[$0] },
      versions: nodes.lazy.filter { $0 < graph.keys.count }.flatMap { graph.versionsOfNode[$0] }
        .map { graph.versions[$0].stages },
      all: graph.allStages)
    var found: [Int: (capture: Capture, holding: [Scenario])] = [:]
    for scenario in scenarios.all where scenario.allows(edge) {
      for capture in captures(from: edge.to, in: holder, scenario: scenario) {
        found[capture.captured, default: (capture, [])].holding.append(scenario)
      }
    }
    return found.values.map { capture, holding in
      Capture(
        path: capture.path, captured: capture.captured, scope: capture.scope,
        stages: holding.stages(of: graph.allStages).intersection(edge.stages), values: capture.values)
    }.sorted { ($0.path.count, graph.name(of: $0.captured)) < ($1.path.count, graph.name(of: $1.captured)) }
  }

  private func captures(from start: Int, in holder: Scope, scenario: Scenario) -> [Capture] {
    var last: [Int: Int] = [:]
    var open = [start]
    var next = 0
    var found: [Capture] = []
    while next < open.count {
      let node = open[next]
      next += 1
      switch kind(of: node, in: scenario) {
      case .declared(let scope):
        guard !may(holder, hold: scope) else { continue }
        let path = LocalPaths.trace(to: node, last, in: graph)
        let conditions = path.compactMap { graph.edges[$0].condition }
        found.append(
          Capture(
            path: path, captured: node, scope: scope, stages: graph.allStages,
            values: Dictionary(conditions.map { ($0.parameter, $0.value) }, uniquingKeysWith: { first, _ in first })))
      case .none:
        for (target, edge) in graph.graph.neighbors(of: node)
        where target != start && last[target] == nil && graph.edges[edge].kind != .provider
          && scenario.allows(graph.edges[edge])
        {
          last[target] = edge
          open.append(target)
        }
      case .singleton, .unknown: continue
      }
    }
    return found
  }

  private func kind(of node: Int, in scenario: Scenario) -> Kind {
    guard node < graph.keys.count else { return .none }
    let versions = graph.versionsOfNode[node]
    guard let stage = scenario.stage else {
      return versions.first.map { kind(of: graph.versions[$0].service) } ?? .unknown
    }
    return graph.version(of: node, in: stage).map { kind(of: $0.service) } ?? .unknown
  }

  /// Everything that could matter to what a node holds, in whatever scenario.
  private func reach(from start: Int) -> (nodes: [Int], edges: [Int]) {
    var nodes = [start]
    var seen: Set<Int> = [start]
    var edges: [Int] = []
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      let isOpen =
        node >= graph.keys.count
        || graph.versionsOfNode[node].contains { kind(of: graph.versions[$0].service) == .none }
      guard isOpen else { continue }
      for (target, edge) in graph.graph.neighbors(of: node) where graph.edges[edge].kind != .provider {
        edges.append(edge)
        if seen.insert(target).inserted { nodes.append(target) }
      }
    }
    return (nodes, edges)
  }
}
