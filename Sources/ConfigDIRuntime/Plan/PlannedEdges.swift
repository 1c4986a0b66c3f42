/// What each service leads to, aliases and choices passed through, as far as lifetimes and isolation are concerned.
struct PlannedEdges {
  struct Edge {
    let target: Int
    /// Whether what it leads to is made only when it is called for.
    let isDeferred: Bool
    /// Whether it is asked at each call, and not held.
    let isProvider: Bool
    /// Whether it is called with an open scope, and so needs none around its holder.
    let namesScope: Bool
  }

  private var edges: [Edge] = []
  private var starts: [Int] = [0]

  init(_ services: [PlannedService], _ targets: [Int]) {
    starts.reserveCapacity(services.count + 1)
    for service in services {
      if case .factory(let factory, let decorators) = service.kind {
        add(factory, targets)
        for decorator in decorators { add(decorator, targets) }
      }
      starts.append(edges.count)
    }
  }

  private mutating func add(_ factory: PlannedFactory, _ targets: [Int]) {
    for argument in factory.arguments {
      let kind = argument.kind
      for target in argument.targets {
        edges.append(
          Edge(
            target: targets.indices.contains(target) ? targets[target] : target,
            isDeferred: kind == .lazy || kind == .provider, isProvider: kind == .provider,
            namesScope: argument.form == .scopedProvider))
      }
    }
  }

  subscript(service: Int) -> ArraySlice<Edge> { edges[starts[service]..<starts[service + 1]] }

  var all: [Edge] { edges }

  /// The least fixed point of a rule over the services, reached in one pass where dependencies stand before what needs
  /// them.
  func fixedPoint<Value: Equatable>(from start: Value, of rule: (Int, [Value]) -> Value) -> [Value] {
    var values = [Value](repeating: start, count: starts.count - 1)
    var changed = true
    while changed {
      changed = false
      for index in values.indices {
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
