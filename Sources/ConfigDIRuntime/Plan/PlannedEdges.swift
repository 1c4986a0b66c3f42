/// The services that each service leads to, as far as they matter for lifetimes and isolation. Aliases and choices are
/// followed.
struct PlannedEdges {
  struct Edge {
    let target: Int
    /// Whether the target is made only at a call.
    let isDeferred: Bool
    /// Whether the target is asked for at each call, and not held.
    let isProvider: Bool
    /// Whether the call names an open scope, so that none is needed around its holder.
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

  /// The least fixed point of a rule over the services, reached in one pass if dependencies come before the services
  /// that need them.
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
