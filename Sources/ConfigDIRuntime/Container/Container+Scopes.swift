import Synchronization

extension Container {
  /// Opens a declared scope: a separate container that shares this one's instances, and makes and closes those of the
  /// scope.
  ///
  /// Close it with ``close()``, or use ``withScope(_:providing:isolation:_:)``, which closes it. A scope that is only
  /// released frees its instances without closing them.
  ///
  /// - Parameters:
  ///   - name: The scope's name in the manifest. Its parent must be open here.
  ///   - provided: An instance for each `provided` service of this scope.
  public func openScope(_ name: String, providing provided: [Provided] = []) throws -> Container {
    guard !level.hasEnded else { throw ContainerClosed() }
    let scope = try wiring.scope(named: name)
    let instances = try wiring.match(provided, scope: scope)
    let opened = try level.core.overlays.withLevel(for: level) { below in
      guard below.scope == wiring.plan.scopes[scope].parent ?? -1 else {
        let parent = wiring.plan.scopes[scope].parent.map { wiring.plan.scopes[$0].name }
        throw ResolutionError(WrongParentScope(name: name, parent: parent))
      }
      let level = Level(scope: scope, in: below, provided: instances)
      try below.openScopes.add(level, to: below)
      return level
    }
    return Container(self, level: opened)
  }

  /// Runs a body with an open scope, and closes the scope afterwards, even if the body throws.
  ///
  /// - Throws: The error of the body, or ``ClosingFailed`` if a service failed to close. If both happen, the
  ///   container's own ``close()`` reports the failure to close.
  public func withScope<Result>(
    _ name: String, providing provided: [Provided] = [], isolation: isolated (any Actor)? = #isolation,
    _ body: (Container) async throws -> Result
  ) async throws -> Result {
    let scope = try openScope(name, providing: provided)
    let result: Result
    do {
      result = try await body(scope)
    } catch {
      await scope.level.closeKeepingFailures()
      throw error
    }
    try await scope.close()
    return result
  }

  /// Closes the instances of this container or open scope, after those of the scopes that are open in it.
  ///
  /// Instances are closed in reverse order of creation, each once, even if this is called several times. Afterwards,
  /// resolving a service that is closed or does not exist yet throws ``ContainerClosed``. A service that calls this
  /// while it is being closed does not wait. An asynchronous factory cannot await the closing of its own container,
  /// which waits for the factory: that is refused, and nothing is closed.
  ///
  /// The container itself waits 30 seconds for each instance; ``shutdown(closing:)`` sets another limit. A scope that
  /// is closed alone has no limit.
  ///
  /// - Throws: ``ClosingFailed`` with every failure, after everything was closed.
  public func close() async throws(ClosingFailed) {
    let beginning = level.closeAtOnce()
    let failures = if case .done(let failures) = beginning { failures } else { await level.end(of: beginning) }
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }
}

extension Wiring {
  fileprivate func scope(named name: String) throws -> Int {
    if let scope = plan.scopes.firstIndex(where: { $0.name == name }) { return scope }
    throw ResolutionError(UnknownScope(name: name, place: plan.place, known: plan.scopes.map(\.name)))
  }
}

extension ScopedProvider {
  /// The service, made in an open scope of the same container if it does not exist there yet.
  public func callAsFunction(in scope: Container) throws -> Service {
    try source(scope)
  }
}
