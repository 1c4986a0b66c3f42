import Synchronization

extension Container {
  /// Replaces services for this task and the tasks that it starts, detached ones excepted, while the body runs.
  ///
  /// The replaced services, and everything above them in the graph, are made anew inside; all others are shared. What
  /// was made inside is never seen outside, and is closed at the end.
  public func withOverlays<Result>(
    _ overlays: OverlayDefinition..., isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let level = try openOverlay(overlays)
    let bound = TaskOverlay(level: level, outer: TaskOverlay.innermost)
    let result: Result
    do {
      result = try await TaskOverlay.$innermost.withValue(bound, operation: body, isolation: isolation)
    } catch {
      try? await level.endOverlay()
      throw error
    }
    try await level.endOverlay()
    return result
  }

  /// Opens a level over the one that this container resolves in now.
  func openOverlay(_ definitions: [OverlayDefinition]) throws -> Level {
    var replacements: [Int: Overlay.Replacement] = [:]
    for definition in definitions {
      let (service, replacement) = try definition.resolved(in: self)
      replacements[service] = replacement
    }
    let below = currentLevel
    let overlay = Overlay(replacements, in: wiring)
    let level = Level(self.level.core, below: below, kind: .overlay(overlay))
    try below.adopt(level)
    level.beginOverlay(overlay)
    return level
  }
}

/// The overlays that are open in a task.
final class TaskOverlay: Sendable {
  @TaskLocal static var innermost: TaskOverlay?

  let level: Level
  let outer: TaskOverlay?

  init(level: Level, outer: TaskOverlay?) {
    self.level = level
    self.outer = outer
  }
}

extension Level {
  /// Sends those who come to the foundation's slots that the overlay reaches to the levels.
  fileprivate func beginOverlay(_ overlay: Overlay) {
    core.hold(foundationSlots(overlay.reach))
    core.overlayCount.add(1, ordering: .acquiringAndReleasing)
  }

  func endOverlay() async throws {
    guard case .overlay(let overlay) = kind else { return }
    let isFirst = contents.withLock { contents in
      defer { contents.hasEnded = true }
      return !contents.hasEnded
    }
    if isFirst {
      core.overlayCount.subtract(1, ordering: .acquiringAndReleasing)
      core.letGo(foundationSlots(overlay.reach))
    }
    try await close()
  }

  private func foundationSlots(_ services: Set<Int>) -> [AnySlot] {
    var foundation = self
    while let below = foundation.below { foundation = below }
    return foundation.contents.withLock { contents in services.compactMap { contents.slots[$0] } }
  }

  /// The overlay as this level, which lies beside it, sees it.
  fileprivate func view(of overlay: Level, _ scope: Int) -> Level {
    let view = Level(core, below: self, kind: .view(OverlayView(of: overlay, from: scope, reach: overlay.reach)))
    let kept = overlay.contents.withLock { contents in
      if let first = contents.views[ObjectIdentifier(self)] { return first }
      contents.views[ObjectIdentifier(self)] = view
      contents.children.append(WeakLevel(level: view))
      return view
    }
    if kept === view { try? adopt(view) }
    return kept
  }

  /// What this overlay and those under it reach.
  private var reach: Set<Int> {
    var reach: Set<Int> = []
    var level: Level? = self
    while let current = level {
      if case .overlay(let overlay) = current.kind { reach.formUnion(overlay.reach) }
      level = current.below
    }
    return reach
  }

  /// Whether this level lies on another, directly or not, or is it.
  fileprivate func lies(on other: Level) -> Bool {
    var level: Level? = self
    while let current = level {
      if current === other { return true }
      level = current.below
    }
    return false
  }
}

extension Core {
  /// The level in which a container resolves, given the overlays that are open in this task.
  func level(for level: Level) -> Level {
    var overlay = TaskOverlay.innermost
    while let current = overlay {
      if current.level.core === self, !current.level.isClosed.load(ordering: .acquiring) {
        return self.level(for: level, under: current.level)
      }
      overlay = current.outer
    }
    return level
  }

  private func level(for level: Level, under overlay: Level) -> Level {
    if level.lies(on: overlay) { return level }
    if overlay.lies(on: level) { return overlay }
    // A scope that was open before the overlay: it, and those around it, see the overlay from where they are.
    guard case .scope(let scope) = level.kind, let below = level.below else { return level }
    let around = self.level(for: below, under: overlay)
    return around === below ? level : level.view(of: around, scope)
  }
}
