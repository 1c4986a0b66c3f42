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
