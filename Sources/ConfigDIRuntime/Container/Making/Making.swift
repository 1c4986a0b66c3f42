/// A shared instance on its way. Its waiters, like the slot that it is for, are guarded by the making lock.
final class Making: @unchecked Sendable {
  let slot: AnySlot
  let thread: ThreadIdentity
  /// What the same thread is in the middle of, further out.
  let outer: Making?
  /// Made by the first who waits.
  var latch: Latch?

  init(slot: AnySlot, thread: ThreadIdentity, outer: Making?) {
    self.slot = slot
    self.thread = thread
    self.outer = outer
  }
}
