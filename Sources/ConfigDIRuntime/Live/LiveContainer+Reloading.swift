extension LiveContainer {
  /// Reads the manifest now, even if no file has changed, and applies it if its meaning has changed.
  ///
  /// Reloads run one after another. If there are already as many generations as allowed, the call waits until one is
  /// closed.
  ///
  /// - Throws: ``ContainerClosed`` after the shutdown has begun, ``ReloadError`` if called before the start or inside a
  ///   reload, or `CancellationError`. Mistakes in the manifest are returned as an outcome, not thrown.
  @discardableResult
  public func reload() async throws -> Outcome { try await reload(isAsked: true) }

  /// - Parameter isAsked: Whether the program requests the reload. Otherwise a source reports a possible change, and the
  ///   manifest that `revert()` has left is not taken again.
  func reload(isAsked: Bool) async throws -> Outcome {
    try await turns.take {
      try await room()
      let reading = try await read()
      let old = try state.withLock { state in
        guard state.progress == .started else { throw ContainerClosed() }
        state.reading = reading
        return state.candidate
      }
      let candidate: Candidate
      switch reading.result {
      case .success(let sound): candidate = sound
      case .failure(let error): return refuse(nextNumber(), error)
      }
      let left = isAsked ? nil : state.withLock { $0.left }
      let isOld = candidate.isSame(as: old)
      if isOld {
        state.withLock { state in
          // The marks of parameters that need a restart may have changed.
          state.candidate = candidate
          state.left = nil
        }
      }
      if isOld || left.map(candidate.isSame) == true {
        report(.unchanged)
        return .unchanged
      }
      let outcome = try await swap(to: candidate, from: old)
      if case .swapped = outcome {
        state.withLock { state in
          state.earlier = state.earlier.suffix(Self.mostEarlier - 1) + [old]
          state.left = nil
        }
      }
      return outcome
    }
  }

  /// Reads the manifest. The reading is cancelled when the shutdown begins, or when the task is cancelled.
  private func read() async throws -> CandidateReading {
    let reading = Task { await readManifest() }
    let result = await step(reading) { await reading.value }
    try Task.checkCancellation()
    return result
  }

  /// Waits for a step of a reload. The shutdown, or the cancellation of the caller, cancels its task.
  private func step<Success, Failure, Result>(
    _ task: Task<Success, Failure>, _ wait: () async -> Result
  ) async -> Result {
    let isEnding = state.withLock { state in
      state.stopStep = { task.cancel() }
      return state.progress == .ended
    }
    if isEnding { task.cancel() }
    defer { state.withLock { $0.stopStep = nil } }
    return await withTaskCancellationHandler(operation: wait) { task.cancel() }
  }

  /// Goes back to the previous manifest by making a new generation from it. The new generation stays current until the
  /// manifest changes again or ``reload()`` is called. Calling `revert()` again goes back further.
  ///
  /// - Throws: ``ContainerClosed`` after the shutdown has begun; ``ReloadError`` if called before the start or inside a
  ///   reload, or if there is no earlier generation; or `CancellationError`. If the generation cannot be made, the
  ///   error is returned as an outcome, not thrown.
  @discardableResult
  public func revert() async throws -> Outcome {
    try await turns.take {
      try await room()
      let (old, earlier) = try state.withLock { state in
        guard state.progress == .started else { throw ContainerClosed() }
        guard let earlier = state.earlier.last else { throw ReloadError.nothingEarlier }
        return (state.candidate, earlier)
      }
      let outcome = try await swap(to: earlier, from: old)
      if case .swapped = outcome {
        state.withLock { state in
          _ = state.earlier.popLast()
          state.left = state.left ?? old
        }
      }
      return outcome
    }
  }

  private static let mostEarlier = 4

  private func swap(to candidate: Candidate, from old: Candidate) async throws -> Outcome {
    let number = nextNumber()
    let fixed = candidate.parametersThatNeedARestart(after: old)
    if !fixed.isEmpty, options.restart == .refuse {
      return refuse(number, ReloadError.restartNeeded(parameters: fixed))
    }
    report(.candidate(generation: number))
    do {
      let container = try await make(candidate, number)
      let change = try await takeOver(container, number, of: candidate, from: old)
      if !fixed.isEmpty { report(.restartNeeded(generation: number, parameters: fixed)) }
      return .swapped(change)
    } catch {
      if Task.isCancelled { throw error }
      // The shutdown cancels the candidate's start, not this task.
      if state.withLock({ $0.progress == .ended }) { throw ContainerClosed() }
      return refuse(number, error)
    }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  private func refuse(_ number: Int, _ error: any Error) -> Outcome {
    report(.rejected(generation: number, error: error))
    return .rejected(error)
  }

  /// Waits until there may be one more generation.
  private func room() async throws {
    let most = max(2, options.generations)
    await waitForClosings { $0.progress != .started || $0.generations.count < most }
    try Task.checkCancellation()
    switch state.withLock({ $0.progress }) {
    case .built: throw ReloadError.beforeStart
    case .ended: throw ContainerClosed()
    case .started: return
    }
  }

  /// Waits until a condition holds, which can change when a generation is closed or the shutdown begins. Ends if the
  /// task is cancelled.
  func waitForClosings(until condition: (State) -> Bool) async {
    // Begun before the first check, so that no closing after the check is missed.
    var events = closed.events(.bufferingNewest(1)).makeAsyncIterator()
    while !state.withLock({ condition($0) }), await events.next() != nil {}
  }

  /// Makes the eager services of a candidate. If one fails, the candidate is closed before any caller has seen it.
  private func make(_ candidate: Candidate, _ number: Int) async throws -> Container {
    let container = try candidate.container(sharingWith: current, in: overlays)
    container.level.core.setClosingLimit(ClosingLimit(duration: options.closing, clock: clock))
    let making = Task { _ = try await container.start(running: .reload) }
    let isDone = await step(making) { await clock.sees(endOf: making, within: options.deadline) }
    guard isDone else {
      let passed = ReloadError.deadlinePassed(
        options.deadline ?? .zero, unmade: container.unmadeAtStart,
        running: container.wiring.phases.entries[Phase.reload.name]?.first.map { "the phase reload (\($0.location))" }
          ?? "containerDidAssemble")
      making.cancel()
      giveUp(container, number, after: making)
      throw passed
    }
    if case .failure = await making.result { note(await container.level.endOfClosing(), number) }
    try await making.value
    return container
  }

  /// Closes a discarded candidate's instances as cancelled, including those still being made. The closing of a generation
  /// waits for this.
  private func giveUp(_ container: Container, _ number: Int, after making: Task<Void, any Error>) {
    state.withLock { state in
      state.abandoned[number] = Task {
        // The creation was cancelled. If it does not end in time, its dependencies are closed anyway.
        _ = await self.clock.sees(endOf: making, within: self.options.closing)
        self.note(await container.level.close(after: .cancelled), number)
        self.state.withLock { $0.abandoned[number] = nil }
      }
    }
  }

  func note(_ failures: [ClosingFailed.Failure], _ number: Int) {
    guard !failures.isEmpty else { return }
    state.withLock { $0.failures += failures }
    report(.closingFailed(generation: number, error: ClosingFailed(failures: failures)))
  }

  /// Makes a generation current in one atomic step.
  private func takeOver(
    _ container: Container, _ number: Int, of candidate: Candidate, from old: Candidate
  ) async throws -> LiveChange {
    let before = current
    let counts = container.level.counts(replacing: before.level)
    var known: WiringTable.Known = [:]
    let change = LiveChange(
      items: candidate.table().differences(from: old.table(), &known).withValues(from: old.plan, to: candidate.plan),
      kept: counts.kept, made: counts.made, closed: counts.closed)
    let seat = home.seat(for: container, number)
    let left = state.withLock { state -> LiveSeat? in
      guard state.progress == .started, !Task.isCancelled else { return nil }
      state.generations[number] = Used(container: container)
      state.levels.append((container.level, nil))
      state.candidate = candidate
      state.current = container
      return home.change(to: seat)
    }
    guard let left else {
      _ = seat.retire()
      self.left(seat)
      note(await container.level.close(after: .cancelled), number)
      try Task.checkCancellation()
      throw ContainerClosed()
    }
    report(.swapped(generation: number, change: change))
    retire(left)
    return change
  }
}

extension Candidate {
  fileprivate func isSame(as other: Candidate) -> Bool {
    plan.isSame(as: other.plan, reading: planned.registry.settings(of:))
  }

  /// The parameters marked `restart: true`, here or in the previous candidate, that were added, removed, or have another
  /// value. A parameter that no changed entry reads does not count: neither candidate reads it, or their settings types
  /// read the same from both values, such as `30s` and `30000ms`.
  fileprivate func parametersThatNeedARestart(after old: Candidate) -> [LiveChange.Item] {
    let marked = Set((old.plan.parameters + plan.parameters).filter { $0.entry.traits.contains(.restart) }.map(\.name))
    guard !marked.isEmpty else { return [] }
    let settings = planned.registry.settings(of:)
    let read = plan.parametersRead(differingFrom: old.plan, reading: settings)
      .union(old.plan.parametersRead(differingFrom: plan, reading: settings))
    return plan.parameterDifferences(from: old.plan).filter { marked.contains($0.key) && read.contains($0.key) }
  }
}

extension Level {
  /// Counts the instances that are reused, newly made, and closed when this level replaces another.
  fileprivate func counts(replacing other: Level) -> (kept: Int, made: Int, closed: Int) {
    let own = slots.filter(\.isOfFactory)
    let others = Set(other.slots.filter(\.isOfFactory).map { ObjectIdentifier($0) })
    let kept = own.count { others.contains(ObjectIdentifier($0)) }
    return (kept, own.count { $0.owner === self }, others.count - kept)
  }
}

extension AnySlot {
  /// Whether the slot holds an instance that a factory has made.
  fileprivate var isOfFactory: Bool {
    guard isMade, service >= 0 else { return false }
    if case .factory = unsafeDowncast(owner, to: Level.self).wiring.plan.services[Int(service)].kind { return true }
    return false
  }
}
