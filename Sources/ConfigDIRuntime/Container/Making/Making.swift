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
