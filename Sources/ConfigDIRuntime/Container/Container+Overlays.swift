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
        level.contents.withLock { $0.unreportedFailures.add(failures) }
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
