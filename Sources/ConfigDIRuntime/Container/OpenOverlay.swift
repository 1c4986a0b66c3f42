import Synchronization

/// An overlay and what it was opened on.
final class OpenOverlay: Sendable {
  let id: ObjectIdentifier
  let isOfTask: Bool
  /// The task's overlay on which one with a token was opened: it counts with that alone.
  let enclosing: ObjectIdentifier?
  /// The overlays of the task that opened it.
  let task: TaskOverlay?
  /// The level of the container that it was opened on: it counts there, and in the scopes of that container.
  let base: Level
  let level: Level

  fileprivate init(_ request: OverlayRequest, _ base: Level, _ level: Level, in enclosing: ObjectIdentifier?) {
    self.base = base
    self.level = level
    id = request.id
    isOfTask = request.isOfTask
    self.enclosing = enclosing
    task = request.task
  }

  private init(_ other: OpenOverlay, moved level: Level) {
    id = other.id
    isOfTask = other.isOfTask
    enclosing = other.enclosing
    task = other.task
    base = other.base
    self.level = level
  }

  /// The same overlay on another level, with nothing made in it yet.
  func moved(onto below: Level) throws -> OpenOverlay {
    guard case .overlay(let overlay) = level.kind else { return self }
    return OpenOverlay(self, moved: try Level(try overlay.planned(on: below), over: below))
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

extension OpenOverlay {
  /// Whether a task with these overlays sees it at all.
  fileprivate func isSeen(in task: TaskOverlay?) -> Bool {
    guard let own = isOfTask ? id : enclosing else { return true }
    var task = task
    while let current = task {
      if current.id == own { return true }
      task = current.outer
    }
    return false
  }
}

/// The overlays that count for a level: the newest, which lies on older ones, and those that were opened before it and on
/// which it does not lie, since they are of a scope that it is not of.
private struct Visible {
  var newest: OpenOverlay?
  /// The newest first.
  var others: [OpenOverlay] = []

  mutating func add(_ overlay: OpenOverlay) {
    let isUnder = newest?.level.isOver(overlay.level) == true || others.contains { $0.level.isOver(overlay.level) }
    if !isUnder { others.append(overlay) }
  }

  /// Where a container resolves.
  func level(for level: Level) -> Level {
    guard let newest else { return level }
    return others.reversed().reduce(level) { $0.under($1) }.under(newest)
  }

  var hasEnded: Bool { newest?.hasEnded == true || others.contains(where: \.hasEnded) }
}

extension Core {
  /// The level in which a container resolves, given the overlays that are open.
  func level(for level: Level) -> Level {
    visible(for: level).level(for: level)
  }

  /// Uses the level in which a container resolves; again, should that be an overlay's which ends meanwhile.
  func withLevel<Result>(for level: Level, _ body: (Level) throws -> Result) throws -> Result {
    while overlayCount.load(ordering: .acquiring) > 0 {
      let visible = visible(for: level)
      guard let overlay = visible.newest else { break }
      do {
        if level === overlay.base, visible.others.isEmpty { return try overlay.withOwnLevel(body) }
        return try body(visible.level(for: level))
      } catch  where visible.hasEnded && !level.hasEnded {
        continue
      }
    }
    return try body(level)
  }

  private func visible(for level: Level) -> Visible {
    let task = overlaysOfTask
    return overlays.withLock { overlays in
      let count = overlays.count
      return visible(among: &overlays, first: count, for: level, in: task)
    }
  }

  /// What counts for a level of the first few overlays.
  ///
  /// - Parameter overlays: Not changed; lent by its place, so that nothing is retained but what is found.
  fileprivate func visible(
    among overlays: inout [OpenOverlay], first count: Int, for level: Level, in task: TaskOverlay?
  ) -> Visible {
    guard let position = newest(of: &overlays, first: count, for: level, in: task) else { return Visible() }
    var visible = Visible(newest: overlays[position])
    // Those of one container lie on one another.
    guard scopedOverlayCount.load(ordering: .acquiring) > 0 else { return visible }
    for overlay in overlays[..<position].reversed() where overlay.isSeen(in: task) && overlay.counts(for: level) {
      visible.add(overlay)
    }
    return visible
  }

  /// The task's, from the innermost outwards, else the process's.
  private func newest(
    of overlays: inout [OpenOverlay], first count: Int, for level: Level, in task: TaskOverlay?
  ) -> Int? {
    var task = task
    while let current = task {
      let id = current.id
      let found = (0..<count).last { index in
        Unmanaged.passUnretained(overlays[index])._withUnsafeGuaranteedRef { overlay in
          (overlay.id == id || overlay.enclosing == id) && overlay.counts(for: level)
        }
      }
      if let found { return found }
      task = current.outer
    }
    return (0..<count).last { index in
      Unmanaged.passUnretained(overlays[index])._withUnsafeGuaranteedRef { overlay in
        !overlay.isOfTask && overlay.enclosing == nil && overlay.counts(for: level)
      }
    }
  }

  fileprivate var overlaysOfTask: TaskOverlay? {
    taskOverlayCount.load(ordering: .acquiring) == 0 ? nil : TaskOverlay.innermost
  }

  /// Opens an overlay over the level that a container resolves in now. The family's lock is held.
  func open(_ request: OverlayRequest, on base: Level) throws {
    let below = overlays.withLock { overlays in
      let count = overlays.count
      return visible(among: &overlays, first: count, for: base, in: request.task).level(for: base)
    }
    let overlay = try Overlay(request, over: below)
    // Nobody else opens or ends one meanwhile.
    try overlays.withLock { overlays in
      let enclosing = request.isOfTask ? nil : taskOverlay(of: overlays, for: base, in: request.task)
      let open = OpenOverlay(request, base, try Level(overlay, over: below), in: enclosing)
      if request.isOfTask { taskOverlayCount.add(1, ordering: .acquiringAndReleasing) }
      if case .scope = base.kind { scopedOverlayCount.add(1, ordering: .acquiringAndReleasing) }
      overlays.append(open)
    }
  }

  /// A task's innermost overlay that counts for a container.
  private func taskOverlay(
    of overlays: [OpenOverlay], for level: Level, in task: TaskOverlay?
  ) -> ObjectIdentifier? {
    var ofTask = task
    while let current = ofTask {
      if overlays.contains(where: { $0.id == current.id && $0.counts(for: level) }) { return current.id }
      ofTask = current.outer
    }
    return nil
  }

  /// Takes an overlay out, and moves those that were opened on it, with nothing made in them, to what was under it.
  ///
  /// - Returns: The levels that have ended, the newest first.
  func removeOverlay(_ id: ObjectIdentifier) -> [Level] {
    let ended = overlays.withLock { overlays -> [Level] in
      guard let index = overlays.firstIndex(where: { $0.id == id }) else { return [] }
      if overlays[index].isOfTask { taskOverlayCount.subtract(1, ordering: .acquiringAndReleasing) }
      if case .scope = overlays[index].base.kind { scopedOverlayCount.subtract(1, ordering: .acquiringAndReleasing) }
      var ended = [overlays.remove(at: index).level]
      for position in overlays.indices[index...] {
        let old = overlays[position]
        guard ended.contains(where: { old.level.isOver($0) }) else { continue }
        let below = visible(among: &overlays, first: position, for: old.base, in: old.task).level(for: old.base)
        do {
          overlays[position] = try old.moved(onto: below)
          ended.append(old.level)
        } catch {
          // The container has ended, or the change does not fit without the other: it stays as it was planned.
          continue
        }
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

  /// This level with an overlay over it that counts here, and that it may have been open before.
  fileprivate func under(_ overlay: OpenOverlay) -> Level {
    if overlay.level.lies(on: self) { return overlay.level }
    guard !isOver(overlay.level), let below else { return self }
    let under = below.under(overlay)
    return under === below ? self : view(of: under)
  }

  /// An overlay, or another's view of one, as this level sees it, which lies beside it.
  private func view(of overlay: Level) -> Level {
    if let known = overlay.contents.withLock({ $0.views[ObjectIdentifier(self)] }) { return known }
    let view = Level(core, below: self, kind: .view(OverlayView(of: overlay, from: self)))
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

  /// Whether this level lies on another, directly or not, or is it.
  func lies(on other: Level) -> Bool {
    var level: Level? = self
    while let current = level {
      if current === other { return true }
      level = current.below
    }
    return false
  }

  /// The same, or whether this level sees the other from beside it.
  fileprivate func isOver(_ other: Level) -> Bool {
    var level: Level? = self
    while let current = level {
      if current === other { return true }
      if case .view(let view) = current.kind, view.overlay?.isOver(other) == true { return true }
      level = current.below
    }
    return false
  }
}
