/// A clock with its type of instants erased.
package struct LiveClock: Sendable {
  /// The time since its creation.
  package let elapsed: @Sendable () -> Duration
  package let sleep: @Sendable (Duration) async throws -> Void

  package init(
    elapsed: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.elapsed = elapsed
    self.sleep = sleep
  }

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}

extension LiveClock {
  /// Whether a task ends within a limit; after that it is no longer awaited.
  ///
  /// - Parameter limit: The time; `nil` for no limit.
  package func sees<Success, Failure>(endOf task: Task<Success, Failure>, within limit: Duration?) async -> Bool {
    guard let limit else {
      _ = await task.result
      return true
    }
    let answer = FirstAnswer()
    Task {
      _ = await task.result
      answer.give(true)
    }
    let timer = Task {
      guard (try? await sleep(limit)) != nil else { return }
      answer.give(false)
    }
    defer { timer.cancel() }
    return await answer.value
  }
}

/// The first of several answers; the others are ignored.
private final class FirstAnswer: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var answer: Bool?
    var waiting: CheckedContinuation<Bool, Never>?
  }

  func give(_ answer: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      return state.waiting
    }
    waiting?.resume(returning: answer)
  }

  /// The answer; waits until there is one.
  var value: Bool {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          state.waiting = continuation
          return state.answer
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
