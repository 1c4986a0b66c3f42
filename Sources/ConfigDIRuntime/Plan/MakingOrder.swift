/// The order in which to make services in parallel. A service follows the asynchronous ones that its factory may request
/// through a `Lazy` or `Provider`, which cannot wait.
package struct MakingOrder: Sendable {
  private var steps: [Step] = []
  /// The steps that may begin, in order, and how many of them have begun.
  private var ready: [Int] = []
  private var begun = 0

  private struct Step: Sendable {
    /// The service to make; `nil` for a step that only ends after others.
    let service: Int?
    /// The number of steps that must end before this step.
    var awaited: Int
    var followers: [Int] = []
  }

  /// The services, each after those that it follows.
  package var services: [Int] { steps.compactMap(\.service) }

  /// The next service that may be made now, if any. The caller must call ``end(_:)`` once it has been made.
  mutating func next() -> (step: Int, service: Int)? {
    while begun < ready.count {
      let step = ready[begun]
      begun += 1
      if let service = steps[step].service { return (step, service) }
      end(step)
    }
    return nil
  }

  mutating func end(_ step: Int) {
    for follower in steps[step].followers {
      steps[follower].awaited -= 1
      if steps[follower].awaited == 0 { ready.append(follower) }
    }
  }

  fileprivate mutating func add(_ service: Int?, after earlier: [Int] = []) -> Int {
    let step = steps.count
    steps.append(Step(service: service, awaited: earlier.count))
    for earlier in earlier { steps[earlier].followers.append(step) }
    if earlier.isEmpty { ready.append(step) }
    return step
  }
}

extension Plan {
  package func order(of services: [Int]) -> MakingOrder {
    var order = MakingOrder()
    let edges = PlannedEdges(self.services, targets)
    let callers = self.services.indices.filter {
      edges[$0].contains { $0.isDeferred && !$0.isAwaited && traits[$0.target].contains(.reachesAsync) }
    }
    guard !callers.isEmpty else {
      for service in services { _ = order.add(service) }
      return order
    }
    let graph = dependencies
    let calling = graph.reversed().shortestPaths(from: callers) { !edges.all[$0].isAwaited }
    let components = graph.components { !edges.all[$0].isAwaited }
    let isChosen = Set(services)
    // For each component, the step that ends after its asynchronous services, and after all that it may request.
    var ends = [Int?](repeating: nil, count: components.count)
    var remaining = self.services.indices.sorted { (components.ofNode[$0], $0) < (components.ofNode[$1], $1) }[...]
    while let first = remaining.first {
      let component = Int(components.ofNode[first])
      let nodes = remaining.prefix { components.ofNode[$0] == component }
      remaining.removeFirst(nodes.count)
      let requested = nodes.lazy.flatMap { edges[$0] }.filter { !$0.isAwaited }
      var earlier = Set(requested.compactMap { ends[Int(components.ofNode[$0.target])] }).sorted()
      let made = nodes.filter(isChosen.contains)
      let isCalling = nodes.contains(where: calling.reaches)
      for service in made where traits[service].contains(.isAsync) {
        // Within a cycle of deferred dependencies, the first asynchronous service follows no other.
        let step = order.add(service, after: isCalling ? earlier : [])
        earlier = isCalling ? [step] : earlier + [step]
      }
      for service in made where !traits[service].contains(.isAsync) {
        _ = order.add(service, after: isCalling ? earlier : [])
      }
      ends[component] = earlier.count > 1 ? order.add(nil, after: earlier) : earlier.first
    }
    return order
  }
}
