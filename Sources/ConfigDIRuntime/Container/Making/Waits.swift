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
