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
    let timer = timer(limit, cancelledAtEndOf: task)
    await timer.value
    return timer.isCancelled
  }

  /// - Parameter limit: When the timer ends by itself; `nil` for never.
  private func timer<Success, Failure>(
    _ limit: Duration?, cancelledAtEndOf task: Task<Success, Failure>
  ) -> Task<Void, Never> {
    let timer = Task {
      if let limit {
        _ = try? await sleep(limit)
      } else {
        // Without the clock, which would keep memory for a cancelled sleep until the sleep's time has passed.
        for await _ in AsyncStream<Void>.makeStream().stream {}
      }
    }
    Task {
      _ = await task.result
      timer.cancel()
    }
    return timer
  }

  /// Waits for a result. If the limit passes, or the calling task is cancelled, the call returns at once, and the work is
  /// cancelled but not awaited.
  ///
  /// - Parameter limit: The maximum time to wait; `nil` for no limit.
  /// - Returns: The result, or `nil` if the limit has passed.
  package func result<Success: Sendable>(
    within limit: Duration?, of work: @escaping @Sendable () async throws -> Success
  ) async throws -> Success? {
    let working = Task { try await work() }
    defer { working.cancel() }
    let timer = timer(limit, cancelledAtEndOf: working)
    await withTaskCancellationHandler {
      await timer.value
    } onCancel: {
      timer.cancel()
    }
    try Task.checkCancellation()
    return timer.isCancelled ? try await working.value : nil
  }
}
