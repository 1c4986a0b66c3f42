extension ContainerStack {
  /// Starts the stack: makes the asynchronous and the eager singletons, calls the hooks, and runs the phase `launch`.
  /// See ``Container/start()``.
  ///
  /// The stack starts only once, in its top level. Later calls return the same result. Levels pushed afterwards make
  /// their eager services, but do not run the hooks and the phase again.
  @discardableResult
  public func start() async throws -> [InitializerFailed] {
    try await turns.take {
      guard !state.withLock({ $0.isShutDown }) else { throw ContainerClosed() }
      if let known = noteStart() { return known }
      let failures = try await current.start()
      state.withLock { $0.started = failures }
      return failures
    }
  }

  /// Records and returns the result of the start; `nil` if nothing has started. The program may also have started a
  /// level's container directly.
  @discardableResult
  private func noteStart() -> [InitializerFailed]? {
    let (known, layers) = state.withLock { ($0.started, $0.layers) }
    if let known { return known }
    let failures = layers.lazy.compactMap { $0.seat.container.level.core.start.failures }.first
    state.withLock { $0.started = failures }
    return failures
  }

  /// Pushes a level with these changes on top.
  ///
  /// - Throws: ``ManifestError`` if the changed manifest does not pass its checks; ``ResolutionError`` if a change
  ///   names a service that the manifest does not have, or if an eager service could not be made. In these cases the
  ///   stack is unchanged.
  public func push(
    isolation: isolated (any Actor)? = #isolation, _ changes: (inout LevelChanges) throws -> Void = { _ in }
  ) async throws {
    try await change(Change.push) { layers in
      let definition = try LevelDefinition().changed(by: changes, of: layers.top.seat.container)
      return layers + [try await makeLayer(definition, on: layers)]
    }
  }

  /// Removes the top level and closes the instances that it made, even in a cancelled task.
  ///
  /// Afterwards all callers get the level below. If a `withCurrent` call still uses the removed level, or a level
  /// removed earlier, the instances are closed when that call returns. Otherwise they are closed before this function
  /// returns.
  ///
  /// - Throws: ``ContainerError`` at the lowest level; in a started stack, the error of an eager service that must
  ///   first be made in the level below; ``ClosingFailed`` if a service failed to close, though the level is removed.
  public func pop(isolation: isolated (any Actor)? = #isolation) async throws {
    try await change(Change.pop, whenCancelled: true) { layers in
      guard layers.count > 1 else {
        throw ContainerError(
          "the bottom level of a stack cannot be popped",
          help: "change it with replaceCurrent(), or end it with shutdown()")
      }
      let below = layers[layers.count - 2].seat.container
      if state.withLock({ $0.started != nil }), !below.unmadeAtStart.isEmpty { try await makeReady(below) }
      return Array(layers.dropLast())
    }
  }

  /// Makes a container's eager services, unless the stack is shut down meanwhile.
  private func makeReady(_ container: Container) async throws {
    // A separate task, because a pop must work even if the calling task is cancelled.
    let making = Task { try await container.makeSingletons() }
    let isEnding = state.withLock { state in
      state.making = making
      return state.isEnding
    }
    if isEnding { making.cancel() }
    defer { state.withLock { $0.making = nil } }
    do {
      try await making.value
    } catch {
      // The container stays in use, and may make the rest later.
      for level in [container.level, try? container.currentLevel].compactMap({ $0 }) { level.allowMakings() }
      throw state.withLock { $0.isEnding } ? ContainerClosed() : error
    }
  }

  /// Adds changes to the top level and keeps its earlier changes.
  ///
  /// Services that the new changes do not affect keep their instances. The other services are made again, and their old
  /// instances are closed as in ``pop(isolation:)``.
  public func replaceCurrent(
    isolation: isolated (any Actor)? = #isolation, _ changes: (inout LevelChanges) throws -> Void
  ) async throws {
    try await change(Change.replace) { layers in
      let top = layers.top
      let definition = try top.definition.changed(by: changes, of: top.seat.container)
      let lower = Array(layers.dropLast())
      return lower + [try await makeLayer(definition, on: lower, replacing: top)]
    }
  }

  /// Shuts the stack down: closes every level, top first, even in a cancelled task. Any ``pop(isolation:)`` in progress
  /// stops making services, and the level that it was removing is closed with the others. If a service calls this
  /// function while it is being closed, the call does not wait.
  ///
  /// - Parameter limit: How long to wait for each instance's `close()` and for running factories; `nil` for no limit.
  ///   After that the other instances are closed, and ``ClosingFailed`` names the hanging services.
  /// - Throws: ``ClosingFailed`` with all services that failed to close, including earlier failures that no caller has
  ///   received yet.
  public func shutdown(
    closing limit: Duration? = .seconds(30), isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try AsyncMaking.refuseClosing { $0.core.isRelated(to: current.level.core) }
    func endMaking() {
      let making = state.withLock { state in
        state.isEnding = true
        return state.making
      }
      making?.cancel()
    }
    if Level.isClosingInstance(relatedTo: current.level.core) {
      endMaking()
      // Detached, so that the shutdown does not count as part of the closing.
      Task.detached {
        do {
          try await self.shutdown(closing: limit)
        } catch let error as ClosingFailed {
          self.state.withLock { $0.failures.add(error.failures) }
        }
      }
      return
    }
    let (ended, levels) = try await turns.take(whenCancelled: true, announce: endMaking) {
      state.withLock { state in
        state.isShutDown = true
        return (state.endings.flatMap(\.retirements), state.layers.flatMap(\.foundations))
      }
    }
    observers.end()
    try await closings.take(whenCancelled: true) {
      let limit = ClosingLimit(duration: limit)
      var closing: [ClosingFailed.Failure] = []
      // A removed level may use the layers, and levels that were removed after it.
      for (level, kept) in ended { closing.add(await level.retire(keeping: kept, within: limit)) }
      let kept = ended.filter { !$0.kept.isEmpty }.map(\.level)
      closing.add(await Level.close(levels.reversed() + kept, within: limit))
      // An earlier closing still waits for what hangs.
      if !closing.contains(where: { $0.underlying is ClosingTimeout }) { await closeEnded() }
      let failures = state.withLock { state in
        defer { state.failures = [] }
        state.failures.add(closing)
        return state.failures
      }
      try failures.throwIfAny()
    }
  }

  /// Waits for earlier changes, and then replaces all layers in one step.
  func change(
    _ change: (_ depth: Int) -> Change, whenCancelled: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: ([StackLayer]) async throws -> [StackLayer]
  ) async throws {
    let ending = try await turns.take(whenCancelled: whenCancelled) {
      let (old, isShutDown) = state.withLock { ($0.layers, $0.isShutDown) }
      guard !isShutDown else { throw ContainerClosed() }
      noteStart()
      var layers = try await body(old)
      let ending = Ending(old, replacedBy: &layers)
      state.withLock { [layers] state in
        state.layers = layers
        guard let ending else { return }
        state.endings.append(ending)
        state.awaited[ObjectIdentifier(ending)] = []
      }
      observers.send(change(layers.count))
      return ending
    }
    guard let ending else { return }
    // A factory cannot wait until the level of its own service is closed, whether it removed that level with this change
    // or an earlier one, which is closed first. Neither can a service that is being closed.
    let isMaking = AsyncMaking.asking.map { making in
      let removed = state.withLock { $0.endings.flatMap(\.retirements) }
      return removed.contains { making.slot.owner.lies(on: $0.level) }
    }
    if isMaking == true || Level.isClosingInstance(relatedTo: current.level.core) {
      let failures = takeFailures(of: ending)
      state.withLock { $0.failures.add(failures) }
      Task { await closeEnded() }
      return
    }
    await closeEnded()
    try takeFailures(of: ending).throwIfAny()
  }

  /// Makes a layer on top of other layers, with its eager services.
  ///
  /// A service that is the same as in the layer below shares that layer's instance. Any other service that is the same
  /// as in the replaced layer keeps the replaced layer's instance.
  func makeLayer(
    _ definition: LevelDefinition, on lower: [StackLayer], replacing replaced: StackLayer? = nil
  ) async throws -> StackLayer {
    let bases = [lower.last, replaced].compactMap { $0?.seat.container }
    let container = try planning.container(
      lower.map(\.definition) + [definition], sharingWith: bases, in: overlays)
    do {
      try await container.makeSingletons()
    } catch {
      await abandon(container, after: error)
      throw error
    }
    return StackLayer(definition, container, after: replaced?.foundations ?? [])
  }

  /// Closes an unused container. Failures are reported when the stack is shut down.
  func abandon(_ container: Container, after error: any Error) async {
    let failures = await container.level.close(after: ScopeOutcome(error))
    state.withLock { $0.failures += failures }
  }
}

extension LevelDefinition {
  fileprivate func changed(
    by changes: (inout LevelChanges) throws -> Void, of container: Container
  ) throws -> LevelDefinition {
    var collected = LevelChanges()
    try changes(&collected)
    var definition = self
    for change in collected.changes { try change.apply(container, &definition) }
    return definition
  }
}
