extension Container {
  /// Starts the container: makes the asynchronous and the eager singletons, calls the assemblies' hooks in order, and
  /// runs the phase `launch`. Each singleton is made after its dependencies; independent singletons are made in
  /// parallel.
  ///
  /// The start runs once: every caller waits for it and gets the same result. If a part of the start fails, or the task
  /// that began it is cancelled, the remaining parts are cancelled, and the container and all its instances are closed.
  ///
  /// - Returns: The failures in the phase `launch` that `onError: continue` tolerates.
  /// - Throws: The first failure: an error of a service or an assembly, or ``InitializerFailed``.
  @discardableResult
  public func start() async throws -> [InitializerFailed] {
    try await start(running: .launch)
  }

  /// - Parameter phase: The phase to run at the end, if the manifest has it.
  func start(running phase: Phase) async throws -> [InitializerFailed] {
    let core = level.core
    try core.start.refuseNested()
    // The start waits for every asynchronous singleton, so a factory of such a singleton cannot wait for the start.
    if !core.start.isDone, AsyncMaking.asking?.slot.owner.origin === level { throw ContainerError.startWithinStart }
    let (start, isNew) = core.start.run { try await self.startOnce(running: phase) }
    let failures = try await withTaskCancellationHandler {
      try await start.value
    } onCancel: {
      if isNew { start.cancel() }
    }
    guard !level.hasEnded else { throw ContainerClosed() }
    return failures
  }

  private func startOnce(running phase: Phase) async throws -> [InitializerFailed] {
    do {
      guard !level.hasEnded else { throw ContainerClosed() }
      return try await SingleStart.$ofTask.withValue(ObjectIdentifier(level.core.start)) {
        try await makeSingletons()
        return try await withCurrent {
          for assembly in wiring.registry.assemblies {
            try Task.checkCancellation()
            do { _ = try await assembly.containerDidAssemble(self) } catch {
              throw ContainerError(error, thrownBy: assembly, secrets: seenWiring.secrets)
            }
          }
          return wiring.phases.names.contains(phase.name) ? try await run(phase) : []
        }
      }
    } catch {
      // Closing cancels a start, so this must be read before closing.
      let wasCancelled = Task.isCancelled
      let wasClosed = level.hasEnded
      // A later `close()` reports what failed to close here.
      await level.closeKeepingFailures(after: wasCancelled ? .cancelled : .threw(error))
      if wasCancelled { throw wasClosed ? ContainerClosed() : CancellationError() }
      throw atStart(error)
    }
  }

  /// Makes the asynchronous and the eager singletons. If this throws, the singletons made so far are kept.
  func makeSingletons() async throws {
    // A service that an open overlay replaces must not be made.
    try await inCurrentLevel { level in
      try await level.makeAll(level.wiring.plan.madeAtStart) {
        // If only an overlay has ended, the levels below still make their services.
        guard !level.hasEnded || self.level.hasEnded else { return }
        for level in level.withAllUnder { level.endMakings() }
      }
    }
  }

  /// Shuts the container down: closes its instances like ``close(after:)``, after closing the scopes that are open in
  /// it.
  ///
  /// - Parameter limit: How long to wait for each instance's `close()`, and for running factories; `nil` for no limit.
  ///   After that the container closes the other instances, and ``ClosingFailed`` names the hanging services. Ignored if
  ///   the container is already being closed.
  public func shutdown(closing limit: Duration? = .seconds(30)) async throws(ClosingFailed) {
    // `close()` has the same limit, and creates no task if nothing has to be awaited.
    guard limit != ClosingLimit.standard.duration else { return try await close() }
    try await level.close(within: ClosingLimit(duration: limit)).throwIfAny()
  }

  /// The service that the manifest defines for a type, made after its asynchronous dependencies have been made. If the
  /// service is transient, each call makes a new instance.
  public func resolveAsync<Service: Sendable>(
    _ type: Service.Type, named variant: String? = nil
  ) async throws -> Service {
    try await takeAsync(service(type, variant), as: type)
  }

  /// The service that the manifest defines for a custom key, made after its asynchronous dependencies have been made.
  public func resolveAsync<Service: Sendable>(_ key: Key<Service>) async throws -> Service {
    try await takeAsync(service(key), as: Service.self)
  }

  func takeAsync<Service: Sendable>(_ service: Int, as type: Service.Type) async throws -> Service {
    guard !level.hasEnded else { throw ContainerClosed(steps: [wiring.step(service)]) }
    return try await inCurrentLevel { level in try await level.value(of: level.slot(service, as: type)) }
  }

  /// Calls a closure with the level for the currently open overlays, and calls it again if one of these overlays ends
  /// meanwhile.
  nonisolated(nonsending) func inCurrentLevel<Value>(
    _ make: nonisolated(nonsending) (Level) async throws -> Value
  ) async throws -> Value {
    while true {
      let level = try currentLevel
      do {
        return try await make(level)
      } catch
        where level !== self.level && level.hasEnded && !self.level.hasEnded
        && !self.level.contents.withLock({ $0.hasEndedMakings })
      {
        // An overlay ended while something was made in it, and no failure has ended the creations below it.
        continue
      } catch let failure as ResolutionError where Task.isCancelled {
        throw failure.underlying as? CancellationError ?? failure
      }
    }
  }

  /// The services that the start has not made yet, with their locations. All dependencies of the first service exist,
  /// so that service is being made or is next.
  var unmadeAtStart: [String] {
    wiring.plan.madeAtStart.filter { !level.isMade($0) }.map { wiring.step($0).description }
  }

  /// Starts the container, waits until the task is cancelled, and shuts the container down. If the task is cancelled
  /// while the container starts, the start ends without an error.
  ///
  /// - Throws: Any error that ``start()`` throws, or ``ClosingFailed``.
  public func run() async throws {
    do {
      try await start()
      // Ends only when the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
    } catch  where Task.isCancelled && isEndOfCancelledStart(error) {}
    try await shutdown()
  }
}

extension Level {
  /// Allows asynchronous creations again, after a failure has ended them, in each of these levels that is still open.
  func allowMakings() {
    for level in withAllUnder {
      level.contents.withLock { if $0.isOpen { $0.hasEndedMakings = false } }
    }
  }

  /// Makes the services that the start or the opening of this level makes, in parallel as far as possible. If one fails
  /// or the task is cancelled, calls `end` to cancel the creations that are still running, which are separate tasks,
  /// since other callers may wait for them too.
  func makeAll(_ services: [Int], orEnd end: @Sendable () -> Void) async throws {
    try await withTaskCancellationHandler {
      // A task group for a single service would cost as much as making the service.
      if services.count == 1 {
        do { return try await makeAtStart(services[0]) } catch {
          end()
          throw error
        }
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        var order = wiring.order(of: services, at: scope)
        do {
          while true {
            while let (step, service) = order.next() {
              group.addTask {
                try await self.makeAtStart(service)
                return step
              }
            }
            // Unlike `waitForAll`, this ends at the first failure.
            guard let made = try await group.next() else { return }
            order.end(made)
          }
        } catch {
          group.cancelAll()
          end()
          throw error
        }
      }
    } onCancel: {
      end()
    }
    try Task.checkCancellation()
  }

  fileprivate func makeAtStart(_ service: Int) async throws {
    try Task.checkCancellation()
    try await makeAsyncParts(of: service)
    guard !wiring.traits[service].contains(.isAsync) else { return }
    guard wiring.traits[service].contains(.isMain) else { return try makeNow(service, isMain: false) }
    try await MainActor.run { try makeNow(service, isMain: true) }
  }

  /// - Parameter isMain: Whether the caller runs on the main actor.
  func makeNow(_ service: Int, isMain: Bool) throws {
    let slot = try slot(service)
    try Resolution.ifMain(isMain && wiring.traits[service].contains(.isMain)) { try slot.fill(in: $0) }
  }
}

/// Whether an error means that the start was cancelled, not that a part of the start failed.
func isEndOfCancelledStart(_ error: any Error) -> Bool { error is CancellationError || error is ContainerClosed }

/// Marks an error as the cause of a failed start, after which no later call tries again.
func atStart(_ error: any Error) -> any Error {
  if var failed = error as? InitializerFailed, failed.underlying is ResolutionError {
    failed.underlying = atStart(failed.underlying)
    return failed
  }
  guard let error = error as? ResolutionError, var cause = error.cause as? FactoryFailed else { return error }
  cause.endedStart = true
  return ResolutionError(cause, at: error.steps)
}

/// Runs a container's start at most once, in a task or synchronously. Every caller gets the same result.
final class SingleStart: Sendable {
  /// The start that the current task is part of.
  @TaskLocal static var ofTask: ObjectIdentifier?

  private let state = Lock(State())

  private struct State: Sendable {
    var task: Task<[InitializerFailed], any Error>?
    /// Whether the start runs synchronously, not in a task.
    var isNow = false
    var outcome: Result<[InitializerFailed], any Error>?
  }

  /// Starts synchronously if no start has begun. Otherwise returns the first start's result, or throws if that start is
  /// still running.
  func runNow(_ body: () throws -> [InitializerFailed]) throws -> [InitializerFailed] {
    let known = try state.withLock { state -> Result<[InitializerFailed], any Error>? in
      if let outcome = state.outcome { return outcome }
      guard state.task == nil, !state.isNow else { throw ContainerError.startUnderWay }
      state.isNow = true
      return nil
    }
    if let known { return try known.get() }
    return try record(Result { try body() }).get()
  }

  /// Returns the task that starts the container, and creates it if necessary.
  func run(
    _ body: @escaping @Sendable () async throws -> [InitializerFailed]
  ) -> (task: Task<[InitializerFailed], any Error>, isNew: Bool) {
    state.withLock { state in
      if let task = state.task { return (task, false) }
      if state.isNow {
        let outcome = state.outcome ?? .failure(ContainerError.startUnderWay)
        return (Task { try outcome.get() }, false)
      }
      let task = Task {
        let outcome: Result<[InitializerFailed], any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        return try self.record(outcome).get()
      }
      state.task = task
      return (task, true)
    }
  }

  private func record(_ outcome: Result<[InitializerFailed], any Error>) -> Result<[InitializerFailed], any Error> {
    state.withLock { $0.outcome = outcome }
    return outcome
  }

  /// Throws if the current task is part of this start, which would wait for itself.
  func refuseNested() throws {
    if Self.ofTask == ObjectIdentifier(self), isUnderWay { throw ContainerError.startWithinStart }
  }

  /// The failures that the start tolerated; `nil` unless the start has succeeded.
  var failures: [InitializerFailed]? { state.withLock { try? $0.outcome?.get() } }

  var isDone: Bool { state.withLock { $0.outcome != nil } }

  var isUnderWay: Bool { state.withLock { ($0.task != nil || $0.isNow) && $0.outcome == nil } }

  func cancel() { state.withLock { $0.task }?.cancel() }
}
