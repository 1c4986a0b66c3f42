package import ConfigDIRuntime
import Synchronization

/// A clock that is turned by hand.
package final class HandClock: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var now = Duration.zero
    var sleepers: [Int: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var count = 0
    var cancelled: Set<Int> = []
  }

  package init() {}

  package var clock: LiveClock {
    LiveClock(elapsed: { self.state.withLock { $0.now } }, sleep: { try await self.sleep($0) })
  }

  package var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// How long until the next sleeper's end.
  package var next: Duration? {
    state.withLock { state in state.sleepers.values.map { $0.end - state.now }.min() }
  }

  package func turn(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.sorted { $0.key < $1.key }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  private func sleep(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.sleepers[number] = (state.now + duration, continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
