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

  init(_ seats: [Seat], _ retirements: [(level: Level, kept: Set<Int>)]) {
    self.seats = seats
    self.retirements = retirements
  }

  /// Closes the levels.
  func run() async -> [ClosingFailed.Failure] {
    var failures: [ClosingFailed.Failure] = []
    for (level, kept) in retirements {
      failures += await level.retire(keeping: kept)
    }
    return failures
  }
}
