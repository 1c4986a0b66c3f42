import Synchronization

extension Level {
  /// Opens an overlay: sends those who come to the foundation's slots that it reaches to the levels.
  convenience init(_ overlay: Overlay, over below: Level) throws {
    self.init(below.core, below: below, kind: .overlay(overlay))
    try below.adopt(self)
    core.making.hold(foundationSlots(overlay.reach))
    core.overlays.count.add(1, ordering: .acquiringAndReleasing)
  }

  func letGo() {
    guard case .overlay(let overlay) = kind else { return }
    core.overlays.count.subtract(1, ordering: .acquiringAndReleasing)
    core.making.letGo(foundationSlots(overlay.reach))
  }

  private func foundationSlots(_ services: Set<Int>) -> [AnySlot] {
    var foundation = self
    while let below = foundation.below { foundation = below }
    return services.compactMap { foundation.ownSlot($0) }
  }

  /// This level with an overlay over it that counts here, and that it may have been open before.
  func under(_ overlay: OpenOverlay) -> Level {
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
