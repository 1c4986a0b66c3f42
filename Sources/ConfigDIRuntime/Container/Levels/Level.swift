import Synchronization

/// A container's foundation, an open scope, an overlay, or a view of one. A level owns the slots of some services, and
/// uses the level below for all others. An instance made in a level is never seen below it.
@usableFromInline
final class Level: Sendable {
  let core: Core
  let below: Level?
  let kind: Kind
  let contents = Lock(Contents())
  let isClosed = Atomic<Bool>(false)
  /// All overlays that count here, the newest first.
  let overlays: [Overlay]
  /// The number of overlays that do not count in the level below.
  let ownOverlayCount: Int
  private let provided: [Int: Provided]
  /// The slots of other containers that are used here too.
  private let inheritance: Inheritance
  private let shelf: SlotShelf
  /// The container's wiring, or another if an overlay changes factories or parameters.
  let wiring: Wiring

  enum Kind: Sendable {
    case foundation
    /// An open scope, by its index in the plan.
    case scope(Int)
    case overlay(Overlay)
    /// An overlay as seen from a level that does not lie on it.
    case view(OverlayView)
  }

  struct Contents: Sendable {
    /// The instances to close, in the order in which they were made.
    var made: [Made] = []
    /// The number of instances that are being made, by service.
    var makings: [Int: Int] = [:]
    var isOpen = true
    /// The services that another container goes on sharing after the end.
    var kept: Set<Int> = []
    /// The callers that wait until only kept services are being made.
    var waiters: [(kept: Set<Int>, continuation: CheckedContinuation<Void, Never>)] = []
    /// The asynchronous instances that are being made, by service.
    var asyncMakings: [Int: Task<Void, any Error>] = [:]
    var hasEndedMakings = false
    var children: [WeakLevel] = []
    /// The number of children at which those whose level was freed are removed.
    var childrenToSweep = 16
    /// The initializers of phases that were run, by index.
    var initializers: [Int: Slot<any Initializable>] = [:]
    /// The slots that overlays have replaced, if they are made here.
    var originals: [Original: AnySlot] = [:]
    /// This overlay as seen from other levels.
    var views: [ObjectIdentifier: Level] = [:]
    var closing: Task<[ClosingFailed.Failure], Never>?
    /// Failures of levels above that nobody was waiting for when they closed.
    var unreportedFailures: [ClosingFailed.Failure] = []
  }

  init(
    _ core: Core, below: Level?, kind: Kind, provided: [Int: Provided] = [:], inheritance: Inheritance = Inheritance()
  ) {
    self.core = core
    self.below = below
    self.kind = kind
    self.provided = provided
    self.inheritance = inheritance
    let own: [Overlay]
    switch kind {
    case .overlay(let overlay): wiring = overlay.wiring ?? below?.wiring ?? core.wiring
    case .view(let view): wiring = view.wiring
    case .foundation, .scope: wiring = below?.wiring ?? core.wiring
    }
    let places = wiring.places
    switch kind {
    case .foundation:
      own = []
      shelf = SlotShelf(places, of: -1)
    case .scope(let scope):
      own = []
      shelf = SlotShelf(places, of: scope)
    case .overlay(let overlay):
      own = [overlay]
      let open = below?.openScopes ?? []
      shelf = SlotShelf(
        overlay.reach.filter { open.contains(places.outermostScopes[$0]) }, of: places.innermostScopes.count)
    case .view(let view):
      own = view.overlays
      shelf = SlotShelf(view.own, of: places.innermostScopes.count)
    }
    ownOverlayCount = own.count
    let under = below?.overlays ?? []
    overlays = own.isEmpty ? under : own + under
  }

  /// The services of another container's level that this one goes on using, and all that they lead to.
  func servicesShared(of other: Level) -> Set<Int> { inheritance.services(of: other) }

  /// Whether this level is closed, or about to be.
  var hasEnded: Bool { isClosed.load(ordering: .acquiring) }

  /// Whether a service has its own slot in this level.
  func owns(_ service: Int) -> Bool { shelf.position(of: service) >= 0 }

  /// The declared scopes that are open at this level or below, and -1 for the container itself.
  private var openScopes: Set<Int> {
    var open: Set = [-1]
    var level: Level? = self
    while let current = level {
      if case .scope(let scope) = current.kind { open.insert(scope) }
      level = current.below
    }
    return open
  }

  /// The slots made so far.
  var slots: [AnySlot] { shelf.all + contents.withLock { Array($0.originals.values) } }

  /// The slot that this level owns for a service, if it was made.
  func ownSlot(_ service: Int) -> AnySlot? {
    let position = shelf.position(of: service)
    return position < 0 ? nil : shelf[position]
  }

  /// The slot that serves a service as seen from this level.
  func slot(_ service: Int) throws -> AnySlot {
    let position = shelf.position(of: service)
    if position >= 0 {
      if let slot = shelf[position] { return slot }
      return shelf.put(try makeSlot(service), at: position)
    }
    if case .view(let view) = kind, view.reach.contains(service) {
      guard let overlay = view.overlay else { throw ContainerClosed(chain: [wiring.step(service)]) }
      return try overlay.slot(service)
    }
    // Recursive: levels lie on each other only as deep as a program nests its scopes and overlays.
    guard let below else { throw notOpen(service) }
    return try below.slot(service)
  }

  /// The service as this level sees it.
  func take<Service>(_ service: Int, as type: Service.Type, isMain: Bool) throws -> Service {
    guard !hasEnded else { throw ContainerClosed(chain: [wiring.step(service)]) }
    let box = shelf.door(at: shelf.position(of: service), of: type)
    if box > AnySlot.lastNumber { return Slot<Service>.box(at: box)._withUnsafeGuaranteedRef { $0.value } }
    let slot = try slot(service, as: type)
    guard isMain else { return try slot.take(in: nil) }
    return try Resolution.begin(isMain: true) { try slot.take(in: $0) }
  }

  private func notOpen(_ service: Int) -> any Error {
    let home = wiring.places.outermostScopes[service]
    let name = wiring.plan.scopes.indices.contains(home) ? wiring.plan.scopes[home].name : ""
    return ResolutionError(ScopeNotOpen(scope: name), at: [wiring.step(service)])
  }

  /// A service's slot in this level, as the manifest wires it.
  func plannedSlot(_ service: Int) throws -> AnySlot {
    if let inherited = inheritance.slots[service] { return inherited }
    if let provided = provided[service] { return provided.slot(self, service) }
    let planned = wiring.plan.services[service]
    guard case .factory(let factory, let decorators) = planned.kind else {
      if let below, wiring.places.innermostScopes[service] == -1 { return try below.plannedSlot(service) }
      if planned.mayBeAbsent {
        return AnySlot(owner: self, service: Int32(service), sharing: .shared, needsResolution: false)
      }
      throw ResolutionError(InstanceNotProvided(missing: [wiring.step(service)], scope: nil))
    }
    var builder = SlotBuilder(level: self, service: service, decorators: decorators)
    return try wiring.factory(factory, of: service).accept(&builder)
  }

  /// The instance of one of this level's slots, made now if it does not exist yet.
  @usableFromInline
  func take<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    do {
      return try value(of: slot, in: resolution)
    } catch {
      throw failure(of: slot, error)
    }
  }

  /// Makes a shared instance if there is none. Its dependencies exist already.
  func realize<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws {
    do {
      try makeShared(slot, in: resolution)
    } catch {
      throw failure(of: slot, error)
    }
  }

  /// An error of the slot's factory, with the service's key and place added.
  @usableFromInline
  func failure(of slot: AnySlot, _ error: any Error) -> any Error {
    slot.service < 0 ? error : wiring.failure(of: [Int(slot.service)], error)
  }
}

struct WeakLevel: Sendable {
  private(set) weak var level: Level?
}

extension Wiring {
  func factory(_ planned: PlannedFactory, of service: Int) throws -> AnyFactory {
    guard let factory = registry.factories[planned.name] else {
      throw ResolutionError(
        FactoryFailed(underlying: UnknownFactory(name: planned.name), factory: planned.name, secrets: secrets))
    }
    return factory
  }

  /// An error with the services added through which it passed, outermost first.
  func failure(of services: [Int], _ error: any Error) -> any Error {
    guard let last = services.last else { return error }
    let steps = services.map { step($0) }
    if var failure = error as? any FailureOnTheWay {
      failure.chain.insert(contentsOf: steps, at: 0)
      return failure
    }
    var name = ""
    if case .factory(let factory, _) = plan.services[last].kind { name = factory.name }
    return ResolutionError(FactoryFailed(underlying: error, factory: name, secrets: secrets), at: steps)
  }
}

/// A plan that names a factory that the registry does not have: plan and registry do not belong together.
private struct UnknownFactory: Error, CustomStringConvertible {
  let name: String

  var description: String { "no factory is registered under \(name)" }
}
