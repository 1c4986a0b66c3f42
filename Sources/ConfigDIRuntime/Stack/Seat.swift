import Synchronization

/// A level's container, and how many are using it just now.
final class Seat: Sendable {
  let container: Container
  /// Grows only while the level is the uppermost, under the stack's lock.
  private let count = Atomic<Int>(0)

  init(_ container: Container) {
    self.container = container
  }

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  func take() { count.add(1, ordering: .acquiringAndReleasing) }

  func leave() { count.subtract(1, ordering: .acquiringAndReleasing) }
}

/// What has to be closed when nobody uses the seats any more that were given up.
final class Ending: Sendable {
  let seats: [Seat]
  /// The newest first, each with the services that the stack goes on using.
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
