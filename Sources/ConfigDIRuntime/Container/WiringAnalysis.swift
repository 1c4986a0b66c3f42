/// What follows from the plan alone, for each service. Everything here is a least fixed point over the plan's edges,
/// reached in one pass where dependencies stand before what needs them.
struct WiringAnalysis {
  private let plan: Plan
  private let targets: [Int]
  private let edges: [[Edge]]
  private let factories: [AnyFactory?]

  private struct Edge {
    let target: Int
    /// Whether what it leads to is made only when it is called for.
    let isDeferred: Bool
    /// Whether it is asked at each call, and not held.
    let isProvider: Bool
    /// Whether it is called with an open scope, and so needs none around its holder.
    let namesScope: Bool
  }

  static let deepest = Plan.deepestNesting

  init(_ plan: Plan, _ registry: ExaminedRegistry, _ targets: [Int]) {
    self.plan = plan
    self.targets = targets
    factories = plan.services.map { service in
      if case .factory(let factory, _) = service.kind { registry.factories[factory.name] } else { nil }
    }
    edges = plan.services.map { service in
      Wiring.factories(of: service).flatMap { factory -> [Edge] in
        let isDeferred = factory.arguments.contains { $0.kind == .provider }
        let forms = isDeferred ? Self.forms(registry.factories[factory.name]) : []
        return factory.arguments.enumerated().flatMap { index, argument in
          argument.targets.map { target in
            Edge(
              target: targets.indices.contains(target) ? targets[target] : target,
              isDeferred: argument.kind == .lazy || argument.kind == .provider, isProvider: argument.kind == .provider,
              namesScope: forms.indices.contains(index) && forms[index] == .scopedProvider)
          }
        }
      }
    }
  }

  private static func forms(_ factory: AnyFactory?) -> [DependencyForm] {
    factory?.parameterTypes.compactMap { type in
      if case .dependency(let form, _) = FactoryParameter(type) { form } else { nil }
    } ?? []
  }

  /// The depth of each declared scope: children stand after their parents.
  private func scopeDepths() -> [Int] {
    var depths: [Int] = []
    for scope in plan.scopes {
      depths.append(1 + (scope.parent.flatMap { depths.indices.contains($0) ? depths[$0] : nil } ?? 0))
    }
    return depths
  }

  /// Where each service lives.
  mutating func places() -> Places {
    let parents = plan.scopes.map { $0.parent ?? -1 }
    let outposts = outposts()
    return Places(outposts: outposts, further: furtherScopes(from: outposts, parents), parents: parents)
  }

  /// The innermost declared scope that each service needs open to be made.
  private func outposts() -> [Int] {
    let depths = scopeDepths()
    func depth(_ scope: Int) -> Int { depths.indices.contains(scope) ? depths[scope] : 0 }
    return fixedPoint(
      of: { index, outposts in
        switch plan.services[index].scope {
        case .singleton: return -1
        case .declared(let scope): return scope
        case .transient, .graph, .weak:
          var outpost = outposts[index]
          for edge in edges[index] where outposts.indices.contains(edge.target) && !edge.isProvider {
            if depth(outposts[edge.target]) > depth(outpost) { outpost = outposts[edge.target] }
          }
          return outpost
        }
      }, from: -1)
  }

  /// The scopes inside its outpost in which a service reaches more by its providers: what those call for is made in the
  /// scope around their holder if there is one, and is no reason for the holder not to be made if there is none.
  private func furtherScopes(from outposts: [Int], _ parents: [Int]) -> [Set<Int>] {
    guard edges.contains(where: { $0.contains { $0.isProvider && !$0.namesScope } }), !parents.isEmpty else {
      return []
    }
    return fixedPoint(
      of: { index, further in
        switch plan.services[index].scope {
        case .singleton, .declared: return []
        case .transient, .graph, .weak: break
        }
        var scopes = further[index]
        for edge in edges[index] where !edge.namesScope && outposts.indices.contains(edge.target) {
          for scope in further[edge.target].union([outposts[edge.target]]) {
            var way: Set<Int> = []
            var current = scope
            while current != outposts[index], parents.indices.contains(current) {
              way.insert(current)
              current = parents[current]
            }
            if current == outposts[index] { scopes.formUnion(way) }
          }
        }
        return scopes
      }, from: [])
  }

  mutating func traits() -> [ServiceTraits] {
    fixedPoint(
      of: { index, traits in
        var result = traits[index]
        if let factory = factories[index]?.traits {
          if factory.contains(.async) { result.formUnion([.isAsync, .reachesAsync]) }
          if factory.contains(.mainActor) { result.formUnion([.isMain, .needsResolution]) }
        }
        let scope = plan.services[index].scope
        if scope == .graph { result.insert(.needsResolution) }
        for edge in edges[index] where !edge.isDeferred && traits.indices.contains(edge.target) {
          if traits[edge.target].contains(.reachesAsync) { result.insert(.reachesAsync) }
          if scope == .transient, traits[edge.target].contains(.needsResolution) { result.insert(.needsResolution) }
        }
        return result
      }, from: [])
  }

  func checkDepth() throws {
    var depths = [Int](repeating: 0, count: plan.services.count)
    for index in plan.services.indices {
      switch plan.services[index].scope {
      case .singleton, .declared: continue
      case .transient, .graph, .weak: break
      }
      var depth = 1
      for edge in edges[index] where !edge.isDeferred && edge.target < index {
        depth = max(depth, depths[edge.target] + 1)
      }
      depths[index] = depth
      if depth > Self.deepest {
        throw NestingTooDeep(
          chain: [ResolutionStep(key: plan.services[index].key.text, location: plan.services[index].origin)],
          limit: Self.deepest)
      }
    }
  }

  private func fixedPoint<Value: Equatable>(of rule: (Int, [Value]) -> Value, from start: Value) -> [Value] {
    var values = [Value](repeating: start, count: plan.services.count)
    var changed = true
    while changed {
      changed = false
      for index in plan.services.indices {
        let value = rule(index, values)
        if value != values[index] {
          values[index] = value
          changed = true
        }
      }
    }
    return values
  }
}
