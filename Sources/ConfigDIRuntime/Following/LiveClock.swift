/// A type-erased clock.
package struct LiveClock: Sendable {
  /// Returns the time since the clock was created.
  package let elapsed: @Sendable () -> Duration
  package let sleep: @Sendable (Duration) async throws -> Void

  package init(
    elapsed: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.elapsed = elapsed
    self.sleep = sleep
  }

  /// A century. A clock could not add a longer duration to the current time.
  private static let longest = Duration.seconds(3_155_760_000)

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: min($0, Self.longest)) }
  }

  /// Waits for a task to end; returns whether it ended within the limit.
  ///
  /// - Parameter limit: The maximum time to wait; `nil` for no limit.
  package func sees<Success, Failure>(endOf task: Task<Success, Failure>, within limit: Duration?) async -> Bool {
    guard let limit else {
      _ = await task.result
      return true
    }
    let answer = FirstAnswer<Bool>()
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

  /// Waits for a result. If the limit passes, or the calling task is cancelled, the call returns at once, and the work is
  /// cancelled but not awaited.
  ///
  /// - Parameter limit: The maximum time to wait; `nil` for no limit.
  /// - Returns: The result, or `nil` if the limit has passed.
  package func result<Success: Sendable>(
    within limit: Duration?, of work: @escaping @Sendable () async throws -> Success
  ) async throws -> Success? {
    let answer = FirstAnswer<Result<Success?, any Error>>()
    let working = Task {
      do { answer.give(.success(try await work())) } catch { answer.give(.failure(error)) }
    }
    let timer = Task {
      guard let limit, (try? await sleep(limit)) != nil else { return }
      answer.give(.success(nil))
    }
    defer {
      working.cancel()
      timer.cancel()
    }
    return try await withTaskCancellationHandler {
      try await answer.value.get()
    } onCancel: {
      answer.give(.failure(CancellationError()))
    }
  }
}

/// Keeps the first answer and ignores all later ones.
final class FirstAnswer<Answer: Sendable>: Sendable {
  private let state = Lock<(answer: Answer?, waiting: CheckedContinuation<Answer, Never>?)>((nil, nil))

  func give(_ answer: Answer) {
    let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      return state.waiting
    }
    waiting?.resume(returning: answer)
  }

  /// The first answer. Waits until there is one.
  var value: Answer {
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
