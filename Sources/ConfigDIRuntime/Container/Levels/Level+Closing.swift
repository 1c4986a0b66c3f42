import Synchronization

extension Level {
  /// Closes the instances that this level and the open levels above it made, in reverse order of creation. A second
  /// caller waits until the first call has finished, and gets the same result.
  ///
  /// If a service calls this function while it is being closed, the call does not wait, since it would wait forever.
  ///
  /// - Parameter limit: The time limit for closing each instance, if this call begins the closing. If `nil`, the
  ///   container's own limit applies to the container itself, and scopes have no limit.
  /// - Parameter isOutermost: Whether the closing begins with this level, not with a level under it. Only then does
  ///   this call also close the levels that become unused; otherwise two levels would wait for each other.
  /// - Parameter outcome: How the work in the level ended; `nil` if it returned.
  func close(
    within limit: ClosingLimit? = nil, isOutermost: Bool = true, after outcome: ScopeOutcome? = nil
  ) async -> [ClosingFailed.Failure] {
    await end(of: closeAtOnce(isLimited: limit != nil, after: outcome), within: limit, isOutermost: isOutermost)
  }

  /// What remains to be done after the closing of a level has begun.
  enum Beginning {
    case done([ClosingFailed.Failure])
    /// Another call is already closing the level.
    case underWay
    /// The remaining instances must be closed in a separate task.
    case inTask
  }

  /// Begins to close the level, and finishes if nothing must be awaited. Not `async`, because each call to an `async`
  /// function costs as much as allocating an object.
  ///
  /// - Parameters:
  ///   - isLimited: Whether a caller waits with a time limit, so that each instance must be closed in a separate task.
  ///   - outcome: How the work in the level ended; `nil` if it returned.
  func closeAtOnce(isLimited: Bool = false, after outcome: ScopeOutcome? = nil) -> Beginning {
    if let failures = closeAlone(isLimited) { return .done(failures) }
    // Only a factory that is still running could call this from inside itself.
    if !openScopes.isEmpty || contents.withLock({ $0.isMaking }) {
      do { try AsyncMaking.refuseClosing { $0.lies(on: self) } } catch { return .done(error.failures) }
    }
    let earlier = contents.withLock { contents -> Beginning? in
      switch contents.closing {
      case .done(let failures): return .done(failures)
      case .underWay: return .underWay
      case .no:
        contents.end(keeping: [])
        markEnded()
        contents.closing = .underWay(waiting: [])
        if let outcome { contents.makeRare().outcome = outcome }
        return isLimited || contents.mustAwait || isFoundation ? .inTask : nil
      }
    }
    if let earlier { return earlier }
    return openScopes.isEmpty ? closeNow() : .inTask
  }

  /// Closes a scope that has had no overlay and no scope inside it, if nothing must be awaited. Most requests end so.
  /// Takes few locks, and returns `nil` without closing anything in all other cases.
  private func closeAlone(_ isLimited: Bool) -> [ClosingFailed.Failure]? {
    guard !isFoundation, overlays.isEmpty, openScopes.hasHadNone else { return nil }
    var (isBegun, next) = contents.withLock { contents -> (Bool, Made?) in
      guard case .no = contents.closing, contents.isOpen, contents.rare == nil, !contents.mustAwait,
        contents.made.isEmpty || !isLimited
      else { return (false, nil) }
      contents.isOpen = false
      markEnded()
      // A scope that is opened from now on sees that this level has ended.
      guard openScopes.hasHadNone else { return (false, nil) }
      shutOwnDoors()
      guard !contents.made.isEmpty else {
        contents.closing = .done([])
        return (true, nil)
      }
      contents.closing = .underWay(waiting: [])
      return (true, contents.takeLast())
    }
    guard isBegun else { return nil }
    var failures: [ClosingFailed.Failure] = []
    while let made = next.take() {
      closeNow(made, &failures)
      let waiting: [CheckedContinuation<[ClosingFailed.Failure], Never>]
      (next, waiting) = contents.withLock { [failures] contents in
        let older = contents.takeLast()
        return (older, older == nil ? contents.finishClosing(failures) : [])
      }
      for continuation in waiting { continuation.resume(returning: failures) }
    }
    _ = OpenScopes.remove(self)
    return failures
  }

  /// Finishes a closing that `closeAtOnce` began, and returns its failures.
  nonisolated(nonsending) func end(
    of beginning: Beginning, within limit: ClosingLimit? = nil, isOutermost: Bool = true
  ) async -> [ClosingFailed.Failure] {
    switch beginning {
    case .done(let failures): return failures
    case .underWay:
      return Self.isWaitingForThisTask(self) ? [] : await endOfClosing()
    case .inTask:
      let limit = limit ?? ownLimit
      let isInside = Self.isWaitingForThisTask(self)
      let asking = AsyncMaking.asking
      // A separate task: even if the caller is cancelled, closing has to finish. Only the outermost level begins in the
      // caller's thread, whose stack could not hold any number of levels.
      let closing = Task.awaited(by: #isolation, beginning: isOutermost && !isInside) {
        let levels = isOutermost ? self.withAllAbove : []
        let failures = await self.closeEverything(but: [], within: limit)
        _ = OpenScopes.remove(self)
        self.finishClosing(failures)
        if levels.contains(where: \.isOnLeftLevel) { await Level.endUnused(under: levels, for: asking) }
        return failures
      }
      return isInside ? [] : await closing.value
    }
  }

  enum Closing: Sendable {
    case no
    case underWay(waiting: [CheckedContinuation<[ClosingFailed.Failure], Never>])
    case done([ClosingFailed.Failure])
  }

  /// Closes this level's instances, whose closing does not have to be awaited. If the level was the last use of a level
  /// whose overlay was removed, that level remains to be closed.
  private func closeNow() -> Beginning {
    shutOwnDoors()
    let (isEmpty, earlier) = contents.withLock { contents in
      (contents.made.isEmpty, contents.takeUnreportedFailures())
    }
    var failures = earlier
    // No `BeingClosed` mark is needed: these instances close synchronously, so they cannot wait for the level's end.
    while !isEmpty, let made = takeLast(but: []) { closeNow(made, &failures) }
    _ = OpenScopes.remove(self)
    // Checked only now: until then, an overlay that is removed leaves its level to this scope.
    if isOnLeftLevel {
      contents.withLock { [failures] in $0.makeRare().unreportedFailures.add(failures) }
      return .inTask
    }
    finishClosing(failures)
    return .done(failures)
  }

  private func closeNow(_ made: Made, _ failures: inout [ClosingFailed.Failure]) {
    let start = wiring.beginClosing(made.source)
    do {
      try made.closeNow()
      wiring.endClosing(made.source, since: start)
    } catch {
      wiring.endClosing(made.source, since: start, error)
      failures.append(wiring.failure(toClose: made.source, error))
    }
  }

  /// Wakes the callers that wait for this level's closing.
  private func finishClosing(_ failures: [ClosingFailed.Failure]) {
    for continuation in contents.withLock({ $0.finishClosing(failures) }) { continuation.resume(returning: failures) }
  }

  /// Waits for a closing that has begun, and returns its failures. Returns an empty array if no closing has begun.
  func endOfClosing() async -> [ClosingFailed.Failure] {
    await withCheckedContinuation { continuation in
      let known = contents.withLock { contents -> [ClosingFailed.Failure]? in
        switch contents.closing {
        case .done(let failures): return failures
        case .underWay(let waiting): contents.closing = .underWay(waiting: waiting + [continuation])
        case .no: return []
        }
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Prevents resolving services and opening scopes in this level.
  func markEnded() { isClosed.store(true, ordering: .sequentiallyConsistent) }

  /// Closes the instances that this level made, except the instances of services in `kept`, which another container
  /// still shares. Afterwards only that container and these services can use the remaining instances; all other calls
  /// throw ``ContainerClosed``.
  ///
  /// May be called again with fewer services in `kept`. Calling it with an empty set is the same as calling
  /// ``close()``.
  ///
  /// - Parameter limit: The time limit for closing each instance; if `nil`, the container's own limit applies.
  func retire(keeping kept: Set<Int>, within limit: ClosingLimit? = nil) async -> [ClosingFailed.Failure] {
    guard !kept.isEmpty else { return if let limit { await Level.close([self], within: limit) } else { await close() } }
    markEnded()
    let limit = limit ?? ownLimit ?? ClosingLimit(duration: nil)
    let retiring = contents.withLock { contents in
      contents.end(keeping: kept)
      let rare = contents.makeRare()
      let retiring = Task { [earlier = rare.retiring] in
        var failures: [ClosingFailed.Failure] = []
        if let earlier { failures = await self.hanging(in: earlier, within: limit) ?? [] }
        let levels = self.withAllAbove
        failures += await self.closeEverything(but: kept, within: limit)
        await Level.endUnused(under: levels)
        return failures
      }
      rare.retiring = retiring
      return retiring
    }
    return await retiring.value
  }

  /// Prevents this level and the open levels above it from resolving services. The caller must then close the levels
  /// with ``close()``.
  func end() {
    contents.withLock { $0.end(keeping: []) }
    markEnded()
    shutOwnDoors()
    for level in levelsAbove { level.end() }
  }

  /// The open scopes and the overlay levels on top of this one, in the order in which they were added.
  private var levelsAbove: [Level] {
    let above = contents.withLock { $0.rare?.openViews ?? [] } + openScopes.all
    return above.isEmpty ? [] : above.sorted { $0.number < $1.number }
  }

  private var withAllAbove: [Level] { [self] + levelsAbove.flatMap(\.withAllAbove) }

  private var ownLimit: ClosingLimit? { isFoundation ? core.closingLimit : nil }

  /// Closes all remaining instances, except the instances of services in `kept`. May be called again while an earlier
  /// call hangs: no instance is closed twice.
  nonisolated(nonsending) func closeEverything(
    but kept: Set<Int>, within limit: ClosingLimit?
  ) async -> [ClosingFailed.Failure] {
    if isFoundation, kept.isEmpty { core.start.cancel() }
    shutOwnDoors(but: kept)
    // Awaiting a call has a cost, so this awaits only if there is something to wait for.
    let above = levelsAbove
    var failures = above.isEmpty ? [] : await Level.close(above.reversed(), within: limit, under: self)
    endMakings(but: kept)
    if contents.withLock({ $0.makings.hasAny(but: kept) }) { failures += await allMakings(but: kept, within: limit) }
    while let made = takeLast(but: kept) {
      if let failure = await close(made, within: limit) { failures.append(failure) }
    }
    var all = contents.withLock { $0.takeUnreportedFailures() }
    all.add(failures)
    return all
  }

  nonisolated(nonsending) func close(_ made: Made, after known: ScopeOutcome? = nil) async -> ClosingFailed.Failure? {
    var mark = BeingClosed(self, outer: Self.beingClosed)
    defer { BeingClosed.end(&mark) }
    let outcome = known ?? contents.withLock { $0.rare?.outcome } ?? .returned
    return await Self.$beingClosed.withValue(mark) {
      let start = wiring.beginClosing(made.source)
      do {
        try await made.close(after: outcome)
        wiring.endClosing(made.source, since: start)
        return nil
      } catch {
        wiring.endClosing(made.source, since: start, error)
        return wiring.failure(toClose: made.source, error)
      }
    }
  }

  /// Closes this level for a caller that cannot throw the failures. The failures are kept, and are reported when the
  /// level below closes, or by the next `close()` of this level.
  func closeKeepingFailures(after outcome: ScopeOutcome? = nil) async {
    keep(await close(after: outcome))
  }

  /// Removes the failures of a finished closing, after a caller has received them.
  func forgetFailures() {
    contents.withLock { if case .done = $0.closing { $0.closing = .done([]) } }
  }

  /// Stores failures that no caller received, so that the level below reports them when it closes.
  func keep(_ failures: [ClosingFailed.Failure]) {
    guard !failures.isEmpty else { return }
    (older ?? below)?.contents.withLock { $0.makeRare().unreportedFailures.add(failures) }
  }

  /// Whether a slot's instance may still be made and returned. After the level has ended, this is true only for
  /// services that another container shares.
  func serves(_ slot: AnySlot) -> Bool {
    guard hasEnded else { return true }
    return contents.withLock { $0.serves(Int(slot.service)) }
  }

  /// Closes the instances that were made for a service before its creation failed. The caller does not wait for them to
  /// close, but closing the level does.
  func discard(_ numbers: [Int], of service: Int, after error: any Error) {
    let discarded = contents.withLock { contents in
      let discarded = contents.made.take(numbers.reversed())
      if !discarded.isEmpty { contents.makings.add(service) }
      return discarded
    }
    guard !discarded.isEmpty else { return }
    Task {
      for made in discarded where !isLeftToOthers(made) {
        guard let failure = await close(made, after: ScopeOutcome(error)) else { continue }
        contents.withLock { $0.makeRare().unreportedFailures.add([failure]) }
      }
      endMaking(service)
    }
  }

  /// The levels that wait for this task to close one of their services. Not an optional, because copying an optional
  /// takes 100 more instructions each time a value is bound.
  @TaskLocal private static var beingClosed = BeingClosed(nil, outer: nil)

  private final class BeingClosed: Sendable {
    private let reference: Lock<(strong: Level?, weak: WeakLevel?)>
    let outer: BeingClosed?

    init(_ level: Level?, outer: BeingClosed?) {
      reference = Lock((level, nil))
      self.outer = outer
    }

    var level: Level? { reference.withLock { $0.strong ?? $0.weak?.level } }

    /// Ends this task's mark, which says which level is being closed. If other code still holds the mark, such as a
    /// task that the closed service started, the mark's reference to the level becomes weak, so that the mark does not
    /// keep the level alive. Otherwise the reference stays strong, since a weak reference slows down all other
    /// references to the level.
    static func end(_ mark: inout BeingClosed) {
      guard !isKnownUniquelyReferenced(&mark) else { return }
      let level = mark.level
      mark.reference.withLock { $0 = (nil, WeakLevel(level: level)) }
    }
  }

  private static func isWaitingForThisTask(_ level: Level) -> Bool { isClosing { $0.lies(on: level) } }

  /// Whether this task is closing an instance of a container that may share instances with another container. Such a
  /// task must not wait until those containers are closed.
  static func isClosingInstance(relatedTo core: Core) -> Bool { isClosing { $0.core.isRelated(to: core) } }

  private static func isClosing(where condition: (Level) -> Bool) -> Bool {
    sequence(first: beingClosed, next: \.outer).contains { $0.level.map(condition) ?? false }
  }
}

extension Level.Contents {
  /// Prohibits making any service that is not in `kept`. A service that was prohibited earlier stays prohibited.
  fileprivate mutating func end(keeping kept: Set<Int>) {
    if rare != nil || !kept.isEmpty { makeRare().kept = isOpen ? kept : self.kept.intersection(kept) }
    isOpen = false
  }

  private var kept: Set<Int> { rare?.kept ?? [] }

  func serves(_ service: Int) -> Bool {
    isOpen || Makings.isKept(service, by: kept)
  }

  /// Whether an instance is being made in this level, or perhaps in a level on top of it.
  fileprivate var isMaking: Bool {
    !makings.isEmpty || !asyncMakings.isEmpty || !(rare?.views.isEmpty ?? true)
  }

  /// Whether closing must await something: a running creation, or an instance's `close()`. A service's `close()` must
  /// not see that the caller is cancelled.
  fileprivate var mustAwait: Bool {
    isMaking || !made.isEmpty && (made.needsAwaiting || Task.isCancelled)
  }

  /// Returns the callers that wait for the failures.
  fileprivate mutating func finishClosing(
    _ failures: [ClosingFailed.Failure]
  ) -> [CheckedContinuation<[ClosingFailed.Failure], Never>] {
    defer { closing = .done(failures) }
    return if case .underWay(let waiting) = closing { waiting } else { [] }
  }

  /// Removes and returns the next instance to close.
  mutating func takeLast(but kept: Set<Int> = []) -> Made? {
    let made = made.takeLast(but: kept)
    closingNow = made?.source
    return made
  }

  fileprivate func takeUnreportedFailures() -> [ClosingFailed.Failure] {
    guard let rare else { return [] }
    defer { rare.unreportedFailures = [] }
    return rare.unreportedFailures
  }
}
