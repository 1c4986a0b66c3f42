/// What a level replaces, and which services that reaches.
struct Overlay: Sendable {
  /// By service: makes the slot that takes its place in the level.
  let replacements: [Int: @Sendable (Level, Int) throws -> AnySlot]
  /// What is replaced and everything above it in the graph.
  let reach: Set<Int>

  init(_ replacements: [Int: @Sendable (Level, Int) throws -> AnySlot], in wiring: Wiring) {
    self.replacements = replacements
    reach = wiring.reach(from: replacements.keys)
  }
}

extension Wiring {
  /// The services and everything that holds one of them, at once or deferred, directly or not.
  func reach(from services: some Sequence<Int>) -> Set<Int> {
    var holders: [Int: [Int]] = [:]
    for (index, service) in plan.services.enumerated() {
      for argument in Wiring.factories(of: service).flatMap(\.arguments) {
        for target in argument.targets { holders[targets[target], default: []].append(index) }
      }
    }
    var reach = Set(services)
    var open = Array(reach)
    while let service = open.popLast() {
      for holder in holders[service] ?? [] where reach.insert(holder).inserted { open.append(holder) }
    }
    return reach
  }
}
