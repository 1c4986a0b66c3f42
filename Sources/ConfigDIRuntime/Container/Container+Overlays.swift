extension Container {
  /// Replaces services for this task and the tasks that it starts, detached ones excepted, while the body runs.
  ///
  /// The replaced services, and everything above them in the graph, are made anew inside; all others are shared. What
  /// was made inside is never seen outside, and is closed at the end.
  ///
  /// Of a container of a ``ContainerStack`` they count in all of the stack's, whichever is on top while the body runs.
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
    let bound = TaskOverlay(token.id, outer: TaskOverlay.innermost)
    let result: Result
    do {
      result = try await TaskOverlay.$innermost.withValue(bound, operation: body, isolation: isolation)
    } catch let failure {
      do {
        try await token.close()
      } catch {
        let failures = error.failures
        level.contents.withLock { $0.untold += failures }
      }
      throw failure
    }
    try await token.close()
    return result
  }

  /// Replaces services for the whole process, until the token is removed or let go.
  ///
  /// ```swift
  /// let token = try container.overlay((any Greeter).self) { original in QuietGreeter(inner: try original()) }
  /// defer { token.remove() }
  /// ```
  ///
  /// The newest overlay counts; they may end in any order. An overlay of a task, opened with
  /// ``withOverlays(_:isolation:_:)``, comes before it there; one that is opened inside that counts inside it alone, and
  /// ends with it.
  public func overlay(
    _ overlays: OverlayDefinition..., fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try OverlayToken(overlays, over: self, isOfTask: false, place: "\(fileID):\(line)")
  }

  /// Gives everyone who asks for the service this instance, until the token is removed or let go; the host closes it.
  public func overlay<Service: Sendable>(
    _ type: Service.Type, named variant: String? = nil, returning instance: Service, fileID: StaticString = #fileID,
    line: Int = #line
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(type, named: variant, returning: instance), fileID: fileID, line: line)
  }

  /// Gives everyone who asks for a custom key this instance, until the token is removed or let go; the host closes it.
  public func overlay<Service: Sendable>(
    _ key: Key<Service>, returning instance: Service, fileID: StaticString = #fileID, line: Int = #line
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, returning: instance), fileID: fileID, line: line)
  }

  /// Calls the closure whenever the service is asked for, until the token is removed or let go. The original is made
  /// when the closure calls for it.
  public func overlay<Service>(
    _ type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(
      OverlayDefinition(type, named: variant, fileID: fileID, line: line, make), fileID: fileID, line: line)
  }

  /// Calls the closure whenever the custom key is asked for, until the token is removed or let go. The original is made
  /// when the closure calls for it.
  public func overlay<Service>(
    _ key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) throws -> OverlayToken {
    try overlay(OverlayDefinition(for: key, fileID: fileID, line: line, make), fileID: fileID, line: line)
  }
}

/// Which overlays are open in a task.
final class TaskOverlay: Sendable {
  @TaskLocal static var innermost: TaskOverlay?

  let id: ObjectIdentifier
  let outer: TaskOverlay?

  init(_ id: ObjectIdentifier, outer: TaskOverlay?) {
    self.id = id
    self.outer = outer
  }
}
