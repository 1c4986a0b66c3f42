/// The lifetimes of services: singletons live longest, and a scope's parent lives longer than the scope.
struct Lifetimes: Sendable {
  /// A scope's position in the manifest; `nil` for singletons.
  typealias Scope = Int?

  private let graph: DependencyGraph
  private let components: DirectedGraph.Components
  /// For each component of the graph, the declared scopes whose services its nodes may hold in any stage, directly or
  /// through services without a lifetime. One bit stands for one scope, and the last bit for all further scopes. The
  /// sets may be too large, but rule out most edges at once.
  private var held: [UInt64] = []
  /// For each scope, the bits of the scopes whose services its own services may hold.
  private let allowed: [UInt64]
  /// The position of each scope's name, and the nesting of the scopes.
  let positions: [String: Int]
  let tree: ScopeTree
  private let steps: SearchSteps
  /// The services that fit into no scope, each with its stages. They are treated as holding nothing, so that each
  /// mistake is reported once.
  var homeless: [Int: StageSet] = [:]
  /// Earlier captures, by the node that an edge leads to and by the holder's scope: several holders may lead to the same
  /// services.
  private var known: [Int: [Scope: Captures?]] = [:]
  /// The reversed graph, computed when a finding first needs the holders of a node.
  private lazy var users = graph.graph.reversed()

  init(_ graph: DependencyGraph, _ components: DirectedGraph.Components, _ steps: SearchSteps) {
    self.graph = graph
    self.components = components
    self.steps = steps
    let scopes = graph.composed.scopes
    positions = scopes.positions
    let parents = scopes.parents(positions)
    let tree = ScopeTree(
      parents,
      adrift: scopes.indices.filter { scope in
        scopes[scope].parent.map { parents[scope] == nil && $0.value != .singleton } ?? false
      })
    self.tree = tree
    allowed = scopes.indices.map { holder in
      scopes.indices.prefix(63).reduce(0) { tree.contains(holder, in: $1) ? $0 | 1 << UInt64($1) : $0 }
    }
    if !isTrivial { findHeldScopes() }
  }

  var isTrivial: Bool { positions.isEmpty }

  enum Kind: Equatable, Sendable {
    case singleton
    case declared(Int)
    /// The service has no scope of its own, such as a transient service or an alias. It lives as long as its holder.
    case none
    /// An undeclared scope, which another rule reports.
    case unknown
  }

  func kind(of version: DependencyGraph.Version) -> Kind {
    // Each call of a maker makes a new service. DI305 reports a scope.
    guard !version.service.isPassage, version.argument == nil else { return .none }
    switch version.scope {
    case .singleton: return .singleton
    case .transient, .graph, .weak: return .none
    case .declared(let name): return positions[name].map(Kind.declared) ?? .unknown
    }
  }

  /// Where a service lives; `nil` if it has no scope of its own, or an undeclared one.
  func home(of version: DependencyGraph.Version) -> Scope? {
    switch kind(of: version) {
    case .singleton: .some(nil)
    case .declared(let scope): scope
    case .none, .unknown: nil
    }
  }

  func name(of scope: Int) -> String { graph.composed.scopes[scope].name.value }

  private mutating func findHeldScopes() {
    let count = graph.keys.count + graph.collections.count
    held = [UInt64](repeating: 0, count: components.count)
    var isOpen = [Bool](repeating: true, count: count)
    var order: [Int32] = Array(0..<Int32(truncatingIfNeeded: count))
    for node in graph.keys.indices {
      isOpen[node] = false
      for version in graph.versionsOfNode[node] {
        switch kind(of: graph.versions[version]) {
        case .none: isOpen[node] = true
        case .declared(let scope): held[Int(components.ofNode[node])] |= 1 << UInt64(min(scope, 63))
        case .singleton, .unknown: break
        }
      }
    }
    // The components that a component leads to have smaller numbers, so one pass in that order is enough. The nodes in
    // a component share one set, which can only be too large.
    order.sort { components.ofNode[Int($0)] < components.ofNode[Int($1)] }
    for node in order where isOpen[Int(node)] {
      let own = Int(components.ofNode[Int(node)])
      for (target, edge) in graph.graph.neighbors(of: Int(node)) where !graph.edges[edge].namesScope {
        held[own] |= held[Int(components.ofNode[target])]
      }
    }
  }

  /// The bits of the scopes whose services a node may hold.
  func held(_ node: Int) -> UInt64 { held.isEmpty ? 0 : held[Int(components.ofNode[node])] }

  /// Whether a service in `holder` may hold services in all of these scopes.
  func fits(_ scopes: UInt64, in holder: Scope) -> Bool { scopes & ~(holder.map { allowed[$0] } ?? 0) == 0 }
}

/// The services that a holder reaches through one edge although their lifetimes are shorter.
struct Captures {
  /// The nearest captured service; if several are equally near, the first by name.
  let first: Int
  let scope: Int
  /// The innermost scope of all captured services, if their scopes are nested.
  let innermost: Int
  /// The path from the target of the holder's edge to the nearest captured service; empty if the target itself is
  /// captured.
  let path: [Int]
  let values: [String: String]
  let stagesOfFirst: StageSet
  /// The stages in which any service is captured.
  let stages: StageSet
}

extension Lifetimes {
  /// The services that a holder captures through one edge, directly or through services without a lifetime.
  ///
  /// - Parameter edge: An edge from the holder. The holder need not be a node.
  mutating func captures(over edge: DependencyGraph.Edge, in holder: Scope) -> Captures? {
    guard !fits(held(edge.to), in: holder) else { return nil }
    guard edge.condition == nil, edge.stages == graph.allStages else { return search(over: edge, in: holder) }
    if let answer = known[edge.to]?[holder] { return answer }
    let answer = search(over: edge, in: holder)
    known[edge.to, default: [:]][holder] = .some(answer)
    return answer
  }

  /// The roots that must name a scope if a service moves into it; `nil` if anything else outside the scope holds the
  /// service.
  mutating func roots(of node: Int, movedInto scope: Int) -> [RootEntry]? {
    var roots: [RootEntry] = []
    for entryPoint in graph.entryPoints where entryPoint.edges.contains(where: { $0.to == node && !$0.namesScope }) {
      guard case .root(let root) = entryPoint.kind else { return nil }
      if let own = root.scope {
        guard positions[own.value.text] == scope else { return nil }
      } else {
        roots.append(root)
      }
    }
    let isHeldOutside = users.neighbors(of: node).contains { user in
      user.target >= graph.keys.count
        || graph.versionsOfNode[user.target].contains { kind(of: graph.versions[$0]) != .declared(scope) }
    }
    return isHeldOutside ? nil : roots
  }

  private func search(over edge: DependencyGraph.Edge, in holder: Scope) -> Captures? {
    let (services, walk) = scoped(from: edge.to, in: graph.scenarios(of: edge))
    let captured = services.filter { service in holder.map { tree.contains($0, in: service.scope) } != true }
    func order(_ service: ScopedService) -> (depth: Int, name: String) {
      (walk.stops[service.stop].depth, graph.name(of: service.node))
    }
    let inSelected = captured.filter { !$0.scenarios.intersection(graph.selected).isEmpty }
    guard let best = (inSelected.isEmpty ? captured : inSelected).min(by: { order($0) < order($1) }) else { return nil }
    let shown = inSelected.isEmpty ? best.scenarios : best.scenarios.intersection(graph.selected)
    let path = walk.path(to: best.stop, in: shown).edges
    return Captures(
      first: best.node, scope: best.scope,
      innermost: captured.reduce(captured[0].scope) { tree.contains($1.scope, in: $0) ? $1.scope : $0 }, path: path,
      values: graph.values(on: path),
      stagesOfFirst: captured.filter { $0.node == best.node }.map(\.scenarios.stages).united,
      stages: captured.map(\.scenarios.stages).united)
  }

  /// A service in a declared scope, where a walk reached it.
  typealias ScopedService = (node: Int, scope: Int, stop: Int, scenarios: ScenarioSet)

  /// The services in declared scopes that a node reaches through services without a lifetime, the nearest first. Some
  /// are missing if the step limit is reached.
  func scoped(from start: Int, in scenarios: ScenarioSet) -> (services: [ScopedService], walk: ScenarioWalk) {
    var services: [ScopedService] = []
    let walk = graph.walk(from: start, in: scenarios, spending: steps.spend) { version, scenarios, stop in
      let version = graph.versions[version]
      let own = homeless[version.node].map { scenarios.subtracting(ScenarioSet($0)) } ?? scenarios
      switch kind(of: version) {
      case .declared(let scope) where !own.isEmpty:
        services.append((version.node, scope, stop, own))
        return ScenarioSet()
      case .none: return own
      case .declared, .singleton, .unknown: return ScenarioSet()
      }
    }
    return (services, walk)
  }
}
