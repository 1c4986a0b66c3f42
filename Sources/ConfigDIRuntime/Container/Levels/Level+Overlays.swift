import Synchronization

extension Level {
  /// The container itself, or the scope as it was opened.
  var origin: Level {
    var level = self
    while let older = level.older { level = older }
    return level
  }

  var isFoundation: Bool { older == nil && below == nil }

  func has(_ request: OverlayRequest) -> Bool { overlays.contains { $0.request === request } }

  /// This level, and all levels whose slots it uses.
  var withAllUnder: [Level] {
    var found: [Level] = []
    var open = [self]
    while let level = open.popLast() {
      guard !found.contains(where: { $0 === level }) else { continue }
      found.append(level)
      open += [level.older, level.below].compactMap(\.self)
    }
    return found
  }

  /// Whether this level is another level, or uses its slots, directly or not.
  func lies(on other: Level) -> Bool { withAllUnder.contains { $0 === other } }

  /// Lets the levels under this one close it before themselves.
  ///
  /// - Throws: ``ContainerClosed`` if one of them has ended.
  func joinLevelsUnder() throws {
    do {
      for level in [older, below].compactMap(\.self) { try level.adopt(self) }
    } catch {
      isClosed.store(true, ordering: .releasing)
      throw error
    }
  }

  /// The doors that are shut while this level is open: whoever resolves what its newest overlay affects asks the levels.
  var doors: Doors {
    guard older != nil, let newest = overlays.first else { return Doors(making: core.making, slots: []) }
    var foundation = self
    while let lower = foundation.older ?? foundation.below { foundation = lower }
    return Doors(making: core.making, slots: newest.reach.compactMap { foundation.ownSlot($0) })
  }

  struct Doors: Sendable {
    fileprivate let making: MakingLock
    fileprivate let slots: [AnySlot]

    func shut() { making.shut(slots) }
    func reopen() { making.reopen(slots) }
  }
}

extension [Level] {
  /// The levels that lie on no other of these. Closing them closes the others first.
  var lowest: [Level] {
    let all = Set(map { ObjectIdentifier($0) })
    return filter { level in !level.withAllUnder.dropFirst().contains { all.contains(ObjectIdentifier($0)) } }
  }
}
