import Synchronization

extension Level {
  /// Closes what this level and the open ones above it made, the latest first. Whoever calls it again waits for the one
  /// run, and is told the same.
  ///
  /// A service that comes here while it is being closed itself is not kept waiting, since that would never end.
  func close() async throws(ClosingFailed) {
    let closing = contents.withLock { contents in
      if let closing = contents.closing { return closing }
      contents.end(keeping: [])
      isClosed.store(true, ordering: .releasing)
      // Its own task: being cancelled oneself is no reason to leave things half closed.
      let closing = Task { await self.closeEverything(but: []) }
      contents.closing = closing
      return closing
    }
    guard !Self.isWaitingForThisTask(self) else { return }
    let failures = await closing.value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  /// Closes what this level made, but for the services that another container goes on sharing. Those can still be had
  /// by it, and by one another; whoever asks this level itself is told that it is closed.
  ///
  /// May be said again with fewer services, and at last with none, which is the same as ``close()``.
  func retire(keeping kept: Set<Int>) async throws(ClosingFailed) {
    guard !kept.isEmpty else { return try await close() }
    contents.withLock { $0.end(keeping: kept) }
    isClosed.store(true, ordering: .releasing)
    let failures = await Task { await self.closeEverything(but: kept) }.value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  /// From now on nothing is given any more, here and in the open levels above; see ``close()`` for the rest.
  func end() {
    let children = contents.withLock { contents in
      contents.end(keeping: [])
      return contents.children
    }
    isClosed.store(true, ordering: .releasing)
    core.making.hold(slots.filter { $0.owner === self })
    for child in children { child.level?.end() }
  }

  private func closeEverything(but kept: Set<Int>) async -> [ClosingFailed.Failure] {
    if below == nil, kept.isEmpty { core.start.cancel() }
    core.making.hold(slots.filter { $0.owner === self && !kept.contains(Int($0.service)) })
    var failures = await Level.close(contents.withLock { $0.children.compactMap(\.level) }.reversed())
    endMakings(but: kept)
    await allMakings(but: kept)
    while let made = contents.withLock({ $0.lastMade(but: kept) }) {
      do {
        try await Self.$beingClosed.withValue(.init(self, outer: Self.beingClosed)) {
          try await wiring.observingClose(made.source) { try await made.close() }
        }
      } catch {
        failures.append(
          ClosingFailed.Failure(step: wiring.step(made.source), underlying: error, secrets: wiring.secrets))
      }
    }
    return contents.withLock { contents in
      defer { contents.untold = [] }
      return contents.untold + failures
    }
  }

  /// Closes one after another, and gives all that failed.
  static func close(_ levels: [Level]) async -> [ClosingFailed.Failure] {
    var failures: [ClosingFailed.Failure] = []
    for level in levels {
      do { try await level.close() } catch { failures += error.failures }
    }
    return failures
  }

  /// Closes this where something else has failed that is told instead: what fails here is told when the level below
  /// closes.
  func closeUntold() async {
    do {
      try await close()
    } catch {
      let failures = error.failures
      below?.contents.withLock { $0.untold += failures }
    }
  }

  /// Whether instances may still be made and given: not after the end, but of what another container shares.
  func serves(_ slot: AnySlot) -> Bool {
    guard hasEnded else { return true }
    return contents.withLock { $0.serves(Int(slot.service)) }
  }

  /// Remembers an open level above, to be closed before this one.
  func adopt(_ child: Level) throws {
    // Let go of after the lock: a level that ends here and now may take services with it that come back.
    let seen = try contents.withLock { contents -> [Level] in
      guard contents.isOpen else { throw ContainerClosed() }
      var open: [Level] = []
      if contents.children.count >= contents.childrenToSweep {
        open = contents.children.compactMap(\.level)
        contents.children = open.map { WeakLevel(level: $0) }
        // Doubling keeps the opening of many scopes from looking at all others each time.
        contents.childrenToSweep = max(16, open.count * 2)
      }
      contents.children.append(WeakLevel(level: child))
      return open
    }
    withExtendedLifetime(seen) {}
  }

  /// Remembers an instance for the level's end.
  func note<Value>(_ value: Value, of source: Made.Source) {
    guard let made = Made(value, of: source) else { return }
    contents.withLock { $0.made.append(made) }
  }

  /// Counts an instance as being on its way, which closing waits for.
  func beginMaking(_ service: Int) throws {
    try contents.withLock { contents in
      guard contents.serves(service) else { throw ContainerClosed() }
      contents.makings[service, default: 0] += 1
    }
  }

  func endMaking(_ service: Int) {
    let waiters = contents.withLock { contents in
      if let count = contents.makings[service], count > 1 {
        contents.makings[service] = count - 1
      } else {
        contents.makings[service] = nil
      }
      let makings = contents.makings.keys
      let split = contents.waiters.partition { waiter in !makings.contains { !Contents.isKept($0, by: waiter.kept) } }
      defer { contents.waiters.removeSubrange(split...) }
      return Array(contents.waiters[split...])
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  private func allMakings(but kept: Set<Int>) async {
    await withCheckedContinuation { continuation in
      let isDone = contents.withLock { contents in
        let isDone = !contents.isMakingAnything(but: kept)
        if !isDone { contents.waiters.append((kept, continuation)) }
        return isDone
      }
      if isDone { continuation.resume() }
    }
  }
}

extension Level.Contents {
  /// Nothing is made any more, but what is kept. What has ended once stays so.
  fileprivate mutating func end(keeping kept: Set<Int>) {
    self.kept = isOpen ? kept : self.kept.intersection(kept)
    isOpen = false
  }

  fileprivate func serves(_ service: Int) -> Bool {
    isOpen || Self.isKept(service, by: kept)
  }

  fileprivate func isMakingAnything(but kept: Set<Int>) -> Bool {
    makings.keys.contains { !Self.isKept($0, by: kept) }
  }

  /// A parameter's own slot, which has no service, lasts as long as any service does.
  fileprivate static func isKept(_ service: Int, by kept: Set<Int>) -> Bool {
    service < 0 ? !kept.isEmpty : kept.contains(service)
  }

  fileprivate mutating func lastMade(but kept: Set<Int>) -> Made? {
    let index = made.lastIndex { made in
      guard case .service(let service) = made.source else { return true }
      return !kept.contains(service)
    }
    return index.map { made.remove(at: $0) }
  }
}

extension Level {
  /// The levels that wait for this task to close one of their services.
  @TaskLocal private static var beingClosed: BeingClosed?

  private final class BeingClosed: Sendable {
    let level: WeakLevel
    let outer: BeingClosed?

    init(_ level: Level, outer: BeingClosed?) {
      self.level = WeakLevel(level: level)
      self.outer = outer
    }
  }

  private static func isWaitingForThisTask(_ level: Level) -> Bool {
    var current = beingClosed
    while let closing = current {
      if closing.level.level?.lies(on: level) == true { return true }
      current = closing.outer
    }
    return false
  }
}
