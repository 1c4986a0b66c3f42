import Synchronization

extension LiveContainer {
  /// Closes a replaced generation when its last user leaves, or once ``LiveOptions/drain`` has elapsed.
  func retire(_ seat: LiveSeat) {
    let number = seat.number.load(ordering: .acquiring)
    let now = clock.elapsed()
    state.withLock { state in
      state.generations[number]?.seat = seat
      state.generations[number]?.retired = now
      guard let drain = options.drain else { return }
      state.generations[number]?.expiry = Task { [weak self, clock] in
        guard (try? await clock.sleep(drain)) != nil else { return }
        self?.expire(number)
      }
    }
    let users = seat.retire()
    if users > 0 { report(.draining(generation: number, users: users)) }
    left(seat)
  }

  /// Closes a replaced generation if it has no more users. Called when the last user may have left.
  func left(_ seat: LiveSeat) {
    if seat.closeIfEmpty() { close(seat.number.load(ordering: .acquiring)) }
    // The generation may have been closed while this user still had it, or discarded before its first use.
    free(seat)
  }

  /// Closes a replaced generation even if it still has users.
  private func expire(_ number: Int) {
    guard let seat = state.withLock({ $0.generations[number]?.seat }) else { return }
    let (wasOpen, users) = seat.closeAnyway()
    guard wasOpen else { return }
    if users > 0 { report(.drainExpired(generation: number, users: users)) }
    close(number)
  }

  /// Closes the instances that only this generation uses. A second call does nothing.
  private func close(_ number: Int) {
    let mustClose = state.withLock { state in
      guard state.generations[number]?.isClosing == false else { return false }
      state.generations[number]?.isClosing = true
      state.generations[number]?.expiry?.cancel()
      return true
    }
    guard mustClose else { return }
    // A detached task, so that closing runs neither in the last user's body nor in a service that is being closed.
    Task.detached {
      // This cannot throw here: it throws only in a cancelled task, or in a task that already has a turn.
      try? await self.closings.take { await self.closeNow(number) }
    }
  }

  private func closeNow(_ number: Int) async {
    let (levels, live) = await ownersAndUsers()
    for owned in levels.reversed() where !live.contains(where: { $0 === owned.level }) {
      let kept = live.reduce(into: Set<Int>()) { $0.formUnion($1.servicesShared(of: owned.level)) }
      guard kept != owned.kept else { continue }
      note(await owned.level.retire(keeping: kept), number)
      state.withLock { state in
        guard let index = state.levels.firstIndex(where: { $0.level === owned.level }) else { return }
        if kept.isEmpty { state.levels.remove(at: index) } else { state.levels[index].kept = kept }
      }
    }
    let now = clock.elapsed()
    if let closed = state.withLock({ $0.generations.removeValue(forKey: number) }) {
      let seconds = (now - (closed.retired ?? now)) / .seconds(1)
      report(.drained(generation: number, seconds: seconds))
      if let seat = closed.seat { free(seat) }
    }
    closed.send(())
  }

  /// Makes the seat available to another generation if its own generation is closed and has no users.
  private func free(_ seat: LiveSeat) {
    let number = seat.number.load(ordering: .acquiring)
    guard state.withLock({ $0.generations[number] == nil }) else { return }
    withExtendedLifetime(home.clear(seat, of: number)) {}
  }

  /// Closes every generation. A second call returns the same task.
  func end() -> Task<[ClosingFailed.Failure], Never> {
    let blocked = Pinned.ofTask?.use(of: home)?.number
    let (task, stopStep, follower) = state.withLock { state in
      if let blocked { state.blocked.insert(blocked) }
      state.progress = .ended
      let task = state.shutdown ?? Task { await self.endNow() }
      state.shutdown = task
      return (task, state.stopStep, state.follower)
    }
    follower?.cancel()
    stopStep?()
    closed.send(())
    if let blocked { expire(blocked) }
    return task
  }

  private func endNow() async -> [ClosingFailed.Failure] {
    // Waits for a reload in progress. This throws only for a task that already has a turn.
    _ = try? await turns.take {}
    if let last = home.change(to: nil) { retire(last) }
    // Callers that are recorded later expire their generation themselves.
    for number in state.withLock({ $0.blocked }) { expire(number) }
    await waitForClosings { $0.generations.isEmpty }
    await endOfAbandoned()
    observers.end()
    return state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }

  /// The levels with instances, and the levels of the generations that may still use them.
  private func ownersAndUsers() async -> (levels: [Owned], users: [Level]) {
    while true {
      let found = state.withLock { state -> (levels: [Owned], users: [Level])? in
        // A discarded candidate that is still closing may use instances too. Without a limit it might never end.
        guard options.closing == nil || state.abandoned.isEmpty else { return nil }
        return (state.levels, state.generations.values.filter { !$0.isClosing }.map(\.container.level))
      }
      if let found { return found }
      await endOfAbandoned()
    }
  }

  private func endOfAbandoned() async {
    for candidate in state.withLock({ Array($0.abandoned.values) }) { await candidate.value }
  }
}
