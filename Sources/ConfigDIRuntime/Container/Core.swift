import Synchronization

/// What a container's levels have in common beside their wiring: one lock for the little that must be agreed upon when
/// something is made for the first time. No factory ever runs under it.
final class Core: Sendable {
  let wiring: Wiring
  /// How many overlays are open: while there are none, nobody looks for one.
  let overlayCount = Atomic<Int>(0)
  /// How many of them are some task's.
  let taskOverlayCount = Atomic<Int>(0)
  /// How many of them were opened on a scope.
  let scopedOverlayCount = Atomic<Int>(0)
  /// The overlays that are open in this container, the newest last.
  let overlays = Lock<[OpenOverlay]>([])
  /// Whose overlays these are.
  let family: OverlayFamily
  /// How factories and parameters are changed; `nil` where no manifest is behind the container.
  let planning: (planning: any LevelPlanning, definitions: [LevelDefinition])?
  /// One for all containers that share instances, so that waits which cross from one to another are seen.
  private let agreement: Agreement
  private let starting = Lock(Starting())

  /// - Parameter other: The container whose instances this one shares.
  init(
    _ wiring: Wiring, sharingWith other: Core? = nil, family: OverlayFamily? = nil,
    planning: (planning: any LevelPlanning, definitions: [LevelDefinition])? = nil
  ) {
    self.wiring = wiring
    self.planning = planning
    self.family = family ?? OverlayFamily()
    agreement = other?.agreement ?? Agreement()
  }

  private final class Agreement: Sendable {
    let waits = Lock(Waits())
  }

  /// Whether instances of one may be held by the other.
  func isRelated(to other: Core) -> Bool { agreement === other.agreement }

  private struct Starting: Sendable {
    var task: Task<[InitializerFailed], any Error>?
    var isOver = false
    /// A start without a task is under way, or was.
    var isNow = false
    var outcome: Result<[InitializerFailed], any Error>?
  }

  /// The one start of the container, done here and now if none was begun.
  func startNow(_ body: () throws -> [InitializerFailed]) throws -> [InitializerFailed] {
    let known = try starting.withLock { starting -> Result<[InitializerFailed], any Error>? in
      if let outcome = starting.outcome { return outcome }
      guard starting.task == nil, !starting.isNow else { throw StartUnderWay() }
      starting.isNow = true
      return nil
    }
    if let known { return try known.get() }
    let outcome = Result { try body() }
    starting.withLock { starting in
      starting.outcome = outcome
      starting.isOver = true
    }
    return try outcome.get()
  }

  /// The one start of the container, begun now if it was not, and whether it was.
  func start(
    _ body: @escaping @Sendable () async throws -> [InitializerFailed]
  ) -> (task: Task<[InitializerFailed], any Error>, isNew: Bool) {
    starting.withLock { starting in
      if let task = starting.task { return (task, false) }
      if starting.isNow {
        let outcome = starting.outcome ?? .failure(StartUnderWay())
        return (Task { try outcome.get() }, false)
      }
      let task = Task {
        do {
          let failures = try await body()
          self.endStart(.success(failures))
          return failures
        } catch {
          self.endStart(.failure(error))
          throw error
        }
      }
      starting.task = task
      return (task, true)
    }
  }

  private func endStart(_ outcome: Result<[InitializerFailed], any Error>) {
    starting.withLock { starting in
      starting.outcome = outcome
      starting.isOver = true
    }
  }

  var isStarted: Bool { starting.withLock { $0.outcome != nil } }

  var isStarting: Bool { starting.withLock { $0.task != nil && !$0.isOver } }

  func cancelStart() { starting.withLock { $0.task }?.cancel() }

  /// What may be done about an instance that is shared and not there yet.
  enum Attempt: @unchecked Sendable {
    /// It is there after all; the object is a weak one's.
    case made(AnyObject?)
    case wait(Latch)
    case crossing(CrossingWait)
    case mine(Making)
  }

  func begin(_ slot: AnySlot) -> Attempt {
    let thread = ThreadIdentity.current
    return agreement.waits.withLock { waits in
      waits.waiting[thread] = nil
      if slot.isMade { return .made(nil) }
      if let object = slot.weakObject { return .made(object) }
      if let making = slot.guarded.making {
        if let ring = waits.ring(from: thread, to: making) { return .crossing(crossing(ring)) }
        waits.waiting[thread] = making
        let latch = making.latch ?? Latch()
        making.latch = latch
        return .wait(latch)
      }
      let making = Making(slot: slot, thread: thread, outer: waits.making[thread])
      waits.making[thread] = making
      slot.guarded.making = making
      return .mine(making)
    }
  }

  /// Publishes what was made, or leaves the slot empty.
  func finish(_ making: Making, _ outcome: Outcome) {
    let latch = agreement.waits.withLock { waits in
      waits.making[making.thread] = making.outer
      settle(making.slot, outcome)
      return making.latch
    }
    latch?.open()
  }

  private func finish(_ slot: AnySlot, _ outcome: Outcome) {
    agreement.waits.withLock { _ in settle(slot, outcome) }
  }

  enum Outcome: @unchecked Sendable {
    case failed
    /// A box, and its address.
    case shared(AnyObject, UInt)
    case weak(WeakCell)
  }

  /// Under the lock.
  private func settle(_ slot: AnySlot, _ outcome: Outcome) {
    slot.guarded.making = nil
    switch outcome {
    case .failed: break
    case .shared(let box, let address):
      slot.guarded.kept = box
      slot.show(address)
    case .weak(let cell): slot.guarded.kept = cell
    }
  }

  /// Publishes what was made without anyone waiting at a latch.
  func publish(_ slot: AnySlot, _ box: AnyObject, _ address: UInt) {
    finish(slot, .shared(box, address))
  }

  /// Counts the calls of deferred dependencies that this thread is in the middle of and that may lead back to
  /// themselves, and refuses to go on where the stack could end first.
  func beginNested(in slot: AnySlot) throws {
    let depth = agreement.waits.withLock { waits in
      waits.nesting[ThreadIdentity.current, default: 0] += 1
      return waits.nesting[ThreadIdentity.current, default: 0]
    }
    guard depth > Core.deepestNesting else { return }
    endNested()
    throw NestingTooDeep(chain: slot.step.map { [$0] } ?? [], limit: Core.deepestNesting)
  }

  func endNested() {
    agreement.waits.withLock { waits in
      guard let depth = waits.nesting[ThreadIdentity.current] else { return }
      waits.nesting[ThreadIdentity.current] = depth > 1 ? depth - 1 : nil
    }
  }

  static let deepestNesting = 100
  /// From how many makings of one slot at a time each thread's own are counted, which costs more.
  private static let manyAtOnce: UInt16 = 4

  /// Makes what is not shared, and refuses to where that has led back here too often.
  func nested<Value>(in slot: AnySlot, _ make: () throws -> Value) throws -> Value {
    let count = slot.running.add(1, ordering: .relaxed).oldValue
    defer { slot.running.subtract(1, ordering: .relaxed) }
    guard count >= Core.manyAtOnce else { return try make() }
    try beginNested(in: slot)
    defer { endNested() }
    return try make()
  }

  /// Gives a slot its links, unless another thread was first; the slot keeps the parameters' own slots.
  func link(_ slot: AnySlot, to targets: [AnySlot], parameters: [AnySlot]) -> UnsafeMutablePointer<UnsafeRawPointer> {
    agreement.waits.withLock { _ in
      guard slot.links.load(ordering: .relaxed) == nil else { return }
      slot.guarded.parameters = parameters
      slot.link(to: targets)
    }
    return slot.links.load(ordering: .acquiring).unsafelyUnwrapped
  }

  /// From now on the factory may run without asking.
  func open(_ slot: AnySlot) {
    agreement.waits.withLock { _ in slot.show(AnySlot.open) }
  }

  /// Sends whoever comes to these doors to their levels, until they are let go as often.
  func hold(_ slots: [AnySlot]) {
    agreement.waits.withLock { _ in
      for slot in slots {
        slot.guarded.holds += 1
        slot.door.store(AnySlot.closed, ordering: .releasing)
      }
    }
  }

  func letGo(_ slots: [AnySlot]) {
    agreement.waits.withLock { _ in
      for slot in slots {
        slot.guarded.holds -= 1
        if slot.guarded.holds == 0 { slot.door.store(slot.state.load(ordering: .relaxed), ordering: .releasing) }
      }
    }
  }

  private func crossing(_ ring: Waits.Ring) -> CrossingWait {
    CrossingWait(chain: [], others: ring.map { $0.compactMap(\.slot.step) })
  }
}

/// Who makes what and who waits for whom, as far as threads go.
struct Waits: Sendable {
  /// What each thread is in the middle of, innermost.
  var making: [ThreadIdentity: Making] = [:]
  var waiting: [ThreadIdentity: Making] = [:]
  /// How deep each thread is in calls that may lead back to themselves.
  var nesting: [ThreadIdentity: Int] = [:]

  typealias Ring = [[Making]]

  /// What the other threads of a ring are making, if waiting for `making` would close one.
  func ring(from thread: ThreadIdentity, to making: Making) -> Ring? {
    var ring: Ring = []
    var wanted = making
    while wanted.thread != thread {
      // One that has ended holds up nobody: its waiter has merely not woken yet.
      guard let next = waiting[wanted.thread], next.slot.guarded.making === next else { return nil }
      ring.append(stack(of: wanted.thread, from: wanted) + [next])
      wanted = next
    }
    return ring
  }

  /// What a thread is making, from an outer instance to the innermost.
  private func stack(of thread: ThreadIdentity, from outermost: Making) -> [Making] {
    var stack: [Making] = []
    var current = making[thread]
    while let making = current {
      stack.append(making)
      if making === outermost { break }
      current = making.outer
    }
    return stack.reversed()
  }
}

extension AnySlot {
  /// The service and its place, as the container that the slot belongs to knows them; `nil` for a parameter's own slot.
  var step: ResolutionStep? {
    service < 0 ? nil : unsafeDowncast(owner, to: Level.self).wiring.step(Int(service))
  }

  /// The instance of a weak slot while someone holds it. Under the container's lock.
  fileprivate var weakObject: AnyObject? {
    guard sharing == .weak, let kept = guarded.kept else { return nil }
    return unsafeDowncast(kept, to: WeakCell.self).object
  }

  /// Under the container's lock.
  fileprivate func show(_ value: UInt) {
    state.store(value, ordering: .releasing)
    if guarded.holds == 0 { door.store(value, ordering: .releasing) }
  }
}

/// Holds a weakly shared instance. A new one for each instance, so that nobody writes what another reads.
final class WeakCell: @unchecked Sendable {
  // Unchecked: what is shared is `Sendable`; the reference itself is never written again.
  private weak let reference: AnyObject?

  init(_ object: AnyObject) {
    reference = object
  }

  var object: AnyObject? { reference }
}
