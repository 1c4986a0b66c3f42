extension Container {
  /// Opens a declared scope synchronously. The scope is a container that shares this container's instances, and makes
  /// and closes instances of its own.
  ///
  /// Close the scope with ``close(after:)``, or use ``withScope(_:providing:closingFailure:_:)``, which
  /// closes it for you. If a scope is released without being closed, its instances are freed but not closed.
  ///
  /// - Parameters:
  ///   - name: The scope's name in the manifest. The scope's parent must be open in this container.
  ///   - provided: An instance for each service that is `provided` in this scope.
  /// - Throws: ``ResolutionError`` with the reason `notStarted` if opening the scope makes services: see
  ///   ``startScope(_:providing:)``.
  public func openScope(_ name: String, providing provided: [Provided] = []) throws -> Container {
    try open(name, providing: provided, isWaiting: false)
  }

  /// Opens a declared scope, and makes the services that synchronous code in the scope may request: the scope's `eager`
  /// services, and the asynchronous services that its synchronous services need. `resolveAsync` makes the other
  /// asynchronous services.
  ///
  /// If making a service fails, or the task is cancelled, the instances made so far are closed.
  ///
  /// The parameters are those of ``openScope(_:providing:)``.
  public func startScope(_ name: String, providing provided: [Provided] = []) async throws -> Container {
    let scope = try open(name, providing: provided, isWaiting: true)
    if let services = scope.level.madeAtOpening { try await scope.finishOpening(making: services) }
    return scope
  }

  private func open(_ name: String, providing provided: [Provided], isWaiting: Bool) throws -> Container {
    guard !level.hasEnded else { throw ContainerClosed() }
    // Uses the wiring without retaining it.
    let (scope, instances) = try Unmanaged.passUnretained(wiring)._withUnsafeGuaranteedRef { wiring in
      let scope = try wiring.scope(named: name)
      // A level of a stack may serve by other means what the level below is given.
      let isOfLevel = !provided.isEmpty && level.core.planning?.definitions.contains { !$0.isEmpty } ?? false
      return (scope, try wiring.match(provided, scope: scope, refusingOthers: !isOfLevel))
    }
    // Without a closure if no overlay is open, since a closure would retain this container, as threads do that open
    // scopes at the same time.
    let opened =
      level.isUnderOverlays
      ? try level.underOverlays {
        try $0.open(scope, named: name, of: self, providing: instances, isWaiting: isWaiting)
      } : try level.open(scope, named: name, of: self, providing: instances, isWaiting: isWaiting)
    return Container(self, level: opened)
  }

  private func finishOpening(making services: [Int]) async throws {
    do {
      try await level.makeAll(services) { level.endMakings() }
      guard !level.hasEnded else { throw ContainerClosed() }
    } catch {
      // Read before closing, which may cancel the creation.
      let failure = Task.isCancelled ? CancellationError() : error
      await level.closeKeepingFailures(after: ScopeOutcome(failure))
      throw failure
    }
  }

  /// Opens a scope like ``startScope(_:providing:)``, runs a body with it, and closes the scope afterwards, even if the
  /// body throws. A service that conforms to ``AsyncCloseable`` learns how the body ended.
  ///
  /// - Parameters:
  ///   - name: The scope's name in the manifest. The scope's parent must be open in this container.
  ///   - provided: An instance for each service that is `provided` in this scope.
  ///   - closingFailure: Where the error is reported if a service fails to close after the body has returned.
  ///   - body: The work in the scope.
  /// - Returns: The body's result.
  /// - Throws: The error that the body threw. ``ClosingFailed`` only with `closingFailure: .throws`.
  public nonisolated(nonsending) func withScope<Result>(
    _ name: String, providing provided: [Provided] = [], closingFailure: ScopeClosingFailure = .observed,
    _ body: nonisolated(nonsending) (Container) async throws -> Result
  ) async throws -> Result {
    let scope = try open(name, providing: provided, isWaiting: true)
    if let services = scope.level.madeAtOpening { try await scope.finishOpening(making: services) }
    let result: Result
    do {
      result = try await body(scope)
    } catch {
      await scope.level.closeKeepingFailures(after: ScopeOutcome(error))
      throw error
    }
    let beginning = scope.level.closeAtOnce()
    let failures = if case .done(let failures) = beginning { failures } else { await scope.level.end(of: beginning) }
    if !failures.isEmpty {
      guard closingFailure == .observed else { throw ClosingFailed(failures: failures) }
      scope.level.keep(failures)
    }
    return result
  }

  /// Closes the instances of this container or open scope, after closing the scopes that are open in it.
  ///
  /// Instances are closed in reverse order of creation, each once, even if this function is called several times.
  /// Afterwards, resolving a service that is closed or does not exist yet throws ``ContainerClosed``. If a service
  /// calls this function while it is being closed, the call does not wait. An asynchronous factory cannot await the
  /// closing of its own container, since closing waits for the factory: such a call throws, and nothing is closed.
  ///
  /// The container waits 30 seconds for each instance; ``shutdown(closing:)`` sets a different limit. There is no limit
  /// for a scope that is closed on its own.
  ///
  /// - Parameter outcome: How the work ended, for services that conform to ``AsyncCloseable``; `nil` if it succeeded.
  /// - Throws: ``ClosingFailed`` with every failure, after all instances were closed.
  public nonisolated(nonsending) func close(after outcome: ScopeOutcome? = nil) async throws(ClosingFailed) {
    let failures: [ClosingFailed.Failure]
    // If no actor is calling, the current executor is right, and each change of executor costs as much as an
    // allocation.
    if isOfNoActor(#isolation) {
      let beginning = level.closeAtOnce(after: outcome)
      failures = if case .done(let failures) = beginning { failures } else { await level.end(of: beginning) }
    } else {
      failures = await level.closeOffActor(after: outcome)
    }
    try failures.throwIfAny()
  }
}

/// Whether `isolation` is `nil`. A separate function, because the compiler crashes if `#isolation` itself is compared
/// to `nil`.
private func isOfNoActor(_ isolation: (any Actor)?) -> Bool { isolation == nil }

extension Level {
  /// Closes the level off the caller's actor, so that an instance's `close()` does not block that actor.
  @concurrent fileprivate func closeOffActor(after outcome: ScopeOutcome?) async -> [ClosingFailed.Failure] {
    await end(of: closeAtOnce(after: outcome))
  }

  fileprivate func open(
    _ scope: Int, named name: String, of container: Container, providing instances: [PassedInstance]?, isWaiting: Bool
  ) throws -> Level {
    let parent = wiring.plan.scopes[scope].parent
    guard self.scope == parent ?? -1 else {
      let outer = parent.map { wiring.plan.scopes[$0].name }
      let help =
        scopesAround.contains(parent ?? -1)
        ? "open it from the container\(outer == nil ? "" : " of that scope"), not from the scope that is open here"
        : "open that scope with \(calls(toOpen: parent ?? -1)), and open \(name) from the container passed to its closure"
      throw ResolutionError(
        .wrongParentScope,
        "the scope \(name) can be opened only in "
          + (outer.map { "the scope \($0)" } ?? "the container itself, outside any scope"),
        help: help)
    }
    let opened = Level(scope: scope, in: self, of: container, provided: instances)
    if !isWaiting, let services = opened.madeAtOpening {
      let unmade = try services.filter { try !opened.slot($0).isMade }
      guard unmade.isEmpty else {
        let steps = unmade.map { "\(wiring.step($0))" }.joined(separator: ", ")
        throw ResolutionError(
          .notStarted, "openScope cannot wait for the services that the scope \(name) makes when it opens: \(steps)",
          help: "open it with withScope(\"\(name)\") or try await startScope(\"\(name)\")")
      }
    }
    try openScopes.add(opened, to: self)
    return opened
  }

  /// The calls that open a scope from here: one for each scope around it that is not open, outermost first.
  func calls(toOpen scope: Int) -> String {
    let (scopes, open) = (wiring.plan.scopes, scopesAround)
    var calls: [String] = []
    var outer = scope
    while scopes.indices.contains(outer), !open.contains(outer) {
      calls.insert("withScope(\"\(scopes[outer].name)\")", at: 0)
      outer = scopes[outer].parent ?? -1
    }
    let place = scopes.indices.contains(outer) ? "scope \(scopes[outer].name)" : "container itself"
    return calls.joined(separator: ", in it ") + (outer == self.scope ? "" : " from the \(place)")
  }

  fileprivate var madeAtOpening: [Int]? {
    wiring.madeAtOpening.isEmpty ? nil : wiring.madeAtOpening[scope]
  }
}

/// Where the error is reported if a scope's services fail to close after the scope's body has returned.
public enum ScopeClosingFailure: Sendable {
  /// Reports the error to the registry's observers, and includes it in the error that the enclosing container's
  /// `close()` throws.
  case observed
  /// Throws the error to the caller, and discards the body's result.
  case `throws`
}

extension Wiring {
  fileprivate func scope(named name: String) throws -> Int {
    if let scope = plan.scopes.firstIndex(where: { $0.name == name }) { return scope }
    let known = plan.scopes.map(\.name)
    throw ResolutionError(
      .unknownScope,
      "\(plan.manifestName) declares no scope \(name)\(question(Spelling.suggestions(for: name, among: known)))",
      help: "declare it under 'scopes'" + (known.isEmpty ? "" : ", or open \(known.joined(separator: " or "))"))
  }
}

extension ScopedProvider {
  /// The service in an open scope of the provider's container, made now if the scope does not have it yet.
  public func callAsFunction(in scope: Container) throws -> Service {
    try source(scope)
  }
}
