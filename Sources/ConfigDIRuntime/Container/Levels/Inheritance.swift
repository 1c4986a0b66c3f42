/// The instances that a container shares with others, which were made of the same manifest with other overlays: of every
/// service that means the same in both, as does all that it leads to.
struct Inheritance: Sendable {
  /// By service of the new container.
  private(set) var slots: [Int: AnySlot] = [:]
  /// Those who own the slots, which lead to others of theirs.
  private var owners: [ObjectIdentifier: Level] = [:]

  /// Nothing shared.
  init() {}

  /// - Parameter bases: The foundations of the other containers; of several that could share an instance, the first does.
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

  /// The services of a level that this shares, and all that they lead to there.
  func services(of level: Level) -> Set<Int> {
    level.wiring.everythingUnder(slots.values.lazy.filter { $0.owner === level }.map { Int($0.service) })
  }
}

extension Wiring {
  /// The shared services outside any scope that mean the same here and there, with the other's number.
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
