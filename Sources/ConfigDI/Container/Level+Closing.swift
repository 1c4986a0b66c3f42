import Synchronization

extension Level {
  /// Closes what this level and the open ones above it made, the latest first. Whoever calls it again waits for the one
  /// run, and is told the same.
  func close() async throws {
    let closing = contents.withLock { contents in
      if let closing = contents.closing { return closing }
      contents.life = .closing
      isClosed.store(true, ordering: .releasing)
      // Its own task: being cancelled oneself is no reason to leave things half closed.
      let closing = Task { await self.closeEverything() }
      contents.closing = closing
      return closing
    }
    let failures = await closing.value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  private func closeEverything() async -> [ClosingFailed.Failure] {
    core.hold(slots)
    var failures: [ClosingFailed.Failure] = []
    let children = contents.withLock { $0.children.compactMap(\.level) }
    for child in children.reversed() {
      do { try await child.close() } catch let error as ClosingFailed { failures += error.failures } catch {}
    }
    cancelMakings()
    await allMakings()
    while let made = contents.withLock({ $0.made.popLast() }) {
      do {
        try await made.close()
      } catch {
        failures.append(
          ClosingFailed.Failure(step: wiring.step(made.service), underlying: error, secrets: wiring.secrets))
      }
    }
    contents.withLock { $0.life = .closed }
    return failures
  }

  /// Remembers an open level above, to be closed before this one.
  func adopt(_ child: Level) throws {
    try contents.withLock { contents in
      guard contents.life == .open else { throw ContainerClosed() }
      contents.children.removeAll { $0.level == nil }
      contents.children.append(WeakLevel(level: child))
    }
  }

  /// Remembers an instance for the level's end.
  func note<Value>(_ value: Value, of service: Int) {
    guard let made = Made(value, of: service) else { return }
    contents.withLock { $0.made.append(made) }
  }

  /// Counts an instance as being on its way, which closing waits for.
  func beginMaking() throws {
    try contents.withLock { contents in
      guard contents.life == .open else { throw ContainerClosed() }
      contents.makings += 1
    }
  }

  func endMaking() {
    let waiters = contents.withLock { contents in
      contents.makings -= 1
      guard contents.makings == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func allMakings() async {
    await withCheckedContinuation { continuation in
      let isDone = contents.withLock { contents in
        if contents.makings > 0 { contents.waiters.append(continuation) }
        return contents.makings == 0
      }
      if isDone { continuation.resume() }
    }
  }
}
