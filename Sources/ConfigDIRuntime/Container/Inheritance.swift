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
        let owner = unsafeDowncast(slot.owner, to: Level.self)
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
    var same: [(here: Int, there: Int)] = []
    var changed: [Int] = []
    for service in plan.services.indices where targets[service] == service {
      if let original = other.keys[plan.services[service].key], other.targets[original] == original,
        isSame(service, as: original, of: other)
      {
        same.append((service, original))
      } else {
        changed.append(service)
      }
    }
    let reached = reach(from: changed)
    return same.filter { here, _ in
      !reached.contains(here) && places.homes[here] == -1
        && [.singleton, .weak].contains(plan.services[here].scope)
    }
  }

  /// Whether the two are defined in the same way, what they lead to not considered.
  private func isSame(_ service: Int, as original: Int, of other: Wiring) -> Bool {
    let (here, there) = (plan.services[service], other.plan.services[original])
    guard name(of: here.scope) == other.name(of: there.scope) else { return false }
    switch (here.kind, there.kind) {
    case (.provided, .provided): return true
    case (.factory, .factory): break
    default: return false
    }
    let (mine, others) = (Wiring.factories(of: here), Wiring.factories(of: there))
    return mine.count == others.count && zip(mine, others).allSatisfy { isSame($0, as: $1, of: other) }
  }

  private func isSame(_ factory: PlannedFactory, as original: PlannedFactory, of other: Wiring) -> Bool {
    guard factory.name == original.name, factory.arguments.count == original.arguments.count else { return false }
    switch (factory.settings, original.settings) {
    case (nil, nil): break
    case (let mine?, let others?) where mine.hasSameValue(as: others): break
    default: return false
    }
    return zip(factory.arguments, original.arguments).allSatisfy { mine, others in
      mine.kind == others.kind && mine.targets.map { key($0) } == others.targets.map { other.key($0) }
    }
  }

  /// The key of what a service stands for.
  private func key(_ service: Int) -> ServiceKey { plan.services[targets[service]].key }

  /// A declared scope by its name, which means the same in another plan; its number need not.
  private func name(of scope: PlannedService.Scope) -> String {
    guard case .declared(let index) = scope, plan.scopes.indices.contains(index) else { return "\(scope)" }
    return plan.scopes[index].name + "/"
  }
}

extension Setting {
  /// Whether it decodes to the same, wherever it is written. No deeper than the reader's limit.
  fileprivate func hasSameValue(as other: Setting) -> Bool {
    guard secret == other.secret else { return false }
    switch (content, other.content) {
    case (.null, .null): return true
    case (.bool(let mine), .bool(let others)): return mine == others
    case (.int(let mine), .int(let others)): return mine == others
    case (.float(let mine), .float(let others)): return mine == others
    case (.string(let mine), .string(let others)): return mine == others
    case (.list(let mine), .list(let others)):
      return mine.count == others.count && zip(mine, others).allSatisfy { $0.hasSameValue(as: $1) }
    case (.map(let mine), .map(let others)):
      return mine.count == others.count
        && zip(mine, others).allSatisfy { $0.name.value == $1.name.value && $0.value.hasSameValue(as: $1.value) }
    default: return false
    }
  }
}
