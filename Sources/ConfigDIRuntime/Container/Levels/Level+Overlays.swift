import Synchronization

extension Level {
  /// Opens an overlay: the foundation's slots that it affects send their callers to the levels.
  convenience init(_ overlay: Overlay, over below: Level) throws {
    self.init(below.core, below: below, kind: .overlay(overlay))
    try below.adopt(self)
    core.making.shut(foundationSlots(overlay.reach))
    core.overlays.count.add(1, ordering: .acquiringAndReleasing)
  }

  func reopenDoors() {
    guard case .overlay(let overlay) = kind else { return }
    core.overlays.count.subtract(1, ordering: .acquiringAndReleasing)
    core.making.reopen(foundationSlots(overlay.reach))
  }

  private func foundationSlots(_ services: Set<Int>) -> [AnySlot] {
    var foundation = self
    while let below = foundation.below { foundation = below }
    return services.compactMap { foundation.ownSlot($0) }
  }

  /// This level with an overlay over it that counts here. The level may have been open before the overlay.
  func under(_ overlay: OpenOverlay) -> Level {
    if overlay.level.lies(on: self) { return overlay.level }
    guard !isOver(overlay.level), let below else { return self }
    let under = below.under(overlay)
    return under === below ? self : view(of: under)
  }

  /// This level's view of an overlay that it does not lie on, or of another view of that overlay.
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
      // The overlay or the scope has ended meanwhile, so an instance made here would never be closed.
      view.isClosed.store(true, ordering: .releasing)
    }
    return view
  }

  /// Whether this level is another level, or lies on it, directly or not.
  func lies(on other: Level) -> Bool {
    var level: Level? = self
    while let current = level {
      if current === other { return true }
      level = current.below
    }
    return false
  }

  /// Whether this level lies on another level, or on a view of one that does.
  func isOver(_ other: Level) -> Bool {
    var level: Level? = self
    while let current = level {
      if current === other { return true }
      if case .view(let view) = current.kind, view.overlay?.isOver(other) == true { return true }
      level = current.below
    }
    return false
  }
}
