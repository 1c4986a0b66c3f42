/// The instances that a container shares with other containers of the same manifest. A service is shared if both
/// containers wire it, and everything that it depends on, in the same way.
struct Inheritance: Sendable {
  /// The shared slots, by the service's number in the new container.
  private(set) var slots: [Int: AnySlot] = [:]
  /// The levels that own the shared slots, and the other slots that the shared slots depend on.
  private var owners: [ObjectIdentifier: Level] = [:]

  /// Creates an inheritance that shares nothing.
  init() {}

  /// The levels that own the shared slots.
  var levels: [Level] { Array(owners.values) }

  /// - Parameter bases: The lowest levels of the other containers. If several of them have an instance that could be
  ///   shared, the first level's instance is.
  init(of wiring: Wiring, from bases: [Level]) throws {
    for base in bases {
      for (service, original) in wiring.servicesShared(with: base.wiring) where slots[service] == nil {
        let slot = try base.slot(original)
        let owner = slot.owner
        slots[service] = slot
        owners[ObjectIdentifier(owner)] = owner
      }
    }
  }

  /// The services of another container's level that this container shares, and everything that they depend on in that
  /// level.
  func services(of level: Level) -> Set<Int> {
    level.wiring.everythingUnder(slots.values.lazy.filter { $0.owner === level }.map { Int($0.service) })
  }
}

extension Wiring {
  /// The singletons and weak services outside any scope that are the same in both wirings, with their number in each
  /// wiring.
  fileprivate func servicesShared(with other: Wiring) -> [(here: Int, there: Int)] {
    let (mine, others) = (fingerprints, other.fingerprints)
    return plan.services.indices.compactMap { service in
      guard targets[service] == service, places.innermostScopes[service] == -1,
        [.singleton, .weak].contains(plan.services[service].scope),
        let original = other.keys[plan.services[service].key], other.targets[original] == original,
        mine[service] == others[original]
      else { return nil }
      return (service, original)
    }
  }
}
