import Synchronization

/// The container itself or an open scope, with the overlays that count in it.
///
/// A level owns the slots of some services. For the others it uses the same level without its newest overlay, or the
/// scope around it. An instance made in a level is never seen in those.
@usableFromInline
final class Level: Sendable {
  let core: Core
  /// The declared scope, by its index in the plan; -1 for the container itself.
  let scope: Int
  /// The scope around this one, with those of the overlays that count there.
  let below: Level?
  /// This level without its newest overlay; `nil` for the container itself, and for a scope as it was opened.
  let older: Level?
  /// The overlays that count here, the newest first.
  let overlays: [Overlay]
  let contents = Lock(Contents())
  let isClosed = Atomic<Bool>(false)
  private let provided: [Int: Provided]
  /// The slots of other containers that are used here too.
  let inheritance: Inheritance
  private let shelf: SlotShelf
  /// The container's wiring, or another if an overlay changes factories or parameters.
  let wiring: Wiring

  struct Contents: Sendable {
    var made = MadeList()
    /// The number of instances that are being made, by service.
    var makings: [Int: Int] = [:]
    var isOpen = true
    /// The services that another container goes on sharing after the end.
    var kept: Set<Int> = []
    /// The callers that wait until only kept services are being made.
    var waiters: [(kept: Set<Int>, continuation: CheckedContinuation<Void, Never>)] = []
    /// The asynchronous instances that are being made, by service.
    var asyncMakings: [Int: (making: AsyncMaking, task: Task<Void, any Error>)] = [:]
    var hasEndedMakings = false
    var children: [WeakLevel] = []
    /// The number of children at which those whose level was freed are removed.
    var childrenToSweep = 16
    /// The initializers of phases that were run, by index.
    var initializers: [Int: Slot<any Initializable>] = [:]
    /// The slots that overlays have replaced, if they are made here.
    var originals: [Original: AnySlot] = [:]
    var closing: Task<[ClosingFailed.Failure], Never>?
    /// Failures of levels above that nobody was waiting for when they closed.
    var unreportedFailures: [ClosingFailed.Failure] = []
  }

  /// The container itself.
  init(_ core: Core, provided: [Int: Provided], inheritance: Inheritance) {
    self.core = core
    scope = -1
    below = nil
    older = nil
    overlays = []
    self.provided = provided
    self.inheritance = inheritance
    wiring = core.wiring
    shelf = SlotShelf(wiring.places, of: -1)
  }

  /// A scope that is opened.
  init(scope: Int, in below: Level, provided: [Int: Provided]) {
    core = below.core
    self.scope = scope
    self.below = below
    older = nil
    overlays = below.overlays
    self.provided = provided
    inheritance = Inheritance()
    wiring = below.wiring
    shelf = SlotShelf(wiring.places, of: scope)
  }

  /// A level with one more overlay.
  ///
  /// - Parameter below: The scope around it, with the overlay if it counts there.
  init(_ request: OverlayRequest, over older: Level, below: Level?) throws {
    let inBelow = below?.overlays.first.flatMap { $0.request === request ? $0 : nil }
    let planned = below?.older?.wiring === older.wiring ? inBelow : nil
    let overlay = try planned ?? Overlay(request, over: older)
    core = older.core
    scope = older.scope
    self.below = below
    self.older = older
    overlays = [overlay] + older.overlays
    provided = [:]
    inheritance = Inheritance()
    wiring = overlay.wiring ?? older.wiring
    let places = wiring.places
    let own: Set<Int>
    if inBelow != nil {
      own = overlay.reach.filter { older.ownsHere($0) }
    } else {
      let open = older.openScopes
      own = overlay.reach.filter { open.contains(places.outermostScopes[$0]) }
    }
    shelf = SlotShelf(own, of: places.innermostScopes.count)
  }

  /// The services of another container's level that this one goes on using, and all that they lead to.
  func servicesShared(of other: Level) -> Set<Int> { inheritance.services(of: other) }

  /// Whether this level is closed, or about to be.
  var hasEnded: Bool { isClosed.load(ordering: .acquiring) }

  /// Whether a service has its own slot in this level.
  func owns(_ service: Int) -> Bool { shelf.position(of: service) >= 0 }

  /// Whether a service has its own slot in this level, or in the same scope with fewer overlays.
  private func ownsHere(_ service: Int) -> Bool {
    var level: Level? = self
    while let current = level {
      if current.owns(service) { return true }
      level = current.older
    }
    return false
  }

  /// The declared scopes that are open at this level, and -1 for the container itself.
  private var openScopes: Set<Int> {
    var open: Set<Int> = []
    var level: Level? = self
    while let current = level {
      open.insert(current.scope)
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
    // Recursive: levels lie on each other only as deep as a program nests its scopes and overlays.
    guard let next = next(for: service) else { throw notOpen(service) }
    return try next.slot(service)
  }

  /// The level that is asked for a service that this level does not own.
  func next(for service: Int) -> Level? {
    if let older, let newest = overlays.first, !newest.reach.contains(service) { return older }
    return below
  }

  /// The service as this level sees it.
  func take<Service>(_ service: Int, as type: Service.Type, isMain: Bool) throws -> Service {
    guard !hasEnded else { throw ContainerClosed(chain: [wiring.step(service)]) }
    let position = shelf.position(of: service)
    let box = shelf.door(at: position, of: type)
    if box > AnySlot.lastNumber { return Slot<Service>.box(at: box)._withUnsafeGuaranteedRef { $0.value } }
    if isMain, box == AnySlot.onMain {
      return Slot<Service>.box(at: shelf.state(at: position))._withUnsafeGuaranteedRef { $0.value }
    }
    let slot = try slot(service, as: type)
    guard isMain else { return try slot.take(in: nil) }
    return try Resolution.begin(isMain: true) { try slot.take(in: $0) }
  }

  /// The slot that a handle on a service holds. A handle is called in any thread, so there is none on a service of the
  /// main actor.
  func slotOfHandle<Service>(_ service: Int, as type: Service.Type) throws -> Slot<Service> {
    let slot = try slot(service, as: type)
    guard !slot.isOnMain else { throw ResolutionError(NotOnMainActor(), at: [wiring.step(service)]) }
    return slot
  }

  private func notOpen(_ service: Int) -> any Error {
    let home = wiring.places.outermostScopes[service]
    let name = wiring.plan.scopes.indices.contains(home) ? wiring.plan.scopes[home].name : ""
    return ResolutionError(ScopeNotOpen(scope: name), at: [wiring.step(service)])
  }

  /// A service's slot in this level, as the manifest wires it.
  func plannedSlot(_ service: Int) throws -> AnySlot {
    if let inherited = inheritance.slots[service] { return inherited }
    let planned = wiring.plan.services[service]
    guard case .factory(let factory, let decorators) = planned.kind else {
      if let provided = provided[service] { return provided.slot(self, service) }
      if let older { return try older.plannedSlot(service) }
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

extension Wiring {
  /// An error of a decorator, with its name and its line, or of a level's closure, with its place.
  func failure(ofDecorator planned: PlannedFactory, _ error: any Error) -> any Error {
    if error is any FailureOnTheWay { return error }
    let decorator = ResolutionStep(
      key: LevelPart.words(for: planned.name) ?? "decorator \(planned.name)", location: planned.origin)
    return ResolutionError(FactoryFailed(underlying: error, decorator: decorator, secrets: secrets))
  }
}

/// A plan that names a factory that the registry does not have: plan and registry do not belong together.
private struct UnknownFactory: Error, CustomStringConvertible {
  let name: String

  var description: String { "no factory is registered under \(name)" }
}

/// The parts that all levels of one container share.
final class Core: Sendable {
  let wiring: Wiring
  let making: MakingLock
  let start = SingleStart()
  let overlays: OpenOverlays
  /// The planning of changed factories and parameters; `nil` if no manifest is behind the container.
  let planning: (planning: any LevelPlanning, definitions: [LevelDefinition])?

  /// - Parameter other: The container whose instances this one shares.
  init(
    _ wiring: Wiring, sharingWith other: Core? = nil, overlays: OpenOverlays? = nil,
    planning: (planning: any LevelPlanning, definitions: [LevelDefinition])? = nil
  ) {
    self.wiring = wiring
    self.planning = planning
    self.overlays = overlays ?? OpenOverlays()
    making = other?.making ?? MakingLock()
  }

  /// Whether one container may hold instances of the other.
  func isRelated(to other: Core) -> Bool { making === other.making }
}
