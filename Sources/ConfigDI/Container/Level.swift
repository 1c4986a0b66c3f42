import Synchronization

/// Slots of its own for some services, the level below for all others: a container's foundation, an open scope, or an
/// overlay. Nothing that is made in a level is ever seen outside it.
final class Level: SlotOwner, @unchecked Sendable {
  // Unchecked only because the superclass is: every stored property is a constant and `Sendable`.
  let core: Core
  let below: Level?
  let kind: Kind
  let contents: Lock<Contents>
  let isClosed = Atomic<Bool>(false)

  enum Kind: Sendable {
    case foundation
    /// An open scope, by its index in the plan.
    case scope(Int)
    case overlay(Overlay)
    /// An overlay as seen from a scope that was open before it.
    case view(OverlayView)
  }

  enum Life: Sendable { case open, closing, closed }

  struct Contents: Sendable {
    /// By service. The foundation's are made at once and stay.
    var slots: [Int: AnySlot] = [:]
    var provided: [Int: Provided] = [:]
    /// What closing has to do, in order of making.
    var made: [Made] = []
    /// How many instances are on their way.
    var makings = 0
    var life = Life.open
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The asynchronous instances on their way, by service.
    var asyncMakings: [Int: Task<Void, any Error>] = [:]
    var children: [WeakLevel] = []
    /// This overlay as seen from scopes.
    var views: [ObjectIdentifier: Level] = [:]
    var closing: Task<[ClosingFailed.Failure], Never>?
  }

  init(_ core: Core, below: Level?, kind: Kind, provided: [Int: Provided] = [:]) {
    self.core = core
    self.below = below
    self.kind = kind
    contents = Lock(Contents(provided: provided))
    super.init()
  }

  var wiring: Wiring { core.wiring }

  /// Whether a service has a slot of its own in this level.
  func owns(_ service: Int) -> Bool {
    let home = wiring.homes[service]
    switch kind {
    case .foundation: return home == -1
    case .scope(let scope): return home == scope
    case .overlay(let overlay): return overlay.reach.contains(service) && isOpen(home)
    case .view(let view): return view.reach.contains(service) && home == view.scope
    }
  }

  /// Whether a declared scope is open at this level or below.
  func isOpen(_ scope: Int) -> Bool {
    if scope == -1 { return true }
    var level: Level? = self
    while let current = level {
      if case .scope(scope) = current.kind { return true }
      level = current.below
    }
    return false
  }

  /// The slot that serves a service as seen from this level.
  func slot(_ service: Int) throws -> AnySlot {
    var level = self
    while !level.owns(service) {
      if case .view(let view) = level.kind, view.reach.contains(service) {
        guard let overlay = view.overlay else { throw ContainerClosed(chain: [wiring.step(service)]) }
        level = overlay
      } else {
        guard let below = level.below else { throw notOpen(service) }
        level = below
      }
    }
    return try level.ownSlot(service)
  }

  private func ownSlot(_ service: Int) throws -> AnySlot {
    let (known, provided) = contents.withLock { ($0.slots[service], $0.provided[service]) }
    if let known { return known }
    let slot = try makeSlot(service, provided)
    return contents.withLock { contents in
      if let first = contents.slots[service] { return first }
      contents.slots[service] = slot
      return slot
    }
  }

  private func notOpen(_ service: Int) -> any Error {
    let home = wiring.homes[service]
    let name = wiring.plan.scopes.indices.contains(home) ? wiring.plan.scopes[home].name : ""
    return ScopeNotOpen(chain: [wiring.step(service)], scope: name)
  }

  private func makeSlot(_ service: Int, _ provided: Provided?) throws -> AnySlot {
    if case .overlay(let overlay) = kind, let replacement = overlay.replacements[service] {
      return try replacement(self, service)
    }
    if let provided { return provided.slot(self, service) }
    let planned = wiring.plan.services[service]
    guard case .factory(let factory, let decorators) = planned.kind else {
      throw InstanceNotProvided(missing: [wiring.step(service)], scope: nil)
    }
    var builder = SlotBuilder(level: self, service: service, decorators: decorators)
    return try wiring.factory(factory, of: service).accept(&builder)
  }

  /// The instance of one of this level's slots, made if need be.
  override func take<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    do {
      return try value(of: slot, in: resolution)
    } catch {
      throw failure(of: slot, error)
    }
  }

  override func realize<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws {
    do {
      try makeShared(slot, in: resolution)
    } catch {
      throw failure(of: slot, error)
    }
  }

  override func failure(of slot: AnySlot, _ error: any Error) -> any Error {
    slot.service < 0 ? error : wiring.failure(of: [Int(slot.service)], error)
  }
}

struct WeakLevel: Sendable {
  private(set) weak var level: Level?
}

extension Wiring {
  func factory(_ planned: PlannedFactory, of service: Int) throws -> AnyFactory {
    guard let factory = registry.factories[planned.name] else {
      throw FactoryFailed(
        chain: [], underlying: UnknownFactory(name: planned.name), factory: planned.name, secrets: secrets)
    }
    return factory
  }

  /// An error with the services added through which it came, outermost first.
  func failure(of services: [Int], _ error: any Error) -> any Error {
    let steps = services.map { step($0) }
    if var failure = error as? any ResolutionFailure {
      failure.chain.insert(contentsOf: steps, at: 0)
      return failure
    }
    var name = ""
    if let last = services.last, case .factory(let factory, _) = plan.services[last].kind { name = factory.name }
    return FactoryFailed(chain: steps, underlying: error, factory: name, secrets: secrets)
  }
}

/// A plan that names a factory which the registry does not have: they do not belong together.
private struct UnknownFactory: Error, CustomStringConvertible {
  let name: String

  var description: String { "no factory is registered under \(name)" }
}
