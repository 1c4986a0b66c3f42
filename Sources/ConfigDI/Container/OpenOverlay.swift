import Synchronization

/// An overlay and what it was opened on.
final class OpenOverlay: Sendable {
  let id: ObjectIdentifier
  let isOfTask: Bool
  /// The task's overlay on which one with a token was opened: it counts with that alone.
  let enclosing: ObjectIdentifier?
  /// The level of the container that it was opened on: it counts there, and in the scopes of that container.
  let base: Level
  let level: Level

  private init(_ base: Level, _ level: Level, isOfTask: Bool, in enclosing: ObjectIdentifier?) {
    self.base = base
    self.level = level
    id = ObjectIdentifier(level)
    self.isOfTask = isOfTask
    self.enclosing = enclosing
  }

  /// Opens a level over the one that a container resolves in now.
  static func open(
    _ definitions: [OverlayDefinition], over container: Container, isOfTask: Bool
  ) throws -> OpenOverlay {
    var replacements: [Int: Overlay.Replacement] = [:]
    for definition in definitions {
      let (service, replacement) = try definition.resolved(in: container)
      replacements[service] = replacement
    }
    let overlay = Overlay(replacements, in: container.wiring)
    let (base, core) = (container.level, container.level.core)
    // In one step: what is found to be the newest must not end before this lies on it.
    return try core.overlays.withLock { overlays in
      let below = core.newest(of: &overlays, for: base).map { core.level(for: base, under: $0) } ?? base
      let enclosing = isOfTask ? nil : core.taskOverlay(of: overlays, for: base)
      let open = OpenOverlay(base, try Level(overlay, over: below), isOfTask: isOfTask, in: enclosing)
      if isOfTask { core.taskOverlayCount.add(1, ordering: .acquiringAndReleasing) }
      overlays.append(open)
      return open
    }
  }

  private init(_ other: OpenOverlay, moved level: Level) {
    id = other.id
    isOfTask = other.isOfTask
    enclosing = other.enclosing
    base = other.base
    self.level = level
  }

  /// The same overlay on another level, with nothing made in it yet.
  func moved(onto below: Level) throws -> OpenOverlay {
    guard case .overlay(let overlay) = level.kind else { return self }
    return OpenOverlay(self, moved: try Level(overlay, over: below))
  }

  func counts(for level: Level) -> Bool {
    (base === level || level.lies(on: base)) && !hasEnded
  }

  var hasEnded: Bool { level.hasEnded }

  /// Lends the level: what is referred to weakly, as levels are, is slow to retain.
  func withOwnLevel<Result>(_ body: (Level) throws -> Result) rethrows -> Result {
    try Unmanaged.passUnretained(level)._withUnsafeGuaranteedRef(body)
  }
}

extension Core {
  /// The level in which a container resolves, given the overlays that are open.
  func level(for level: Level) -> Level {
    overlay(for: level).map { self.level(for: level, under: $0) } ?? level
  }

  /// Uses the level in which a container resolves; again, should that be an overlay's which ends meanwhile.
  func withLevel<Result>(for level: Level, _ body: (Level) throws -> Result) throws -> Result {
    while overlayCount.load(ordering: .acquiring) > 0, let overlay = overlay(for: level) {
      do {
        if level === overlay.base { return try overlay.withOwnLevel(body) }
        return try body(self.level(for: level, under: overlay))
      } catch  where overlay.hasEnded && !level.hasEnded {
        continue
      }
    }
    return try body(level)
  }

  /// The overlay that counts for a container: this task's, else the process's.
  func overlay(for level: Level) -> OpenOverlay? {
    overlays.withLock { newest(of: &$0, for: level) }
  }

  /// - Parameter overlays: Not changed; lent by its place, so that nothing is retained but what is found.
  fileprivate func newest(of overlays: inout [OpenOverlay], for level: Level) -> OpenOverlay? {
    var ofTask = taskOverlayCount.load(ordering: .acquiring) == 0 ? nil : TaskOverlay.innermost
    while let current = ofTask {
      let id = current.id
      if let overlay = overlays.last(where: { ($0.id == id || $0.enclosing == id) && $0.counts(for: level) }) {
        return overlay
      }
      ofTask = current.outer
    }
    let newest = overlays.indices.last { index in
      Unmanaged.passUnretained(overlays[index])._withUnsafeGuaranteedRef { overlay in
        !overlay.isOfTask && overlay.enclosing == nil && overlay.counts(for: level)
      }
    }
    return newest.map { overlays[$0] }
  }

  /// This task's innermost overlay that counts for a container.
  fileprivate func taskOverlay(of overlays: [OpenOverlay], for level: Level) -> ObjectIdentifier? {
    var ofTask = taskOverlayCount.load(ordering: .acquiring) == 0 ? nil : TaskOverlay.innermost
    while let current = ofTask {
      if overlays.contains(where: { $0.id == current.id && $0.counts(for: level) }) { return current.id }
      ofTask = current.outer
    }
    return nil
  }

  func level(for level: Level, under overlay: OpenOverlay) -> Level {
    if level === overlay.base { return overlay.level }
    if level.lies(on: overlay.level) { return level }
    // A scope that was open before the overlay: it, and those around it, see the overlay from where they are.
    guard case .scope(let scope) = level.kind, let below = level.below else { return level }
    return level.view(of: self.level(for: below, under: overlay), scope)
  }

  /// Takes an overlay out, and moves those that were opened on it, with nothing made in them, to what was under it.
  ///
  /// - Returns: The levels that have ended, the newest first.
  func removeOverlay(_ id: ObjectIdentifier) -> [Level] {
    let ended = overlays.withLock { overlays -> [Level] in
      guard let index = overlays.firstIndex(where: { $0.id == id }) else { return [] }
      if overlays[index].isOfTask { taskOverlayCount.subtract(1, ordering: .acquiringAndReleasing) }
      let removed = overlays.remove(at: index).level
      var moved = [ObjectIdentifier(removed): removed.below]
      var ended = [removed]
      for position in overlays.indices[index...] {
        let old = overlays[position].level
        guard let below = old.below, let target = moved[ObjectIdentifier(below)], let target,
          let new = try? overlays[position].moved(onto: target)
        else { continue }
        moved[ObjectIdentifier(old)] = new.level
        overlays[position] = new
        ended.append(old)
      }
      return ended.reversed()
    }
    for level in ended { level.letGo() }
    return ended
  }
}

extension Level {
  /// Opens an overlay: sends those who come to the foundation's slots that it reaches to the levels.
  fileprivate convenience init(_ overlay: Overlay, over below: Level) throws {
    self.init(below.core, below: below, kind: .overlay(overlay))
    try below.adopt(self)
    core.hold(foundationSlots(overlay.reach))
    core.overlayCount.add(1, ordering: .acquiringAndReleasing)
  }

  fileprivate func letGo() {
    guard case .overlay(let overlay) = kind else { return }
    core.overlayCount.subtract(1, ordering: .acquiringAndReleasing)
    core.letGo(foundationSlots(overlay.reach))
  }

  private func foundationSlots(_ services: Set<Int>) -> [AnySlot] {
    var foundation = self
    while let below = foundation.below { foundation = below }
    return services.compactMap { foundation.ownSlot($0) }
  }

  /// An overlay, or another's view of one, as this level sees it, which lies beside it.
  fileprivate func view(of overlay: Level, _ scope: Int) -> Level {
    let view = Level(core, below: self, kind: .view(OverlayView(of: overlay, from: scope, reach: overlay.reach)))
    let kept = overlay.contents.withLock { contents -> Level? in
      if let first = contents.views[ObjectIdentifier(self)] { return first }
      guard contents.isOpen else { return nil }
      contents.views[ObjectIdentifier(self)] = view
      contents.children.append(WeakLevel(level: view))
      return view
    }
    if let kept, kept !== view { return kept }
    do {
      guard kept != nil else { throw ContainerClosed() }
      try adopt(view)
    } catch {
      // The overlay or the scope has ended meanwhile, and nothing that were made here would ever be closed.
      view.isClosed.store(true, ordering: .releasing)
    }
    return view
  }

  /// What this overlay and those under it reach.
  private var reach: Set<Int> {
    var reach: Set<Int> = []
    var level: Level? = self
    while let current = level {
      switch current.kind {
      case .overlay(let overlay): reach.formUnion(overlay.reach)
      case .view(let view): reach.formUnion(view.reach)
      case .foundation, .scope: break
      }
      level = current.below
    }
    return reach
  }

  /// Whether this level lies on another, directly or not, or is it.
  func lies(on other: Level) -> Bool {
    var level: Level? = self
    while let current = level {
      if current === other { return true }
      level = current.below
    }
    return false
  }
}
