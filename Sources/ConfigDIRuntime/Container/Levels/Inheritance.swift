/// The instances that a container shares with other containers of the same manifest. A service is shared if both
/// containers wire it and all its dependencies in the same way.
struct Inheritance: Sendable {
  /// The shared slots, by the number of their service in the new container.
  private(set) var slots: [Int: AnySlot] = [:]
  /// The levels that own the shared slots, kept alive because the slots need them.
  private var owners: [ObjectIdentifier: Level] = [:]

  var levels: [Level] { Array(owners.values) }

  /// - Parameter bases: The other containers' lowest levels. If several of these levels have the same service, the
  ///   instance in the first one is shared.
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

  /// The services in another container's level that this container shares, with all their dependencies.
  func services(of level: Level) -> Set<Int> {
    level.wiring.everythingUnder(slots.values.lazy.filter { $0.owner === level }.map { Int($0.service) })
  }
}

extension Wiring {
  /// The unscoped singletons and weak services that both wirings define in the same way, each with its number in both
  /// wirings.
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
