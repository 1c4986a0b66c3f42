/// The scopes in which each service has instances.
package struct Places: Sendable {
  /// The innermost scope in which each service has an instance, by service index; -1 for the container itself.
  package let innermostScopes: [Int]
  /// The innermost declared scope that must be open to make each service, by service index; -1 for none.
  ///
  /// If a service can have instances in several scopes, this is the outermost of them. At run time, the innermost of
  /// these scopes that is open is used.
  package let outermostScopes: [Int]
  /// For the few services that have instances in several scopes, their additional scopes.
  private let otherScopes: [Int: Set<Int>]

  /// Whether a service has its own instance in a scope, where -1 is the container itself.
  package func lives(_ service: Int, in scope: Int) -> Bool {
    guard innermostScopes.indices.contains(service) else { return false }
    if innermostScopes[service] == scope { return true }
    return otherScopes.isEmpty ? false : otherScopes[service]?.contains(scope) == true
  }

  init(_ services: [PlannedService], _ scopes: [PlannedScope], _ edges: PlannedEdges) {
    let parents = scopes.map { $0.parent ?? -1 }
    outermostScopes =
      scopes.isEmpty
      ? [Int](repeating: -1, count: services.count) : Self.outermostScopes(services, parents, edges)
    let others = scopes.isEmpty ? [] : Self.otherScopes(services, from: outermostScopes, parents, edges)
    // Child scopes come after their parents.
    innermostScopes = others.isEmpty ? outermostScopes : zip(others, outermostScopes).map { $0.max() ?? $1 }
    var otherScopes: [Int: Set<Int>] = [:]
    for (service, scopes) in others.enumerated() where !scopes.isEmpty {
      otherScopes[service] = scopes.union([outermostScopes[service]]).subtracting([innermostScopes[service]])
    }
    self.otherScopes = otherScopes
  }

  private static func outermostScopes(_ services: [PlannedService], _ parents: [Int], _ edges: PlannedEdges) -> [Int] {
    // Child scopes come after their parents.
    var depths: [Int] = []
    for parent in parents { depths.append(1 + (depths.indices.contains(parent) ? depths[parent] : 0)) }
    func depth(_ scope: Int) -> Int { depths.indices.contains(scope) ? depths[scope] : 0 }
    return edges.fixedPoint(from: -1) { index, outermostScopes in
      switch services[index].scope {
      case .singleton: return -1
      case .declared(let scope): return scope
      case .transient, .graph, .weak:
        var outermost = outermostScopes[index]
        for edge in edges[index] where !edge.isProvider {
          if depth(outermostScopes[edge.target]) > depth(outermost) { outermost = outermostScopes[edge.target] }
        }
        return outermost
      }
    }
  }

  /// The inner scopes in which a service may have further instances because of its providers. A provider makes its
  /// service in such a scope if the scope is open, but does not require the scope to be open.
  private static func otherScopes(
    _ services: [PlannedService], from outermostScopes: [Int], _ parents: [Int], _ edges: PlannedEdges
  ) -> [Set<Int>] {
    guard edges.all.contains(where: { $0.isProvider && !$0.namesScope }) else { return [] }
    return edges.fixedPoint(from: []) { index, further in
      guard services[index].scope.isMadeAnew else { return [] }
      var scopes = further[index]
      for edge in edges[index] where !edge.namesScope {
        for scope in further[edge.target].union([outermostScopes[edge.target]]) {
          var way: Set<Int> = []
          var current = scope
          while current != outermostScopes[index], parents.indices.contains(current) {
            way.insert(current)
            current = parents[current]
          }
          if current == outermostScopes[index] { scopes.formUnion(way) }
        }
      }
      return scopes
    }
  }
}
