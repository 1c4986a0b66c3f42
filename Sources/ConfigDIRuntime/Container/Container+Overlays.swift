import Synchronization

extension Container {
  /// Replaces services for this task and its child tasks, but not for detached ones, while the body runs.
  ///
  /// The replaced services and their dependents are remade inside; all others are shared. Instances made inside are
  /// never visible outside, and are closed at the end.
  ///
  /// On a container of a ``ContainerStack`` the overlays apply to all containers of the stack.
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
  /// The newest overlay wins; overlays may end in any order. In a task, an overlay opened with
  /// ``withOverlays(_:isolation:_:)`` takes precedence over this one. An overlay opened inside the body of that
  /// function applies only inside it, and ends with it.
  public func overlay(
    _ overlays: OverlayDefinition..., fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try OverlayToken(overlays, over: self, isOfTask: false, place: "\(fileID):\(line)")
  }

  /// Provides this instance for the service, until the token is removed or released. The program closes the instance.
  public func overlay<Service: Sendable>(
    _ type: Service.Type, named variant: String? = nil, returning instance: Service, fileID: StaticString = #fileID,
    line: Int = #line
  ) throws -> OverlayToken {
    try overlay(Key(type, named: variant), returning: instance, fileID: fileID, line: line)
  }

  /// Provides this instance for a key, until the token is removed or released. The program closes the instance.
  public func overlay<Service: Sendable>(
    _ key: Key<Service>, returning instance: Service, fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, returning: instance), fileID: fileID, line: line)
  }

  /// Calls the closure whenever the service is resolved, until the token is removed or released. The original is made
  /// when the closure calls it.
  public func overlay<Service>(
    _ type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(Key(type, named: variant), fileID: fileID, line: line, make)
  }

  /// Calls the closure whenever the key is resolved, until the token is removed or released. The original is made when
  /// the closure calls it.
  public func overlay<Service>(
    _ key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, fileID: fileID, line: line, make), fileID: fileID, line: line)
  }
}

/// Holds an overlay of the process open. The overlay ends when the token is removed or released: keep the token while
/// you need the overlay, since `_ = try container.overlay(…)` ends it at once.
///
/// On a container of a ``ContainerStack`` the overlay applies to all containers of the stack.
public final class OverlayToken: Sendable {
  private let request: OverlayRequest
  private let core: Core
  private let place: String?

  /// - Parameter place: The location of the call, for the warning if the token was released at once.
  init(_ definitions: [OverlayDefinition], over container: Container, isOfTask: Bool, place: String? = nil) throws {
    request = try OverlayRequest(definitions, in: container, isOfTask: isOfTask)
    core = container.level.core
    self.place = place
    try core.overlays.open(request, on: container.level)
  }

  /// The mark by which a task sees the overlay; `nil` for an overlay of the whole process.
  var task: TaskOverlay? { request.own }

  deinit {
    let ended = end(isReleased: true)
    if let place, !ended.isEmpty, ended.allSatisfy(\.slots.isEmpty) {
      ProgramProcess.writeToError(
        "warning: the overlay opened at \(place) ended before its first use: its token was released\n"
          + "  help: keep the token, 'let token = try container.overlay(…)', and call remove() at the end; '_ =' releases it at once\n"
      )
    }
  }

  /// Ends the overlay at once. Its instances are closed in the background; see ``Container/close(after:)``. Scopes that
  /// were opened under it keep it, with its instances, until they are closed.
  ///
  /// Overlays on top of it stay open. Some may be invalid without this overlay. Until such an overlay ends too, calls
  /// to the container, changes of its stack and reloads throw that error, and only existing services that it does not
  /// affect still resolve.
  public func remove() {
    _ = end(isReleased: false)
  }

  /// - Parameter isReleased: Whether the token was released, which can happen on any thread. Such a thread must not
  ///   plan a manifest for the overlays on top.
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

  /// Ends the overlay, and waits until its instances are closed. Instances that a scope may use are closed later, with
  /// the last scope that was opened under the overlay.
  ///
  /// - Throws: ``ClosingFailed`` if a service failed to close.
  public func close() async throws(ClosingFailed) {
    let ended = core.overlays.replace(core.overlays.remove(request))
    let failures = await Level.close(ended.lowest)
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }
}
