import Synchronization

/// The open overlays in their order, and which of them count for whom.
struct OverlayList: Sendable {
  /// The newest last.
  private(set) var open: [OpenOverlay] = []
  /// The number of containers that have joined so far.
  private(set) var joined = 0
  /// The containers that share the overlays.
  private var members: [WeakLevel] = []
  /// The number of overlays that were opened on a scope.
  private var scopedCount = 0

  /// The overlays that count for a container, as a task sees them.
  struct Seen: Sendable {
    /// The newest first.
    var all: [OpenOverlay] = []
    /// The level of the newest, if it is the only one and has its level already.
    var lent: LentLevel?

    var hasEnded: Bool { all.contains { $0.hasEnded.load(ordering: .acquiring) } }

    func isSame(as other: Seen) -> Bool { all.elementsEqual(other.all, by: ===) }
  }

  /// A level that lives as long as its overlay does.
  struct LentLevel: @unchecked Sendable {
    // Unchecked: `Seen` has the overlay beside it.
    let level: Unmanaged<Level>
  }

  /// The containers that are in use. Release them without the lock: services that end may open and remove overlays.
  var openMembers: [Level] { members.compactMap(\.level).filter { !$0.hasEnded } }

  /// The overlays that count for a container or an open scope: its newest with those under it, then those that this one
  /// was not opened over, since they are of another scope.
  func seen(from level: Level, in task: TaskOverlay?) -> Seen {
    guard let position = newest(for: level, in: task) else { return Seen() }
    let newest = open[position]
    guard scopedCount > 0 else {
      guard newest.under.isEmpty else { return Seen(all: withThoseUnder(newest)) }
      return Seen(all: [newest], lent: newest.levels.lent(over: level).map(LentLevel.init))
    }
    var stacks = [withThoseUnder(newest)]
    for overlay in open[..<position].reversed() where overlay.isSeen(in: task) && overlay.counts(for: level) {
      if !stacks.joined().contains(where: { $0 === overlay }) { stacks.append(withThoseUnder(overlay)) }
    }
    return Seen(
      all: stacks.reversed().reduce(into: []) { all, stack in
        all = stack.filter { overlay in !all.contains { $0 === overlay } } + all
      })
  }

  /// An overlay and the open ones under it.
  func withThoseUnder(_ overlay: OpenOverlay) -> [OpenOverlay] {
    [overlay] + overlay.under.compactMap { request in open.first { $0.request === request } }
  }

  /// The task's newest overlay, from the innermost outwards; without one, the newest that counts in all tasks.
  private func newest(for level: Level, in task: TaskOverlay?) -> Int? {
    var task = task
    while let current = task {
      if let found = open.lastIndex(where: { $0.task === current && $0.counts(for: level) }) { return found }
      task = current.outer
    }
    return open.lastIndex { $0.task == nil && $0.counts(for: level) }
  }

  /// The innermost overlay of a task that counts for a container.
  func innermost(of task: TaskOverlay?, for level: Level) -> TaskOverlay? {
    var task = task
    while let current = task {
      if open.contains(where: { $0.request.own === current && $0.counts(for: level) }) { return current }
      task = current.outer
    }
    return nil
  }

  mutating func append(_ overlay: OpenOverlay) {
    open.append(overlay)
    if overlay.base != nil { scopedCount += 1 }
  }

  /// - Returns: The containers that were looked at, to be released without the lock.
  mutating func join(_ foundation: Level) -> [Level] {
    let members = openMembers
    self.members = (members + [foundation]).map { WeakLevel(level: $0) }
    joined += 1
    return members
  }

  /// What was taken out of the list.
  struct Removed: Sendable {
    /// The newest first.
    var levels: [Level] = []
    /// The overlays that another stands in place of, or none. Release them without the lock.
    var overlays: [OpenOverlay] = []
    /// The overlays that lay on the removed one, without it.
    var moved: [OpenOverlay] = []
  }

  /// Takes out levels, and an overlay with all levels in which it counts.
  mutating func remove(_ request: OverlayRequest?, levels isGone: (Level) -> Bool) -> Removed {
    var removed = Removed()
    func isOut(_ level: Level) -> Bool { isGone(level) || request.map(level.has) == true }
    var kept: [OpenOverlay] = []
    for overlay in open {
      let gone = overlay.levels.all.filter(isOut)
      let isUnder = overlay.under.contains { $0 === request }
      guard overlay.request === request || isUnder || !gone.isEmpty else {
        kept.append(overlay)
        continue
      }
      overlay.hasEnded.store(true, ordering: .releasing)
      removed.levels.insert(contentsOf: gone.reversed(), at: 0)
      removed.overlays.append(overlay)
      guard overlay.request !== request else {
        if overlay.base != nil { scopedCount -= 1 }
        continue
      }
      let moved = OpenOverlay(overlay, notOver: request, levels: overlay.levels.filter { !isOut($0) })
      if isUnder { removed.moved.append(moved) }
      kept.append(moved)
    }
    open = kept
    return removed
  }
}
