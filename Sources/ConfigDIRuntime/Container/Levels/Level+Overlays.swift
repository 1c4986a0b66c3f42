import Synchronization

extension Level {
  /// This level without its overlays: the container itself, or the scope as it was opened.
  var origin: Level { sequence(first: self, next: \.older).reduce(self) { $1 } }

  /// The level of the container itself, at the bottom of all levels under this level.
  var foundation: Level { sequence(first: self, next: { $0.older ?? $0.below }).reduce(self) { $1 } }

  func has(_ request: OverlayRequest) -> Bool { overlays.contains { $0.request === request } }

  /// This level, and all levels whose slots it uses.
  var withAllUnder: [Level] {
    var found: [Level] = []
    var open = [self]
    while let level = open.popLast() {
      guard !found.contains(where: { $0 === level }) else { continue }
      found.append(level)
      open += level.levelsUnder
    }
    return found
  }

  /// Whether this level is `other`, or uses slots of `other` directly or indirectly.
  func lies(on other: Level) -> Bool { withAllUnder.contains { $0 === other } }

  /// Registers this level with the levels below, so that they close this level before they close themselves.
  func joinLevelsUnder() throws {
    do {
      for level in levelsUnder { try level.adopt(self) }
    } catch {
      markEnded()
      throw error
    }
  }

  /// The slots that stay on the slow path while this level is open, so that overlaid services are looked up level by
  /// level.
  var doors: Doors {
    guard older != nil, let newest = overlays.first else { return Doors(making: core.making, slots: []) }
    let foundation = foundation
    return Doors(making: core.making, slots: newest.reach.compactMap { foundation.ownSlot($0) })
  }

  struct Doors: Sendable {
    fileprivate let making: MakingLock
    fileprivate let slots: [AnySlot]

    /// Puts the slots on the slow path until `reopen` has been called as many times as this function.
    func shut() { making.changeHolds(of: slots, by: 1) }
    func reopen() { making.changeHolds(of: slots, by: -1) }
  }

  var takesScopes: Bool {
    !isClosed.load(ordering: .sequentiallyConsistent) && !isLeft.load(ordering: .sequentiallyConsistent)
  }

  /// Records that the level's overlay was removed. The level stays in use for the scopes that are open in it.
  func leave() {
    let doors = doors
    contents.withLock { $0.makeRare().heldDoors = doors }
    isLeft.store(true, ordering: .sequentiallyConsistent)
  }

  /// Ends this level if its overlay was removed and the level is no longer used, and does the same for the levels
  /// below.
  ///
  /// - Returns: The levels that the caller must close.
  func endIfUnused() -> [Level] {
    guard isLeft.load(ordering: .acquiring), !isUsed, let doors = contents.withLock({ $0.rare?.heldDoors.take() })
    else { return [] }
    end()
    doors.reopen()
    // If a level under this one is already closing, it closes this level too, and waits for the caller.
    let isClosing = contents.withLock { if case .no = $0.closing { false } else { true } }
    return (isClosing ? [] : [self]) + levelsUnder.flatMap { $0.endIfUnused() }
  }

  /// Whether a scope is open in this level, or in a level on top of it whose overlay was removed.
  private var isUsed: Bool {
    guard openScopes.isEmpty else { return true }
    return contents.withLock { $0.rare?.openViews ?? [] }.contains {
      !$0.hasEnded && $0.isLeft.load(ordering: .acquiring)
    }
  }

  private var levelsUnder: [Level] { [older, below].compactMap(\.self) }

  /// Closes the levels that were used only by the given levels, which are already closed.
  ///
  /// - Parameter asking: The creation that waits for this call, if any.
  static func endUnused(under closed: [Level], for asking: AsyncMaking? = nil) async {
    let unused = closed.filter(\.isOnLeftLevel).flatMap(\.levelsUnder).flatMap { $0.endIfUnused() }
    await unused.closeKeepingFailures(for: asking)
  }

  /// Ends an open scope that the program has released. The scope's instances are freed without being closed.
  func release() {
    guard OpenScopes.remove(self), isOnLeftLevel else { return }
    let unused = levelsUnder.flatMap { $0.endIfUnused() }
    if !unused.isEmpty { Task { await unused.closeKeepingFailures() } }
  }

  /// Makes this level's slot for a service, as defined by the newest overlay that replaces the service, or else by the
  /// manifest.
  func makeSlot(_ service: Int, under first: Int = 0) throws -> AnySlot {
    guard let index = replacement(of: service, under: first) else { return try plannedSlot(service) }
    switch overlays[index].replacements[service] {
    case .slot(let replace): return try replace(self, service) { try original(of: service, replacedBy: index) }
    case .original:
      let origin = origin
      guard !origin.overlays.isEmpty else { return try origin.slot(service) }
      // The scope was opened under overlays, so it has no level without them.
      return try original(of: service, replacedBy: overlays.count - 1)
    case nil, .planned, .renewed: return try plannedSlot(service)
    }
  }

  /// The index of the newest overlay that replaces a service with its own slot; `nil` if the level's wiring makes the
  /// service.
  func replacement(of service: Int, under first: Int = 0) -> Int? {
    guard !overlays.isEmpty else { return nil }
    for index in overlays.indices[first...] {
      switch overlays[index].replacements[service] {
      case nil, .renewed: continue
      case .planned: return nil
      case .slot: return index
      case .original:
        // A newer overlay may remake the service, or what it depends on.
        let isRemade = overlays[first..<index].contains { $0.reach.contains(service) }
        return isRemade || first > 0 && isAffected(service, by: overlays[..<first]) ? nil : index
      }
    }
    return nil
  }

  /// The slot that an overlay replaces: the slot that would serve the service without that overlay and newer overlays.
  ///
  /// A new slot is made in this level if one of these overlays renews or rewires the service, or replaces something that
  /// the service depends on.
  func original(of service: Int, replacedBy index: Int) throws -> AnySlot {
    let next = index + 1
    // `nil` if the scope was opened under one of these overlays.
    let without = (0..<next).reduce(Optional(self)) { level, _ in level?.older }
    if let without, !isAffected(service, by: overlays[...index]) {
      return try without.slot(service)
    }
    let place = Original(service: service, under: next)
    return try contents.withLock { $0.makeRare().originals }.answer(place) { try makeSlot(service, under: next) }
  }

  /// A service that overlays have replaced, and the index of the first overlay that still applies to the original
  /// service.
  struct Original: Sendable, Hashable {
    let service: Int
    let under: Int
  }

  /// Whether any of these overlays affects a service. Ignores the last overlay's replacement of the service itself.
  private func isAffected(_ service: Int, by replacing: ArraySlice<Overlay>) -> Bool {
    if replacing.last?.rewired.contains(service) == true { return true }
    if replacing.dropLast().contains(where: { $0.replacements[service] != nil }) { return true }
    let others = Set(replacing.flatMap { $0.replacements.keys }).subtracting([service])
    return !others.isEmpty && wiring.reach(from: others).contains(service)
  }
}

extension [Level] {
  /// The levels that are not on top of another level in this list. Closing these levels closes all others in the list
  /// first.
  private var lowest: [Level] {
    let all = Set(map { ObjectIdentifier($0) })
    return filter { level in !level.withAllUnder.dropFirst().contains { all.contains(ObjectIdentifier($0)) } }
  }

  // The list keeps all its levels alive until they are closed: a level knows the levels on top of it only weakly.
  func close() async -> [ClosingFailed.Failure] {
    guard !waits(for: .asking) else {
      Task { await closeKeepingFailures() }
      return []
    }
    let failures = await Level.close(lowest)
    // The caller reports these failures, so the levels below must not report them again.
    for level in self { level.forgetFailures() }
    return failures
  }

  /// Closes levels that have ended.
  ///
  /// - Parameter asking: The creation that waits for this call, if any. A factory that ended the level of its own
  ///   service does not wait until the level is closed.
  func closeKeepingFailures(for asking: AsyncMaking? = nil) async {
    guard !waits(for: asking) else {
      Task { await closeKeepingFailures() }
      return
    }
    for level in lowest { await level.closeKeepingFailures() }
  }

  /// Whether closing these levels waits for a creation.
  private func waits(for making: AsyncMaking?) -> Bool {
    guard let making else { return false }
    return contains { making.slot.owner.lies(on: $0) }
  }
}
