import Synchronization

/// The container itself or an open scope, with the overlays that apply in it.
///
/// A level owns the slots of some services. For all other services it uses the same level without its newest overlay,
/// or the level of the scope around it. An instance made in a level is never visible in the levels that it uses.
@usableFromInline
final class Level: Sendable {
  private let basis: Unmanaged<Basis>
  /// The level of the enclosing scope or container; `nil` for the container itself.
  let lentBelow: Unmanaged<Level>?
  /// The declared scope's index in the plan; -1 for the container itself.
  let scope: Int
  /// This level without its newest overlay; `nil` for the container itself, and for a scope as it was opened.
  let older: Level?
  let contents = Lock(Contents())
  let isClosed = Atomic<Bool>(false)
  /// The instances that the program passed; `nil` if there are none.
  private let provided: [PassedInstance]?
  /// The slots that this container shares with other containers; `nil` if there are none.
  let inheritance: Inheritance?
  private let shelf = SlotShelf()
  /// Keeps `basis` and `lentBelow` alive: the basis itself or, for an open scope, what the scope was opened in. A scope
  /// retains nothing else that other scopes retain too, since threads that count the same references slow each other.
  /// Released after `shelf`, since a scope's instances may hold what they use outside the scope unowned.
  private let keeper: any AnyObject & Sendable
  /// For a level with an overlay, whether each service has its own slot in this level. `nil` for other levels, where
  /// the service's scope decides.
  private let own: [Bool]?
  let openScopes = OpenScopes()
  /// The list that contains this level if it is an open scope. The list belongs to the level below.
  let list = Atomic<Unmanaged<OpenScopes.List>?>(nil)
  /// The scope's position in its parent's list of open scopes, guarded by that list's lock.
  nonisolated(unsafe) var position = 0
  /// This level's number among the levels on top of the same level, in order of creation. Set before other threads can
  /// access this level.
  nonisolated(unsafe) var number = 0
  /// Whether the level's newest overlay was removed. The level then serves only the scopes that are already open in it.
  let isLeft = Atomic<Bool>(false)

  /// The parts that a container or an overlay's level shares with the scopes that are opened in it.
  private final class Basis: Sendable {
    let core: Core
    /// The overlays that apply, newest first.
    let overlays: [Overlay]
    /// The container's wiring, or a different one if an overlay changes factories or parameters.
    let wiring: Wiring
    /// For an overlay's level, the level of the enclosing scope.
    private let below: Level?

    init(core: Core, overlays: [Overlay], wiring: Wiring, below: Level? = nil) {
      self.core = core
      self.overlays = overlays
      self.wiring = wiring
      self.below = below
    }
  }

  struct Contents: Sendable {
    // In an open scope, no field has memory of its own: even an empty dictionary costs a reference count.
    var made = MadeList()
    var makings = Makings()
    /// The asynchronous instances that are being made, by slot.
    var asyncMakings = FewEntries<ObjectIdentifier, AsyncMaking>()
    var isOpen = true
    var hasEndedMakings = false
    var closing = Closing.no
    /// The instance that is being closed, or was closed last.
    var closingNow: Made.Source?
    /// State that most levels never need; created by `makeRare()`.
    private(set) var rare: Rare?

    mutating func makeRare() -> Rare {
      let rare = rare ?? Rare()
      self.rare = rare
      return rare
    }
  }

  /// State that few levels need, kept apart because each field adds to the cost of opening and closing a scope.
  final class Rare: @unchecked Sendable {
    // Unchecked: the level's lock guards it, with the rest of the contents.
    /// The services that another container still shares after this level has ended.
    var kept: Set<Int> = []
    /// Callers that wait until an instance has been made.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The last call of `retire(keeping:within:)`, if it kept services.
    var retiring: Task<[ClosingFailed.Failure], Never>?
    /// How the scope's body ended; `nil` if it returned.
    var outcome: ScopeOutcome?
    /// The levels on top of this level: levels with one more overlay, and the scopes that were opened in such levels.
    var views: [WeakLevel] = []
    /// The number of entries in `views` at which the entries for freed levels are removed.
    var viewsToSweep = 16
    /// The slots of initializers that phases have run, by index.
    private(set) lazy var initializers = Memos<Int, Slot<any Initializable>>()
    /// The slots that overlays have replaced, if they were made in this level.
    private(set) lazy var originals = Memos<Original, AnySlot>()
    /// Failures that occurred while levels above this one were closed, and that no caller received.
    var unreportedFailures: [ClosingFailed.Failure] = []
    /// The slots that this level keeps on the slow path until it ends, although its overlay was removed.
    var heldDoors: Doors?

    var openViews: [Level] { views.compactMap(\.level) }
  }

  init(_ core: Core, provided: [PassedInstance]?, inheritance: Inheritance) {
    let basis = Basis(core: core, overlays: [], wiring: core.wiring)
    keeper = basis
    self.basis = .passUnretained(basis)
    lentBelow = nil
    scope = -1
    older = nil
    self.provided = provided
    self.inheritance = inheritance.slots.isEmpty ? nil : inheritance
    own = nil
  }

  /// Creates the level of a scope.
  ///
  /// - Parameters:
  ///   - below: The container's level, or a level with overlays on top of it.
  ///   - container: The container in which the scope is opened.
  init(
    scope: Int, in below: borrowing Level, of container: borrowing Container, provided: [PassedInstance]?
  ) {
    lentBelow = .passUnretained(copy below)
    basis = below.basis
    keeper = container.isOf(below) ? copy container : copy below
    self.scope = scope
    older = nil
    self.provided = provided
    inheritance = nil
    own = nil
  }

  /// Creates a level with one more overlay.
  ///
  /// - Parameter below: The level of the enclosing scope, with the overlay if it applies to that scope.
  init(_ request: OverlayRequest, over older: Level, below: Level?) throws {
    let inBelow = below?.overlays.first.flatMap { $0.request === request ? $0 : nil }
    let planned = below?.older?.wiring === older.wiring ? inBelow : nil
    let overlay = try planned ?? Overlay(request, over: older)
    let wiring = overlay.wiring ?? older.wiring
    let basis = Basis(core: older.core, overlays: [overlay] + older.overlays, wiring: wiring, below: below)
    keeper = basis
    self.basis = .passUnretained(basis)
    lentBelow = below.map(Unmanaged.passUnretained)
    scope = older.scope
    self.older = older
    provided = nil
    inheritance = nil
    let places = wiring.places
    var own = [Bool](repeating: false, count: places.innermostScopes.count)
    if inBelow != nil {
      for service in overlay.reach where older.ownsHere(service) { own[service] = true }
    } else {
      let open = older.scopesAround
      for service in overlay.reach where open.contains(places.outermostScopes[service]) { own[service] = true }
    }
    self.own = own
  }

  /// Like `lentBelow`, retained.
  var below: Level? { lentBelow?.takeUnretainedValue() }
  var core: Core { basis._withUnsafeGuaranteedRef { $0.core } }
  var overlays: [Overlay] { basis._withUnsafeGuaranteedRef { $0.overlays } }
  var wiring: Wiring { basis._withUnsafeGuaranteedRef { $0.wiring } }

  var isFoundation: Bool { older == nil && lentBelow == nil }

  /// Whether the level keeps a container alive.
  func keeps(_ container: Container) -> Bool { keeper === container }

  /// Whether this level uses a level whose overlay was removed.
  var isOnLeftLevel: Bool {
    lentBelow?._withUnsafeGuaranteedRef { $0.isLeft.load(ordering: .acquiring) } == true
      || older?.isLeft.load(ordering: .acquiring) == true
  }

  /// The services in another container's level that this level still uses, with all their dependencies.
  func servicesShared(of other: Level) -> Set<Int> { inheritance?.services(of: other) ?? [] }

  /// Whether this level is closed or about to close.
  var hasEnded: Bool { isClosed.load(ordering: .acquiring) }

  /// Whether a service has its own slot in this level.
  func owns(_ service: Int) -> Bool {
    guard let own else { return wiring.places.lives(service, in: scope) }
    return own.indices.contains(service) && own[service]
  }

  /// Whether a service has its own slot in this level, or in the same scope with fewer overlays.
  private func ownsHere(_ service: Int) -> Bool { sequence(first: self, next: \.older).contains { $0.owns(service) } }

  /// The indices of the declared scopes that are open at this level, and -1 for the container itself.
  var scopesAround: Set<Int> { Set(sequence(first: self, next: \.below).map(\.scope)) }

  var slots: [AnySlot] { shelf.all + originals }

  /// Whether no instance was requested at this level, and no phase has run here.
  var isUnused: Bool {
    slots.isEmpty && contents.withLock { $0.rare?.initializers }?.keys.isEmpty != false
  }

  private var originals: [AnySlot] { contents.withLock { $0.rare?.originals }?.all ?? [] }

  /// Puts this level's own slots on the slow path permanently, except the slots of services in `kept`.
  func shutOwnDoors(but kept: Set<Int> = []) {
    func shut(_ slot: AnySlot) {
      if slot.owner === self, !kept.contains(Int(slot.service)) { slot.shut(AnySlot.ended) }
    }
    shelf.forEach(shut)
    if !overlays.isEmpty { originals.forEach(shut) }
  }

  func ownSlot(_ service: Int) -> AnySlot? { shelf.find(service)?.takeUnretainedValue() }

  func slot(_ service: Int) throws -> AnySlot { try keptSlot(service, for: self).takeUnretainedValue() }

  /// The slot that serves a service. It is not retained, since this level or a level under it keeps the slot alive.
  ///
  /// - Parameter asked: The level in which the service was requested.
  private func keptSlot(_ service: Int, for asked: Level) throws -> Unmanaged<AnySlot> {
    if let slot = shelf.find(service) { return slot }
    if owns(service) {
      let mine = Unmanaged.passRetained(try makeSlot(service))
      let kept = contents.withLock { _ in shelf.put(mine, for: service) }
      if kept.toOpaque() != mine.toOpaque() { mine.release() }
      return kept
    }
    // Recursion is safe: levels nest only as deep as a program nests its scopes and overlays.
    guard let next = next(for: service) else { throw asked.notOpen(service) }
    return try next.keptSlot(service, for: asked)
  }

  /// Makes the slots of the instances that the program passed, which record that the program closes them.
  func noteProvided() {
    guard let provided else { return }
    for passed in provided { _ = try? keptSlot(passed.service.index, for: self) }
  }

  /// The next level in which to look for a service that this level does not own.
  func next(for service: Int) -> Level? {
    if let older, let newest = overlays.first, !newest.reach.contains(service) { return older }
    return below
  }

  func take<Service>(_ service: Int, as type: Service.Type, isMain: Bool) throws -> Service {
    guard !hasEnded else { throw ContainerClosed(steps: [wiring.step(service)]) }
    if let slot = shelf.find(service) {
      let box = slot._withUnsafeGuaranteedRef { slot in
        guard slot.valueType == type else { return AnySlot.closed }
        let door = slot.door.load(ordering: .acquiring)
        return isMain && door == AnySlot.onMain ? slot.state.load(ordering: .acquiring) : door
      }
      if box > AnySlot.lastNumber { return Slot<Service>.box(at: box)._withUnsafeGuaranteedRef { $0.value } }
    }
    return try keptSlot(service, for: self)._withUnsafeGuaranteedRef { slot in
      guard slot.valueType == type else { throw wrongType(slot, service, expected: type) }
      let slot = unsafeDowncast(slot, to: Slot<Service>.self)
      if !isMain, slot.owner === self, slot.door.load(ordering: .acquiring) == AnySlot.closed {
        return try take(slot, in: nil)
      }
      guard isMain else { return try slot.take(in: nil) }
      return try Resolution.begin(isMain: true) { try slot.take(in: $0) }
    }
  }

  /// The slot for a handle on a service. Throws for a main-actor service, since a handle may be called on any thread.
  func slotOfHandle<Service>(_ service: Int, as type: Service.Type) throws -> Slot<Service> {
    let slot = try slot(service, as: type)
    guard !slot.isOnMain else {
      throw ResolutionError(.notOnMainActor(takesArgument: slot.takesArgument), at: [wiring.step(service)])
    }
    return slot
  }

  private func notOpen(_ service: Int) -> any Error {
    let home = wiring.places.outermostScopes[service]
    let name = wiring.plan.scopes.indices.contains(home) ? wiring.plan.scopes[home].name : ""
    return ResolutionError(
      .scopeNotOpen, service: "lives in the scope \(name), which is not open here",
      help: "open it with \(calls(toOpen: home)) and resolve from the container passed to its closure",
      at: [wiring.step(service)])
  }

  func notProvided(_ service: Int) -> any Error {
    let scope = wiring.places.innermostScopes[service]
    let name = wiring.plan.scopes.indices.contains(scope) ? wiring.plan.scopes[scope].name : nil
    return ResolutionError(InstanceNotProvided(missing: [wiring.step(service)], scope: name))
  }

  /// A service's slot in this level, as the manifest wires it.
  func plannedSlot(_ service: Int) throws -> AnySlot {
    if let inherited = inheritance?.slots[service] { return inherited }
    if let recipe = try recipe(of: service) {
      return try recipe._withUnsafeGuaranteedRef { try $0.slot(service, in: self) }
    }
    guard case .factory(let factory, let decorators) = wiring.plan.services[service].kind else {
      if let passed = provided?.last(where: { $0.service.index == service }) {
        return passed.instance.slot(self, passed.service)
      }
      if let older { return try older.plannedSlot(service) }
      if let below, wiring.places.innermostScopes[service] == -1 { return try below.plannedSlot(service) }
      if wiring.plan.services[service].mayBeAbsent {
        return AnySlot(owner: self, service: Int32(service), sharing: .shared)
      }
      throw notProvided(service)
    }
    var builder = SlotBuilder(level: self, service: service, decorators: decorators)
    return try wiring.factory(factory).accept(&builder)
  }

  /// The recipe for a service in a scope; `nil` in the container itself, or if no factory makes the service.
  func recipe(of service: Int) throws -> Unmanaged<Recipe>? {
    guard scope >= 0 else { return nil }
    // Looked up here first, since a call to the wiring would retain it.
    if let known = wiring.recipes.known(service) { return known }
    return try newRecipe(of: service)
  }

  @inline(never)
  private func newRecipe(of service: Int) throws -> Unmanaged<Recipe>? { try wiring.recipe(of: service) }

  /// The instance of one of this level's slots, made now if it does not exist yet.
  @usableFromInline
  func take<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    do {
      return try value(of: slot, in: resolution)
    } catch {
      throw failure(of: slot, error)
    }
  }

  /// Adds the service's key and location to an error that the slot's factory threw.
  func failure(of slot: AnySlot, _ error: any Error) -> any Error {
    slot.service < 0 ? error : wiring.failure(of: [Int(slot.service)], error)
  }
}

struct WeakLevel: Sendable {
  private(set) weak var level: Level?
}
