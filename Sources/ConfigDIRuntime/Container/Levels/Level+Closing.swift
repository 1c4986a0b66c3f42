import Synchronization

extension Level {
  /// Closes the instances that this level and the open levels above it made, the latest first. A second caller waits
  /// for the same run, and gets the same result.
  ///
  /// A service that calls this while it is being closed itself does not wait: that would never end.
  func close() async throws(ClosingFailed) {
    let closing = contents.withLock { contents in
      if let closing = contents.closing { return closing }
      contents.end(keeping: [])
      isClosed.store(true, ordering: .releasing)
      // A task of its own: if the caller is cancelled, closing still has to finish.
      let closing = Task { await self.closeEverything(but: []) }
      contents.closing = closing
      return closing
    }
    guard !Self.isWaitingForThisTask(self) else { return }
    let failures = await closing.value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  /// Closes the instances that this level made, except those of services that another container goes on sharing. That
  /// container, and these services themselves, can still use them; the level itself throws that it is closed.
  ///
  /// May be called again with fewer services, and at last with none, which is the same as ``close()``.
  func retire(keeping kept: Set<Int>) async throws(ClosingFailed) {
    guard !kept.isEmpty else { return try await close() }
    contents.withLock { $0.end(keeping: kept) }
    isClosed.store(true, ordering: .releasing)
    let failures = await Task { await self.closeEverything(but: kept) }.value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  /// Stops giving instances, in this level and in the open levels above; ``close()`` closes them.
  func end() {
    let children = contents.withLock { contents in
      contents.end(keeping: [])
      return contents.children
    }
    isClosed.store(true, ordering: .releasing)
    core.making.shut(slots.filter { $0.owner === self })
    for child in children { child.level?.end() }
  }

  private func closeEverything(but kept: Set<Int>) async -> [ClosingFailed.Failure] {
    if isFoundation, kept.isEmpty { core.start.cancel() }
    core.making.shut(slots.filter { $0.owner === self && !kept.contains(Int($0.service)) })
    var failures = await Level.close(contents.withLock { $0.children.compactMap(\.level) }.reversed())
    endMakings(but: kept)
    await allMakings(but: kept)
    while let made = contents.withLock({ $0.made.takeLast(but: kept) }) {
      if let failure = await close(made) { failures.append(failure) }
    }
    return contents.withLock { contents in
      defer { contents.unreportedFailures = [] }
      var all = contents.unreportedFailures
      all.add(failures)
      return all
    }
  }

  private func close(_ made: Made) async -> ClosingFailed.Failure? {
    do {
      try await Self.$beingClosed.withValue(.init(self, outer: Self.beingClosed)) {
        try await wiring.observingClose(made.source) { try await made.close() }
      }
      return nil
    } catch {
      return ClosingFailed.Failure(step: wiring.step(made.source), underlying: error, secrets: wiring.secrets)
    }
  }

  /// Closes levels one after another, and returns all failures.
  static func close(_ levels: [Level]) async -> [ClosingFailed.Failure] {
    var failures: [ClosingFailed.Failure] = []
    for level in levels {
      do { try await level.close() } catch { failures.add(error.failures) }
    }
    return failures
  }

  /// Closes this level for a caller that cannot throw the failures. They are kept, and reported when the level under
  /// it closes; without one, the next `close()` of this level reports them.
  func closeKeepingFailures() async {
    do {
      try await close()
    } catch {
      let failures = error.failures
      (older ?? below)?.contents.withLock { $0.unreportedFailures.add(failures) }
    }
  }

  /// Whether a slot's instance may still be made and given. After the end, only services shared by another container
  /// are.
  func serves(_ slot: AnySlot) -> Bool {
    guard hasEnded else { return true }
    return contents.withLock { $0.serves(Int(slot.service)) }
  }

  /// Remembers an open level above, to be closed before this one.
  func adopt(_ child: Level) throws {
    // Released after the lock: a level that ends now may release services that call this again.
    let seen = try contents.withLock { contents -> [Level] in
      guard contents.isOpen else { throw ContainerClosed() }
      var open: [Level] = []
      if contents.children.count >= contents.childrenToSweep {
        open = contents.children.compactMap(\.level)
        contents.children = open.map { WeakLevel(level: $0) }
        // Doubling the limit keeps opening many scopes from looking at all the others each time.
        contents.childrenToSweep = max(16, open.count * 2)
      }
      contents.children.append(WeakLevel(level: child))
      return open
    }
    withExtendedLifetime(seen) {}
  }

  /// Keeps an instance in order to close it at the end of the level, unless a level that this one uses does, or the
  /// program.
  ///
  /// - Returns: The number under which the level keeps it from now on.
  @discardableResult
  func note<Value>(_ value: Value, of source: Made.Source) -> Int? {
    guard let made = Made(value, of: source) else { return nil }
    if let object = made.object {
      let under = withAllUnder
      // A scope and an overlay inherit nothing themselves; the container under them may.
      let others = under.dropFirst() + under.flatMap(\.inheritance.levels)
      guard !others.contains(where: { $0.contents.withLock { $0.made.contains(object) } }) else { return nil }
    }
    return contents.withLock { $0.made.add(made) }
  }

  /// Closes instances, by their numbers, that were made for a service before making it failed. The caller does not
  /// wait for that; closing the level does.
  func discard(_ numbers: [Int], of service: Int) {
    let discarded = contents.withLock { contents in
      let discarded = contents.made.take(numbers.reversed())
      if !discarded.isEmpty { contents.makings[service, default: 0] += 1 }
      return discarded
    }
    guard !discarded.isEmpty else { return }
    Task {
      for made in discarded {
        guard let failure = await close(made) else { continue }
        contents.withLock { $0.unreportedFailures.add([failure]) }
      }
      endMaking(service)
    }
  }

  /// Remembers that the program closes an instance, which a slot of this level keeps.
  func leaveOpen<Value>(_ value: Value, of service: Int) {
    guard let object = Made(value, of: .service(service))?.object else { return }
    contents.withLock { $0.made.leaveOpen(object) }
  }

  /// Counts an instance that is being made; closing waits for it.
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
  /// Stops making services, except the ones to keep. A service that was stopped once stays stopped.
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

  /// The slot of a parameter belongs to no service; it lasts as long as any service does.
  fileprivate static func isKept(_ service: Int, by kept: Set<Int>) -> Bool {
    service < 0 ? !kept.isEmpty : kept.contains(service)
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
