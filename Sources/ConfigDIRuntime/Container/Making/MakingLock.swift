import Synchronization

/// The lock that decides which thread makes a shared instance, which thread waits for which, and what a slot's door
/// shows. No factory ever runs under it.
///
/// All containers that share instances have one lock, so that waits across containers are seen.
final class MakingLock: Sendable {
  private let waits = Lock(Waits())

  /// The answer to a thread that needs a shared instance that is not there yet.
  enum Attempt: @unchecked Sendable {
    /// It exists by now; the object is that of a weak slot.
    case made(AnyObject?)
    case wait(Latch)
    case crossing(ResolutionError)
    case mine(Making)
  }

  func begin(_ slot: AnySlot) -> Attempt {
    let thread = ThreadIdentity.current
    return waits.withLock { waits in
      waits.waiting[thread] = nil
      if slot.isMade { return .made(nil) }
      if let object = slot.weakObject { return .made(object) }
      if let making = slot.guarded.making {
        if let cycle = waits.cycle(from: thread, to: making) { return .crossing(crossing(cycle)) }
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

  /// Publishes the instance, or leaves the slot empty.
  func finish(_ making: Making, _ outcome: Outcome) {
    let latch = waits.withLock { waits in
      waits.making[making.thread] = making.outer
      settle(making.slot, outcome)
      return making.latch
    }
    latch?.open()
  }

  private func finish(_ slot: AnySlot, _ outcome: Outcome) {
    waits.withLock { _ in settle(slot, outcome) }
  }

  enum Outcome: @unchecked Sendable {
    case failed
    /// A box, and its address.
    case shared(AnyObject, UInt)
    case weak(WeakCell)
  }

  /// Call under the making lock.
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

  /// Publishes an instance for which no thread waits at a latch.
  func publish(_ slot: AnySlot, _ box: AnyObject, _ address: UInt) {
    finish(slot, .shared(box, address))
  }

  /// Counts the unfinished calls of this thread that may lead back to themselves through deferred dependencies, and
  /// throws before the thread's stack could overflow.
  func beginNested(in slot: AnySlot) throws {
    let depth = waits.withLock { waits in
      waits.nesting[ThreadIdentity.current, default: 0] += 1
      return waits.nesting[ThreadIdentity.current, default: 0]
    }
    guard depth > MakingLock.deepestNesting else { return }
    endNested()
    throw ResolutionError(
      NestingTooDeep(limit: MakingLock.deepestNesting), at: slot.step.map { [$0] } ?? [])
  }

  func endNested() {
    waits.withLock { waits in
      guard let depth = waits.nesting[ThreadIdentity.current] else { return }
      waits.nesting[ThreadIdentity.current] = depth > 1 ? depth - 1 : nil
    }
  }

  static let deepestNesting = 100
  /// The number of simultaneous makings of one slot from which they are counted for each thread, which costs more.
  private static let manyAtOnce: UInt16 = 4

  /// Makes an unshared instance, and throws if that has led back to the same slot too often.
  func nested<Value>(in slot: AnySlot, _ make: () throws -> Value) throws -> Value {
    HeldLocks.expectNone()
    let count = slot.running.add(1, ordering: .relaxed).oldValue
    defer { slot.running.subtract(1, ordering: .relaxed) }
    guard count >= MakingLock.manyAtOnce else { return try make() }
    try beginNested(in: slot)
    defer { endNested() }
    return try make()
  }

  /// Waits until a making has ended; throws where it waits for the one that asks, and both would wait for ever.
  func wait(_ asking: AsyncMaking?, for making: AsyncMaking, until end: () async throws -> Void) async throws {
    guard let asking else { return try await end() }
    let ring: [AsyncMaking]? = waits.withLock { _ in
      if let ring = making.path(to: asking) { return ring }
      asking.awaited.append(making)
      return nil
    }
    if let ring {
      throw ResolutionError(
        CrossingWait(others: zip(ring, ring.dropFirst()).map { [$0, $1].compactMap(\.slot.step) }),
        at: making.slot.step.map { [$0] } ?? [])
    }
    defer { waits.withLock { _ in asking.stopWaiting(for: making) } }
    try await end()
  }

  /// Gives a slot its links, unless another thread was first. The slot keeps the parameters' own slots.
  func link(_ slot: AnySlot, to targets: [AnySlot], parameters: [AnySlot]) -> UnsafeMutablePointer<UnsafeRawPointer> {
    waits.withLock { _ in
      guard slot.links.load(ordering: .relaxed) == nil else { return }
      slot.guarded.parameters = parameters
      slot.link(to: targets)
    }
    return slot.links.load(ordering: .acquiring).unsafelyUnwrapped
  }

  /// Opens a door: from now on the factory may run without the lock.
  func open(_ slot: AnySlot) {
    waits.withLock { _ in slot.show(AnySlot.open) }
  }

  /// Shuts doors, so that each call takes the slow path, until `reopen` is called as often.
  func shut(_ slots: [AnySlot]) {
    waits.withLock { _ in
      for slot in slots {
        slot.guarded.holds += 1
        slot.door.store(AnySlot.closed, ordering: .releasing)
      }
    }
  }

  func reopen(_ slots: [AnySlot]) {
    waits.withLock { _ in
      for slot in slots {
        slot.guarded.holds -= 1
        if slot.guarded.holds == 0 { slot.open(to: slot.state.load(ordering: .relaxed)) }
      }
    }
  }

  private func crossing(_ cycle: Waits.Cycle) -> ResolutionError {
    ResolutionError(CrossingWait(others: cycle.map { $0.compactMap(\.slot.step) }))
  }
}

extension AnySlot {
  /// The service and its place in the slot's container; `nil` for a parameter's own slot.
  var step: ResolutionStep? {
    service < 0 ? nil : owner.wiring.step(Int(service))
  }

  /// The instance of a weak slot while someone holds it. Call under the making lock.
  fileprivate var weakObject: AnyObject? {
    guard sharing == .weak, let kept = guarded.kept else { return nil }
    return unsafeDowncast(kept, to: WeakCell.self).object
  }

  /// Call under the making lock.
  fileprivate func show(_ value: UInt) {
    state.store(value, ordering: .releasing)
    if guarded.holds == 0 { open(to: value) }
  }

  /// Call under the making lock.
  fileprivate func open(to value: UInt) {
    door.store(isOnMain && value > AnySlot.lastNumber ? AnySlot.onMain : value, ordering: .releasing)
  }
}

/// The making of each thread, and the making that each thread waits for.
struct Waits: Sendable {
  /// The innermost making of each thread.
  var making: [ThreadIdentity: Making] = [:]
  var waiting: [ThreadIdentity: Making] = [:]
  /// How deep each thread is in calls that may lead back to themselves.
  var nesting: [ThreadIdentity: Int] = [:]

  typealias Cycle = [[Making]]

  /// The makings of the other threads in a cycle, if waiting for `making` would close one.
  func cycle(from thread: ThreadIdentity, to making: Making) -> Cycle? {
    var cycle: Cycle = []
    var wanted = making
    while wanted.thread != thread {
      // A making that has ended stops nobody: the thread that waited has just not woken yet.
      guard let next = waiting[wanted.thread], next.slot.guarded.making === next else { return nil }
      cycle.append(stack(of: wanted.thread, from: wanted) + [next])
      wanted = next
    }
    return cycle
  }

  /// The makings of a thread, from an outer one to the innermost.
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

/// The making of a shared instance by a thread. Its latch, like its slot, is guarded by the making lock.
final class Making: @unchecked Sendable {
  let slot: AnySlot
  let thread: ThreadIdentity
  /// The making that the same thread began before, and has not finished.
  let outer: Making?
  /// Created by the first thread that waits.
  var latch: Latch?

  init(slot: AnySlot, thread: ThreadIdentity, outer: Making?) {
    self.slot = slot
    self.thread = thread
    self.outer = outer
  }
}
