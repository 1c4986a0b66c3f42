/// Waits until files change or a stream reports a change.
package final class ChangeFollower: Sendable {
  private let files: FileFollower
  private let streams: [@Sendable () -> AsyncStream<Void>]
  private let triesAgain: Bool
  private let clock: LiveClock
  private let signal = ChangeSignal()
  private let listening = Lock<[Task<Void, Never>]>([])

  /// - Parameters:
  ///   - streams: Closures that create the streams, called on the first wait.
  ///   - triesAgain: Whether `change` also returns at intervals if there is no trace to compare with, so that the
  ///     caller can read again.
  package init(
    _ files: FileFollower, streams: [@Sendable () -> AsyncStream<Void>], triesAgain: Bool = true, clock: LiveClock
  ) {
    self.files = files
    self.streams = streams
    self.triesAgain = triesAgain
    self.clock = clock
  }

  deinit { for task in listening.withLock({ $0 }) { task.cancel() } }

  /// Returns when files differ from a trace, or as soon as a stream has yielded an element since the last call.
  package func change(
    since latest: @escaping @Sendable () -> FileTrace?, problem: @escaping @Sendable (String) -> Void
  ) async throws {
    guard !streams.isEmpty else { return try await files.change(since: latest, problem: problem) }
    listen()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [signal, clock] in
        while !signal.isGiven {
          await signal.wait(atMost: .seconds(3600), clock)
          try Task.checkCancellation()
        }
        signal.forget()
      }
      if triesAgain || latest() != nil {
        group.addTask { [files] in try await files.change(since: latest, problem: problem) }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Starts listening to the streams, unless already listening. Remembers changes that are reported while nobody waits.
  private func listen() {
    guard listening.withLock({ $0.isEmpty }) else { return }
    let tasks = streams.map { stream in
      // Created before the task starts, so that no change is missed.
      let changes = stream()
      return Task.detached { [signal] in
        for await _ in changes { signal.give() }
      }
    }
    listening.withLock { $0 += tasks }
  }
}
