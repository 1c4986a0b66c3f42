extension Container {
  /// Replaces services for this task and the tasks that it starts, detached ones excepted, while the body runs.
  ///
  /// The replaced services, and everything above them in the graph, are made anew inside; all others are shared. What
  /// was made inside is never seen outside, and is closed at the end.
  public func withOverlays<Result>(
    _ overlays: OverlayDefinition..., isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let token = try OverlayToken(overlays, over: self, isOfTask: true)
    let bound = TaskOverlay(token.id, outer: TaskOverlay.innermost)
    let result: Result
    do {
      result = try await TaskOverlay.$innermost.withValue(bound, operation: body, isolation: isolation)
    } catch {
      try? await token.close()
      throw error
    }
    try await token.close()
    return result
  }

  /// Replaces services for the whole process, until the token is removed or let go.
  ///
  /// The newest overlay counts; they may end in any order. An overlay of a task, opened with
  /// ``withOverlays(_:isolation:_:)``, comes before it there.
  public func overlay(_ overlays: OverlayDefinition...) throws -> OverlayToken {
    try OverlayToken(overlays, over: self, isOfTask: false)
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
