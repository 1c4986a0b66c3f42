import Synchronization

final class Seat: Sendable {
  let container: Container
  /// The number of users. Grows only under the stack's lock and while the level is on top.
  private let count = Atomic<Int>(0)

  init(_ container: Container) {
    self.container = container
  }

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  func take() { count.add(1, ordering: .acquiringAndReleasing) }

  func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
}

/// A group of removed levels that is closed once none of them has users.
final class Ending: Sendable {
  let seats: [Seat]
  /// The levels to close, newest first, each with the services that other levels still use.
  let retirements: [(level: Level, kept: Set<Int>)]
  private let result = Lock(Result())

  private struct Result: Sendable {
    /// The failures; `nil` until the levels have been closed.
    var failures: [ClosingFailed.Failure]?
    /// Whether the change that removed the levels still waits for the failures.
    var isAwaited = true
  }

  init(_ seats: [Seat], _ retirements: [(level: Level, kept: Set<Int>)]) {
    self.seats = seats
    self.retirements = retirements
  }

  /// The failures, if the levels have been closed. Otherwise `run()` will return them, since no change waits for them.
  func takeFailures() -> [ClosingFailed.Failure] {
    result.withLock { result in
      result.isAwaited = false
      defer { if result.failures != nil { result.failures = [] } }
      return result.failures ?? []
    }
  }

  /// Closes the levels.
  ///
  /// - Returns: The failures that no change waits for.
  func run() async -> [ClosingFailed.Failure] {
    var failures: [ClosingFailed.Failure] = []
    for (level, kept) in retirements {
      failures += await level.retire(keeping: kept)
    }
    return result.withLock { [failures] result in
      result.failures = result.isAwaited ? failures : []
      return result.isAwaited ? [] : failures
    }
  }
}
