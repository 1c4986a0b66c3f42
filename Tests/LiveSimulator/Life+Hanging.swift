import ConfigDI
import ConfigDIRuntime
import TestSupport

/// Closings that never return: the container waits for each as long as the options say, and tells which it was.
extension Life {
  /// Lets tasks go on, and time pass for what hangs, until something holds.
  ///
  /// - Returns: Whether it holds; if it does not, nothing is left to do.
  func run(until isDone: () throws -> Bool) throws -> Bool {
    while true {
      if try Schedule.run(until: isDone) { return true }
      guard passHanging() else { return false }
    }
  }

  /// Until nothing is left to do, and nobody waits for what hangs.
  func quiesce() throws { _ = try run { false } }

  /// The end of something that may wait for what hangs.
  func end<Value>(of begun: Begun<Value>, _ what: String) throws -> Value {
    _ = try run { begun.isDone }
    return try begun.end(what)
  }

  func endOfShutdown(_ shutdown: Begun<Void>) throws {
    do {
      try end(of: shutdown, "it shuts down")
      guard census.givenUp == 0 else { throw Broken(description: "a shutdown does not tell what hangs") }
    } catch is ClosingFailed where census.givenUp > 0 {}
  }

  /// Lets the time pass that a closing has. Nothing else has less left.
  private func passHanging() -> Bool {
    guard census.isWaitedFor else { return false }
    hand.turn(by: .milliseconds(1))
    return true
  }

  /// At the end, everything that hung was told.
  func checkTold() throws {
    try quiesce()
    let (given, named) = (census.givenUp, told.failures)
    census.letReturn()
    try Schedule.settle()
    guard given == named else {
      throw Broken(description: "\(given) hung when they were closed, and \(named) were told")
    }
  }
}

/// How many instances the events say failed to close.
final class Told: Sendable {
  private let count = Lock(0)
  var failures: Int { count.withLock { $0 } }

  init(_ live: LiveContainer) {
    let events = live.events
    Task.detached { [self] in
      for await event in events {
        guard case .closingFailed(_, let error) = event else { continue }
        count.withLock { $0 += error.failures.count }
      }
    }
  }
}
