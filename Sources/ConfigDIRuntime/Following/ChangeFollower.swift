/// Waits until files change, or a stream reports a change.
package final class ChangeFollower: Sendable {
  private let files: FileFollower
  private let streams: [@Sendable () -> AsyncStream<Void>]
  private let triesAgain: Bool
  private let clock: LiveClock
  private let signal = ChangeSignal()
  private let listening = Lock<[Task<Void, Never>]>([])

  /// - Parameters:
  ///   - streams: Create the streams, when following begins.
  ///   - triesAgain: Whether a reading whose files cannot be followed is repeated periodically.
  package init(
    _ files: FileFollower, streams: [@Sendable () -> AsyncStream<Void>], triesAgain: Bool = true, clock: LiveClock
  ) {
    self.files = files
    self.streams = streams
    self.triesAgain = triesAgain
    self.clock = clock
  }

  deinit { for task in listening.withLock({ $0 }) { task.cancel() } }

  /// Returns when files differ from a trace, or a stream has an element that came after the last return.
  ///
  /// - Throws: `CancellationError`.
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

  /// Starts to listen, once: a change reported before any caller waits is kept.
  private func listen() {
    guard listening.withLock({ $0.isEmpty }) else { return }
    let tasks = streams.map { stream in
      // The stream begins now, so that no later change is missed.
      let changes = stream()
      return Task.detached { [signal] in
        for await _ in changes { signal.give() }
      }
    }
    listening.withLock { $0 += tasks }
  }
}
