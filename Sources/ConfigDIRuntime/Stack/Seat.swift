import Synchronization

final class Seat: Sendable {
  let container: Container
  /// The number of users. Grows only under the stack's lock and while the level is on top.
  private let count = Atomic<Int>(0)

  init(_ container: Container) {
    self.container = container
  }

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  func take() { count.add(1, ordering: .acquiringAndReleasing) }

  func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
}

/// A group of removed levels that is closed once none of them has users.
final class Ending: Sendable {
  let seats: [Seat]
  /// The levels to close, newest first, each with the services that other levels still use.
  let retirements: [(level: Level, kept: Set<Int>)]

  /// Prepares to close replaced layers. Instances that stay in use move to the new layers.
  init?(_ old: [StackLayer], replacedBy layers: inout [StackLayer]) {
    let ended = old.filter { layer in !layers.contains { $0.seat === layer.seat } }
    guard !ended.isEmpty else { return nil }
    let new = layers.filter { layer in !old.contains { $0.seat === layer.seat } }.map(\.seat.container)
    seats = ended.map(\.seat)
    retirements = ended.flatMap(\.foundations).reversed().map { level in
      (level: level, kept: new.reduce(into: Set<Int>()) { $0.formUnion($1.level.servicesShared(of: level)) })
    }
    let gone = Set(retirements.filter(\.kept.isEmpty).map { ObjectIdentifier($0.level) })
    for index in layers.indices { layers[index].foundations.removeAll { gone.contains(ObjectIdentifier($0)) } }
  }
}
