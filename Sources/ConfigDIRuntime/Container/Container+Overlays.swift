import Synchronization

extension Container {
  /// Replaces services for this task and the tasks that it starts, except detached ones, while the body runs.
  ///
  /// The replaced services, and everything above them in the graph, are made anew inside; all others are shared.
  /// Instances that were made inside are never seen outside, and are closed at the end.
  ///
  /// On a container of a ``ContainerStack`` the overlays count in all containers of the stack, whichever is on top
  /// while the body runs.
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
    let token = try OverlayToken(overlays, over: self, isOfTask: true)
    let result: Result
    do {
      result = try await TaskOverlay.$innermost.withValue(token.task, operation: body, isolation: isolation)
    } catch let failure {
      do {
        try await token.close()
      } catch {
        let failures = error.failures
        level.contents.withLock { $0.makeRare().unreportedFailures.add(failures) }
      }
      throw failure
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
  /// The newest overlay counts; overlays may end in any order. In a task, an overlay opened with
  /// ``withOverlays(_:isolation:_:)`` has priority over this one. An overlay opened inside the body of that function
  /// counts only inside it, and ends with it.
  public func overlay(
    _ overlays: OverlayDefinition..., fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try OverlayToken(overlays, over: self, isOfTask: false, place: "\(fileID):\(line)")
  }

  /// Gives this instance to everyone who asks for the service, until the token is removed or released. The program
  /// closes the instance.
  public func overlay<Service: Sendable>(
    _ type: Service.Type, named variant: String? = nil, returning instance: Service, fileID: StaticString = #fileID,
    line: Int = #line
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(type, named: variant, returning: instance), fileID: fileID, line: line)
  }

  /// Gives this instance to everyone who asks for a custom key, until the token is removed or released. The program
  /// closes the instance.
  public func overlay<Service: Sendable>(
    _ key: Key<Service>, returning instance: Service, fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, returning: instance), fileID: fileID, line: line)
  }

  /// Calls the closure whenever the service is asked for, until the token is removed or released. The original is made
  /// when the closure calls for it.
  public func overlay<Service>(
    _ type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(
      OverlayDefinition(type, named: variant, fileID: fileID, line: line, make), fileID: fileID, line: line)
  }

  /// Calls the closure whenever the custom key is asked for, until the token is removed or released. The original is
  /// made when the closure calls for it.
  public func overlay<Service>(
    _ key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, fileID: fileID, line: line, make), fileID: fileID, line: line)
  }
}

/// Holds an overlay of the process open. The overlay ends when the token is removed or released: keep the token for as
/// long as you want the overlay, since `_ = try container.overlay(…)` ends it at once.
///
/// On a container of a ``ContainerStack`` the overlay counts in all containers of the stack, whichever is on top.
public final class OverlayToken: Sendable {
  private let request: OverlayRequest
  private let core: Core
  private let place: String?

  /// - Parameter place: The place of the call, for the warning if the token was released at once.
  init(_ definitions: [OverlayDefinition], over container: Container, isOfTask: Bool, place: String? = nil) throws {
    request = try OverlayRequest(definitions, in: container, isOfTask: isOfTask)
    core = container.level.core
    self.place = place
    try core.overlays.open(request, on: container.level)
  }

  /// What a task carries in order to see the overlay.
  var task: TaskOverlay? { request.own }

  deinit {
    let ended = end(isReleased: true)
    if let place, !ended.isEmpty, ended.allSatisfy(\.slots.isEmpty) {
      ProgramProcess.writeToError(
        "warning: the overlay of \(place) ended before its first use: its token was released\n"
          + "  help: keep the token, 'let token = try container.overlay(…)', and call remove() at the end; '_ =' releases it at once\n"
      )
    }
  }

  /// Ends the overlay at once. The instances made in it are closed in the background; see ``close()``. Scopes that were
  /// opened while it was on keep it, with its instances, until they are closed.
  ///
  /// Overlays that were opened over it go on without it. If one of them changes the manifest in a way that is a mistake
  /// without this one, calls to the container, changes of its stack and reloads throw that mistake until it ends too;
  /// only services that it does not affect and that are made already may still be had.
  public func remove() {
    _ = end(isReleased: false)
  }

  /// - Parameter isReleased: Whether this may be any thread, which must not plan a manifest for the overlays above.
  private func end(isReleased: Bool) -> [Level] {
    let removed = core.overlays.remove(request)
    if isReleased, !removed.moved.isEmpty {
      Task { [overlays = core.overlays] in
        for level in overlays.replace(removed).lowest { await level.closeKeepingFailures() }
      }
      return removed.levels
    }
    let ended = core.overlays.replace(removed)
    if !ended.isEmpty { Task { for level in ended.lowest { await level.closeKeepingFailures() } } }
    return ended
  }

  /// Ends the overlay, and waits until the instances made in it are closed, except those that a scope may use that was
  /// opened while it was on: they are closed with the last such scope.
  ///
  /// - Throws: ``ClosingFailed`` if a service failed to close.
  public func close() async throws(ClosingFailed) {
    let ended = core.overlays.replace(core.overlays.remove(request))
    let failures = await Level.close(ended.lowest)
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }
}
