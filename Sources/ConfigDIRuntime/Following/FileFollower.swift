/// Waits until files change or a stream reports a change. Uses the system's notifications, if available, and polling.
package final class FileFollower: Sendable {
  private let quiet: Duration
  private let interval: Duration
  private let clock: LiveClock
  private let watches: Bool
  private let streams: [@Sendable () -> AsyncStream<Void>]
  private let signal = ChangeSignal()
  /// Given when a stream reports a change.
  private let report = ChangeSignal()
  private let watch = Lock<FolderWatch?>(nil)
  private let listening = Lock<[Task<Void, Never>]>([])

  /// The shortest polling interval, so that polling does not occupy a processor.
  private static let shortest = Duration.milliseconds(10)

  /// - Parameters:
  ///   - quiet: How long files must be unchanged before a change counts, since editors write more than once.
  ///   - interval: How often files are checked if the system reports nothing; at least 10 milliseconds.
  ///   - watches: Whether to receive the system's notifications. Otherwise files are only polled.
  ///   - streams: Closures that create the streams, called on the first wait.
  package init(
    quiet: Duration = .milliseconds(200), interval: Duration = .seconds(15),
    clock: LiveClock = LiveClock(ContinuousClock()), watches: Bool = true,
    streams: [@Sendable () -> AsyncStream<Void>] = []
  ) {
    self.watches = watches
    self.streams = streams
    self.quiet = quiet
    self.interval = max(interval, Self.shortest)
    self.clock = clock
  }

  deinit { for task in listening.withLock({ $0 }) { task.cancel() } }

  /// Returns when files differ from a trace and have been unchanged for a while, or when a stream has yielded an element
  /// since the last call.
  ///
  /// - Parameters:
  ///   - latest: Returns the newest trace. Called repeatedly, since the files may be read again during the wait.
  ///   - problem: Called with a message for each location that cannot be watched.
  ///   - end: Given when a round of the wait for quiet ends before its time; if `nil`, a stream's report.
  package func change(
    since latest: () -> FileTrace?, problem: (String) -> Void, endingRounds end: ChangeSignal? = nil
  ) async throws {
    let watch = watch.withLock { watch in
      if watches, watch == nil { watch = FolderWatch { [signal] in signal.give() } }
      return watch
    }
    listen()
    while true {
      // Start watching before the check, so that no change after the check is missed.
      signal.forget()
      if report.isGiven { return report.forget() }
      guard let trace = latest() else {
        // Without a trace there is nothing to compare: only a stream can report a change.
        await signal.wait(atMost: .seconds(3600), clock)
        try Task.checkCancellation()
        continue
      }
      for text in watch?.watch(WatchedPlaces(of: trace.paths)) ?? [] { problem(text) }
      if !trace.isCurrent {
        try await waitForQuiet(endingRounds: end ?? report)
        // The caller reads everything after this, also what a stream has reported.
        if latest()?.isCurrent != true { return report.forget() }
      } else {
        await signal.wait(atMost: interval, clock)
      }
      try Task.checkCancellation()
    }
  }

  /// Starts listening to the streams, unless already listening. Remembers changes that are reported while nobody waits.
  private func listen() {
    guard listening.withLock({ $0.isEmpty }) else { return }
    let tasks = streams.map { stream in
      // Created before the task starts, so that no change is missed.
      let changes = stream()
      return Task.detached { [report, signal] in
        for await _ in changes {
          report.give()
          signal.give()
        }
      }
    }
    listening.withLock { $0 += tasks }
  }

  /// Blocks the thread until files differ from a trace, for a program that has nothing else to do.
  ///
  /// - Parameter isWanted: Called several times a second. The wait ends when it returns `false`.
  package func wait(
    forChangeSince trace: FileTrace, problem: @escaping @Sendable (String) -> Void, while isWanted: () -> Bool
  ) {
    let end = Latch()
    let waiting = Task.detached {
      // Each change in a watched folder ends a round, so that a busy log beside the files delays the end little.
      try? await self.change(since: { trace }, problem: problem, endingRounds: self.signal)
      end.open()
    }
    while isWanted(), !end.wait(milliseconds: 300) {}
    waiting.cancel()
  }

  /// The maximum number of rounds to wait for quiet, since a file may be written continuously.
  private static let mostWaits = 25

  private func waitForQuiet(endingRounds end: ChangeSignal) async throws {
    for _ in 0..<Self.mostWaits {
      signal.forget()
      await end.wait(atMost: quiet, clock)
      try Task.checkCancellation()
      if report.isGiven || !signal.isGiven { return }
    }
  }
}

/// Wakes one waiting task when a change happens.
package final class ChangeSignal: Sendable {
  package init() {}

  private let state = Lock<(isGiven: Bool, timer: Task<Void, Never>?)>((false, nil))

  package var isGiven: Bool { state.withLock { $0.isGiven } }

  package func forget() { state.withLock { $0.isGiven = false } }

  package func give() {
    let timer = state.withLock { state in
      state.isGiven = true
      return state.timer.take()
    }
    timer?.cancel()
  }

  /// Returns when `give()` is called, when the time is up, or when the task is cancelled. Returns at once if `give()`
  /// was called since the last `forget()`.
  package func wait(atMost duration: Duration, _ clock: LiveClock) async {
    guard !isGiven else { return }
    let timer = Task { _ = try? await clock.sleep(duration) }
    let isGiven = state.withLock { state in
      state.timer = timer
      return state.isGiven
    }
    if isGiven { timer.cancel() }
    await withTaskCancellationHandler {
      await timer.value
    } onCancel: {
      timer.cancel()
    }
  }
}
