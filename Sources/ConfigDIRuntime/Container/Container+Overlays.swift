extension Container {
  /// Replaces services while `body` runs, in this task and its child tasks but not in detached tasks.
  ///
  /// The replaced services and their dependents are remade for the body; all other services are shared. Instances made
  /// for the body are never visible outside it, and are closed when it ends.
  ///
  /// If the container belongs to a ``ContainerStack``, the overlays apply to all containers in the stack.
  @discardableResult
  public func withOverlays<Result>(
    _ overlays: OverlayDefinition..., isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await withOverlays(overlays, body)
  }

  package func withOverlays<Result>(
    _ overlays: [OverlayDefinition], isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let token = try OverlayToken(overlays, over: self, place: nil)
    let result: Result
    do {
      result = try await TaskOverlay.$innermost.withValue(token.request.own, operation: body, isolation: isolation)
    } catch {
      let failures = await token.end()
      if !failures.isEmpty { level.contents.withLock { $0.makeRare().unreportedFailures.add(failures) } }
      throw error
    }
    try await token.close()
    return result
  }

  /// Replaces services for the whole process, until the token is removed or released.
  ///
  /// ```swift
  /// let token = try container.overlay((any Greeter).self) { original in QuietGreeter(inner: try original()) }
  /// defer { token.remove() }
  /// ```
  ///
  /// The newest overlay wins; overlays may end in any order. In a task, an overlay opened with
  /// ``withOverlays(_:isolation:_:)`` takes precedence over this one. An overlay opened inside the body of that
  /// function applies only inside the body, and ends with it.
  public func overlay(
    _ overlays: OverlayDefinition..., fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try OverlayToken(overlays, over: self, place: "\(fileID):\(line)")
  }

  /// Replaces a service with an instance, until the token is removed or released. The program closes the instance.
  public func overlay<Service: Sendable>(
    _ type: Service.Type, named variant: String? = nil, returning instance: Service, fileID: StaticString = #fileID,
    line: Int = #line
  ) throws -> OverlayToken {
    try overlay(Key(type, named: variant), returning: instance, fileID: fileID, line: line)
  }

  /// Replaces the service for a key with an instance, as ``overlay(_:named:returning:fileID:line:)`` does.
  public func overlay<Service: Sendable>(
    _ key: Key<Service>, returning instance: Service, fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, returning: instance), fileID: fileID, line: line)
  }

  /// Replaces a service with a closure's result, until the token is removed or released. The closure runs each time the
  /// service is resolved, and can call its parameter to get the original service.
  public func overlay<Service>(
    _ type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(Key(type, named: variant), fileID: fileID, line: line, make)
  }

  /// Replaces the service for a key with a closure's result, as ``overlay(_:named:fileID:line:_:)`` does.
  public func overlay<Service>(
    _ key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, fileID: fileID, line: line, make), fileID: fileID, line: line)
  }
}

/// Keeps a process-wide overlay open. The overlay ends when the token is removed or released. Keep the token while you
/// need the overlay: `_ = try container.overlay(…)` ends the overlay at once.
///
/// If the container belongs to a ``ContainerStack``, the overlay applies to all containers in the stack.
public final class OverlayToken: Sendable, ContentsHiding {
  fileprivate let request: OverlayRequest
  private let core: Core

  /// - Parameter place: The location of the `overlay` call; `nil` for a task's overlay.
  init(_ definitions: [OverlayDefinition], over container: Container, place: String?) throws {
    request = try OverlayRequest(definitions, in: container, place: place)
    core = container.level.core
    try core.overlays.open(request, on: container.level)
  }

  deinit {
    let ended = end(isReleased: true)
    if let place = request.place, !ended.isEmpty, ended.allSatisfy(\.isUnused) {
      ProgramProcess.writeToError(
        "warning: the overlay opened at \(place) ended before its first use: its token was released\n"
          + "  help: keep the token, 'let token = try container.overlay(…)', and call remove() at the end; '_ =' releases it at once\n",
        isWaiting: false)
    }
  }

  /// Ends the overlay at once. The overlay's instances are closed in the background; see ``Container/close(after:)``.
  /// Scopes that were opened under the overlay keep it, with its instances, until they are closed.
  ///
  /// Overlays on top of this one stay open, but may be invalid without it. Until an invalid overlay ends too, calls to
  /// the container, changes to its stack, and reloads throw an error that explains why. Only services that already
  /// exist and that the invalid overlay does not affect can still be resolved.
  public func remove() {
    _ = end(isReleased: false)
  }

  private func end(isReleased: Bool) -> [Level] {
    let removed = core.overlays.remove(request)
    // A token can be released on any thread, which must not replan the overlays on top.
    if isReleased, !removed.moved.isEmpty {
      Task { [overlays = core.overlays] in await overlays.replace(removed).closeKeepingFailures() }
      return removed.levels
    }
    let ended = core.overlays.replace(removed)
    if !ended.isEmpty { Task { await ended.closeKeepingFailures() } }
    return ended
  }

  /// Ends the overlay, and waits until its instances are closed. Instances that an open scope may still use are closed
  /// later, with the last scope that was opened under the overlay. If an asynchronous factory ends the overlay of its own
  /// service, the call does not wait.
  ///
  /// - Throws: ``ClosingFailed`` if a service failed to close.
  public func close() async throws(ClosingFailed) {
    try await end().throwIfAny()
  }

  fileprivate func end() async -> [ClosingFailed.Failure] {
    await core.overlays.replace(core.overlays.remove(request)).close()
  }
}
