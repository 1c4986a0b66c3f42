import Synchronization

/// Decides which thread makes a shared instance and which threads wait for it, and finds waits that would never end. No
/// factory ever runs under the lock.
///
/// The thread that makes an instance writes itself into the slot without the lock. Only a thread that finds another
/// thread in the slot takes a lock. All waits of the process are in one table, since the program's own code may resolve
/// from one container while another makes an instance.
///
/// All containers that share instances have the same `MakingLock`, which guards their weak and held slots.
final class MakingLock: Sendable {
  private static let waits = Lock(Waits())
  private let slots = Lock(())

  /// How a thread gets a shared instance that did not exist yet.
  enum Attempt {
    /// The instance has been made meanwhile. For a weak slot, the associated object is the instance.
    case made(AnyObject?)
    /// The thread must make the instance.
    case mine
  }

  // These functions look up a slot's lock only when they take it, since passing the lock would retain it.

  /// Waits while another thread makes the instance. Throws if that thread waits for this one.
  @inline(__always)
  static func begin(_ slot: AnySlot) throws -> Attempt {
    let thread = ThreadIdentity.current
    let isMine = take(slot, for: thread)
    return isMine && slot.sharing != .weak && !slot.isMade ? .mine : try beginSlowly(slot, thread, isMine: isMine)
  }

  @inline(never)
  private static func beginSlowly(_ slot: AnySlot, _ thread: ThreadIdentity, isMine: Bool) throws -> Attempt {
    var isMine = isMine
    while !isMine {
      if let latch = try waits.withLock({ try $0.wait(of: thread, for: slot) }) { wait(for: latch) }
      if slot.isMade { return .made(nil) }
      isMine = take(slot, for: thread)
    }
    // The instance may have been made since the caller looked.
    let object = slot.isMade ? nil : slot.owner.core.making.slots.withLock { _ in slot.weakObject }
    guard slot.isMade || object != nil else { return .mine }
    release(slot, by: thread)
    return .made(object)
  }

  private static func take(_ slot: AnySlot, for thread: ThreadIdentity) -> Bool {
    slot.maker.compareExchange(expected: 0, desired: thread.value, ordering: .acquiringAndReleasing).exchanged
  }

  /// Waits until another thread has made the instance, and then removes the record of this wait.
  private static func wait(for latch: Latch) {
    latch.wait()
    // Released without the lock, since a slot may be the last owner of a container.
    let ended = waits.withLock { $0.waiting.removeValue(forKey: .current) }
    withExtendedLifetime(ended) {}
  }

  /// Publishes the instance in its box, and releases the slot.
  static func finish(_ slot: AnySlot, _ box: consuming AnyObject) {
    publish(slot, consume box)
    release(slot, by: .current)
  }

  /// Keeps the instance of a weak slot in its `WeakCell`, and releases the slot.
  static func finishWeak(_ slot: AnySlot, _ cell: consuming AnyObject) {
    nonisolated(unsafe) let cell = cell
    slot.owner.core.making.slots.withLock { _ in slot.kept = cell }
    release(slot, by: .current)
  }

  static func release(_ slot: AnySlot, by thread: ThreadIdentity) {
    let (isAlone, _) = slot.maker.compareExchange(expected: thread.value, desired: 0, ordering: .acquiringAndReleasing)
    if !isAlone { wakeWaiters(of: slot) }
  }

  @inline(never)
  private static func wakeWaiters(of slot: AnySlot) {
    let latch = waits.withLock { _ in
      slot.maker.store(0, ordering: .releasing)
      return slot.latch.take()
    }
    latch?.open()
  }

  /// Publishes an instance that no other thread is making.
  @inline(__always)
  static func publish(_ slot: AnySlot, _ box: consuming AnyObject) {
    let address = AnySlot.address(of: box)
    slot.kept = consume box
    slot.show(address)
  }

  /// Notes that a creation waits for another one. Throws if that creation waits for the first, since both would wait
  /// forever.
  static func note(_ asking: AsyncMaking, waitsFor making: AsyncMaking) throws {
    let ring: [AsyncMaking]? = waits.withLock { _ in
      if let ring = making.path(to: asking) { return ring }
      asking.awaited.append(making)
      return nil
    }
    if let ring { throw ResolutionError(CrossingWait(ring), at: [making.step]) }
  }

  /// The error for a call that cannot wait, if the creation that it would wait for waits for its caller; otherwise `nil`.
  static func crossing(_ asking: AsyncMaking, _ making: AsyncMaking) -> ResolutionError? {
    waits.withLock { _ in making.path(to: asking) }.map { ResolutionError(CrossingWait($0)) }
  }

  /// Waits until a creation has ended.
  ///
  /// - Parameter asking: The creation that waits for it, as ``note(_:waitsFor:)`` has noted.
  nonisolated(nonsending) static func wait(_ asking: AsyncMaking?, for making: AsyncMaking) async throws {
    guard let asking else { return try await making.end() }
    defer {
      waits.withLock { _ in
        if let index = asking.awaited.firstIndex(where: { $0 === making }) { asking.awaited.remove(at: index) }
      }
    }
    try await making.end()
  }

  /// Changes the number of overlays that keep each of the slots on the slow path.
  func changeHolds(of slots: [AnySlot], by difference: Int32) {
    self.slots.withLock { _ in
      for slot in slots {
        slot.holds += difference
        if slot.holds == 0 { slot.reopen() } else { slot.shut(AnySlot.held) }
      }
    }
  }
}

extension CrossingWait {
  /// - Parameter ring: Creations that each wait for the next one.
  fileprivate init(_ ring: [AsyncMaking]) {
    self.init(others: zip(ring, ring.dropFirst()).map { [$0.step, $1.step] })
  }
}

extension AnySlot {
  /// The service and its location in the slot's container; `nil` for a slot that belongs to a parameter.
  var step: ResolutionStep? {
    service < 0 ? nil : owner.wiring.step(Int(service))
  }

  /// The instance of a weak slot; `nil` if the instance has been freed. Must be read under the making lock.
  fileprivate var weakObject: AnyObject? {
    guard sharing == .weak, let kept else { return nil }
    return unsafeDowncast(kept, to: WeakCell.self).object
  }

  /// The flag in `maker` that says that a thread is waiting for this creation.
  private static var awaited: UInt { 1 }

  fileprivate var makingThread: ThreadIdentity? {
    let bits = maker.load(ordering: .acquiring) & ~AnySlot.awaited
    return bits == 0 ? nil : ThreadIdentity(value: bits)
  }

  /// Tells the thread that makes the slot's instance that another thread is waiting.
  ///
  /// - Returns: Whether a thread is making the instance.
  fileprivate func announceWait() -> Bool {
    var bits = maker.load(ordering: .acquiring)
    while bits != 0, bits & AnySlot.awaited == 0 {
      let (isDone, original) = maker.compareExchange(
        expected: bits, desired: bits | AnySlot.awaited, ordering: .acquiringAndReleasing)
      bits = isDone ? bits | AnySlot.awaited : original
    }
    return bits != 0
  }
}

/// The threads of the process that are waiting for another thread to make an instance.
private struct Waits: Sendable {
  var waiting: [ThreadIdentity: Wait] = [:]

  /// A waiting thread, whose stack does not change until this record is removed.
  struct Wait: @unchecked Sendable {
    // Unchecked because of the pointer, which is read only while the thread waits.
    let slot: AnySlot
    /// The latch to wait for. A later creation for the same slot has a different latch.
    let latch: Latch
    let innermost: UnsafePointer<ThreadMakings.Frame>?
  }

  /// Records that a thread waits for a slot's instance, and returns the latch to wait for; `nil` if no thread is making
  /// the instance now. Throws if the threads would wait for each other.
  mutating func wait(of thread: ThreadIdentity, for slot: AnySlot) throws -> Latch? {
    guard slot.announceWait() else { return nil }
    if let cycle = cycle(from: thread, to: slot) {
      throw ResolutionError(CrossingWait(others: cycle.map { $0.compactMap(\.step) }))
    }
    let latch = slot.latch ?? Latch()
    slot.latch = latch
    waiting[thread] = Wait(slot: slot, latch: latch, innermost: ThreadMakings.current.pointee.innermost)
    return latch
  }

  /// The slots that each other thread is making, if waiting for a slot would close a cycle of waiting threads;
  /// otherwise `nil`.
  private func cycle(from thread: ThreadIdentity, to slot: AnySlot) -> [[AnySlot]]? {
    var cycle: [[AnySlot]] = []
    var wanted = slot
    while let maker = wanted.makingThread, maker != thread {
      // A creation that has ended blocks no thread, even if the waiting thread has not woken up yet.
      guard let wait = waiting[maker], wait.slot.latch === wait.latch else { return nil }
      cycle.append(Waits.stack(wait.innermost, from: wanted) + [wait.slot])
      wanted = wait.slot
    }
    return wanted.makingThread == nil ? nil : cycle
  }

  /// The slots whose instances a thread is making, from the outermost to the innermost.
  private static func stack(_ innermost: UnsafePointer<ThreadMakings.Frame>?, from outermost: AnySlot) -> [AnySlot] {
    var stack: [AnySlot] = []
    var next = innermost
    while let frame = next {
      let slot = frame.pointee.slot.takeUnretainedValue()
      stack.append(slot)
      if slot === outermost { break }
      next = frame.pointee.outer
    }
    return stack.reversed()
  }
}
