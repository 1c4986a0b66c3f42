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
  let failures = Lock<[ClosingFailed.Failure]?>(nil)

  init(_ seats: [Seat], _ retirements: [(level: Level, kept: Set<Int>)]) {
    self.seats = seats
    self.retirements = retirements
  }

  func run() async {
    var failures: [ClosingFailed.Failure] = []
    for (level, kept) in retirements {
      do { try await level.retire(keeping: kept) } catch { failures += error.failures }
    }
    self.failures.withLock { [failures] in $0 = failures }
  }
}
