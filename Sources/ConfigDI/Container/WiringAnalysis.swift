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
    /// Whether it is called with an open scope, and so needs none around its holder.
    let namesScope: Bool
  }

  /// How many services without a lifetime of their own may hold one another: each takes its share of the stack.
  static let deepest = 512

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
              isDeferred: argument.kind == .lazy || argument.kind == .provider,
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

  mutating func homes() -> [Int] {
    let depths = scopeDepths()
    func depth(_ scope: Int) -> Int { depths.indices.contains(scope) ? depths[scope] : 0 }
    return fixedPoint(
      of: { index, homes in
        switch plan.services[index].scope {
        case .singleton: return -1
        case .declared(let scope): return scope
        case .transient, .graph, .weak:
          var home = homes[index]
          for edge in edges[index] where !edge.namesScope && homes.indices.contains(edge.target) {
            if depth(homes[edge.target]) > depth(home) { home = homes[edge.target] }
          }
          return home
        }
      }, from: -1)
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
