/// How long a container that is being closed waits for one instance to close, or for running factories to return.
struct ClosingLimit: Sendable {
  let duration: Duration?
  var clock = ClosingLimit.realClock

  private static let realClock = LiveClock(ContinuousClock())

  /// The time limit for closing a container if the program does not set a limit.
  static let standard = ClosingLimit(duration: .seconds(30))

  var timeout: ClosingTimeout { ClosingTimeout(limit: duration ?? .zero, isBeingMade: false) }
}

extension Level {
  /// Closes levels one after another, and returns all failures.
  ///
  /// - Parameters:
  ///   - limit: The time limit for closing each instance; if `nil`, each level's own limit applies.
  ///   - lower: The level below these levels, if it is being closed.
  static func close(
    _ levels: [Level], within limit: ClosingLimit? = nil, under lower: Level? = nil
  ) async -> [ClosingFailed.Failure] {
    let outcome = lower?.contents.withLock { $0.rare?.outcome }
    var failures: [ClosingFailed.Failure] = []
    for level in levels {
      // A scope that is still open is closed before its own work has ended.
      let isCutOff = lower.map { $0.scope != level.scope } ?? false
      failures.add(await level.closeAll(within: limit, after: isCutOff ? .cancelled : outcome))
    }
    return failures
  }

  nonisolated(nonsending) private func closeAll(
    within limit: ClosingLimit?, after outcome: ScopeOutcome?
  ) async -> [ClosingFailed.Failure] {
    guard let limit, case .underWay = contents.withLock({ $0.closing }) else {
      return await close(within: limit, isOutermost: false, after: outcome)
    }
    let closing = Task { await self.endOfClosing() }
    guard let hanging = await hanging(in: closing, within: limit) else { return await closing.value }
    return hanging + (await closeEverything(but: [], within: limit))
  }

  /// Waits for another caller that closes instances of this level, perhaps without a limit.
  ///
  /// - Returns: `nil` if it ended in time; otherwise a failure that names the instance that it is closing, if any.
  nonisolated(nonsending) func hanging(
    in closing: Task<[ClosingFailed.Failure], Never>, within limit: ClosingLimit
  ) async -> [ClosingFailed.Failure]? {
    guard !(await limit.clock.sees(endOf: closing, within: limit.duration)) else { return nil }
    return contents.withLock { $0.closingNow }.map { [wiring.timeout(closing: $0, limit.timeout)] } ?? []
  }

  nonisolated(nonsending) func close(_ made: Made, within limit: ClosingLimit?) async -> ClosingFailed.Failure? {
    guard let limit, limit.duration != nil else { return await close(made) }
    let closing = Task { await self.close(made) }
    if await limit.clock.sees(endOf: closing, within: limit.duration) { return await closing.value }
    closing.cancel()
    return wiring.timeout(closing: made.source, limit.timeout)
  }

  /// Waits for running factories, and returns a failure for each factory that exceeds the limit. If such a factory
  /// returns an instance later, the instance is closed then.
  nonisolated(nonsending) func allMakings(
    but kept: Set<Int>, within limit: ClosingLimit?
  ) async -> [ClosingFailed.Failure] {
    guard let limit, limit.duration != nil else {
      await allMakings(but: kept)
      return []
    }
    let makings = Task { await self.allMakings(but: kept) }
    guard !(await limit.clock.sees(endOf: makings, within: limit.duration)) else { return [] }
    Task {
      await makings.value
      while let made = self.takeLast(but: kept) { _ = await self.close(made, within: limit) }
    }
    let timeout = ClosingTimeout(limit: limit.timeout.limit, isBeingMade: true)
    return Set(contents.withLock { $0.makings.services }).subtracting(kept).filter { $0 >= 0 }.sorted().map {
      wiring.failure(toClose: .service($0), timeout)
    }
  }

  /// Removes and returns the next instance to close. Skips the instances of services in `kept`, and removes the
  /// instances that other containers close.
  func takeLast(but kept: Set<Int>) -> Made? {
    while true {
      let next = contents.withLock { $0.takeLast(but: kept) }
      guard isFoundation, let next, isLeftToOthers(next) else { return next }
    }
  }
}
