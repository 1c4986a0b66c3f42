import Foundation

/// Threads that do one thing after another, all at the same time.
///
/// They are kept, since under ThreadSanitizer a new thread costs more than what it does here.
final class Crew: @unchecked Sendable {
  // Unchecked: what changes is guarded by the condition.
  private let condition = NSCondition()
  private let count: Int
  private var arrived = 0
  private var generation = 0
  private var work: (@Sendable (_ thread: Int) -> Void)?

  init(_ count: Int) {
    self.count = count
    for index in 0..<count {
      let thread = Thread {
        while true {
          self.meet()
          self.workOnce(index)
          self.meet()
        }
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// Returns when every thread is done with it and has let it go.
  func work(_ work: @escaping @Sendable (_ thread: Int) -> Void) {
    condition.withLock { self.work = work }
    meet()
    meet()
    condition.withLock { self.work = nil }
  }

  private func workOnce(_ index: Int) {
    condition.withLock { work }?(index)
  }

  /// Waits until everyone is here, the one who hands out the work included.
  private func meet() {
    condition.withLock {
      arrived += 1
      guard arrived <= count else {
        arrived = 0
        generation += 1
        condition.broadcast()
        return
      }
      let mine = generation
      while generation == mine { condition.wait() }
    }
  }
}
