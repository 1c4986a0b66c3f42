import Synchronization

/// The open overlays in order. Determines which overlays apply to a given container and task.
struct OverlayList: Sendable {
  /// The open overlays, newest last.
  private(set) var open: [OpenOverlay] = []
  /// The number of containers that have joined so far.
  private(set) var joined = 0
  private var members: [Member] = []
  /// The number of overlays that were opened on a scope.
  private var scopedCount = 0

  /// The overlays that apply to a container, as seen by a task.
  struct Seen: Sendable {
    /// The newest overlay; `nil` if none applies.
    var newest: OpenOverlay?
    /// The other overlays, newest first. Usually there are none, and then nothing is allocated.
    var others: [OpenOverlay] = []
    /// The level with all these overlays, if it has already been made. Not retained, since its overlay or the original
    /// level keeps it alive.
    nonisolated(unsafe) var lent: Unmanaged<Level>?

    var all: [OpenOverlay] { (newest.map { [$0] } ?? []) + others }

    var hasEnded: Bool { all.contains { $0.hasEnded.load(ordering: .acquiring) } }

    func isSame(as other: Seen) -> Bool { all.elementsEqual(other.all, by: ===) }
  }

  /// A weak reference to the slot table of a container in the group. A weak reference to the container would slow down
  /// each retain of the container, and every scope that is opened retains the container.
  private struct Member: Sendable {
    private(set) weak var table: SlotTable?
  }

  /// The levels of the containers that have not been freed; some may have ended. Release them outside the lock, since
  /// services that are freed may open and remove overlays.
  var loadedMembers: [Level] { members.compactMap(\.table?.level) }

  /// The overlays that apply to a container or an open scope: first the newest overlay with the overlays below it, then
  /// any others, which were opened on a different scope.
  func seen(from level: Level, in task: TaskOverlay?) -> Seen {
    guard let position = newest(for: level, in: task) else { return Seen() }
    let newest = open[position]
    let others = scopedCount == 0 ? under(newest) : others(from: level, in: task, below: position)
    var found = Unmanaged.passUnretained(level)
    for overlay in others.reversed() {
      guard let next = overlay.made(over: found) else { return Seen(newest: newest, others: others) }
      found = next
    }
    return Seen(newest: newest, others: others, lent: newest.made(over: found))
  }

  /// The overlays that apply besides the newest overlay, which is at `position`. Needed only if some overlays were
  /// opened on scopes.
  private func others(from level: Level, in task: TaskOverlay?, below position: Int) -> [OpenOverlay] {
    var stacks = [under(open[position])]
    for overlay in open[..<position].reversed() where overlay.isSeen(in: task) && overlay.counts(for: level) {
      if !stacks.joined().contains(where: { $0 === overlay }) { stacks.append(withThoseUnder(overlay)) }
    }
    return stacks.reversed().reduce(into: []) { all, stack in
      all = stack.filter { overlay in !all.contains { $0 === overlay } } + all
    }
  }

  /// An open overlay and the open overlays below it, newest first; `nil` if the overlay has ended.
  func stack(of request: OverlayRequest) -> [OpenOverlay]? {
    open.first { $0.request === request }.map(withThoseUnder)
  }

  func withThoseUnder(_ overlay: OpenOverlay) -> [OpenOverlay] { [overlay] + under(overlay) }

  private func under(_ overlay: OpenOverlay) -> [OpenOverlay] {
    overlay.under.isEmpty ? [] : overlay.under.compactMap { request in open.first { $0.request === request } }
  }

  /// The index of the overlay that applies first: the newest overlay of the task, innermost first, or else the newest
  /// overlay that all tasks see.
  private func newest(for level: Level, in task: TaskOverlay?) -> Int? {
    var task = task
    while let current = task {
      if let found = open.lastIndex(where: { $0.task === current && $0.counts(for: level) }) { return found }
      task = current.outer
    }
    return open.lastIndex { $0.task == nil && $0.counts(for: level) }
  }

  /// The innermost of a task's overlays that applies to a container.
  func innermost(of task: TaskOverlay?, for level: Level) -> TaskOverlay? {
    task.flatMap { task in
      sequence(first: task, next: \.outer).first { outer in
        open.contains { $0.request.own === outer && $0.counts(for: level) }
      }
    }
  }

  mutating func append(_ overlay: OpenOverlay) {
    open.append(overlay)
    if overlay.base != nil { scopedCount += 1 }
  }

  /// Adds a container, and removes the levels of containers that have ended.
  mutating func join(_ table: SlotTable) -> Removed {
    let loaded = members.compactMap(\.table)
    members = (loaded.filter { !$0.level.hasEnded } + [table]).map { Member(table: $0) }
    joined += 1
    var removed = remove(nil) { $0.hasEnded }
    removed.members = loaded
    return removed
  }

  struct Removed: Sendable {
    /// The removed levels, newest first.
    var levels: [Level] = []
    /// The overlays that were removed or replaced. Release them outside the lock.
    var overlays: [OpenOverlay] = []
    /// The slots that the removed overlay kept on the slow path.
    var heldShut: [Level.Doors] = []
    /// The containers that were inspected. Release them outside the lock.
    var members: [SlotTable] = []
    /// The overlays that were on top of the removed overlay.
    var moved: [OverlayRequest] = []
  }

  /// Removes an overlay and all levels that have it, and removes the levels for which `isGone` returns `true`.
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
        removed.heldShut = overlay.heldShut
        if overlay.base != nil { scopedCount -= 1 }
        continue
      }
      // A copy that is no longer on top of the removed overlay.
      let moved = OpenOverlay(
        overlay.request, base: overlay.base, task: overlay.task, under: overlay.under.filter { $0 !== request })
      for level in overlay.levels.all where !isOut(level) {
        if let older = level.older { _ = moved.levels.add(level, over: older) }
      }
      moved.heldShut = overlay.heldShut
      if isUnder { removed.moved.append(overlay.request) }
      kept.append(moved)
    }
    open = kept
    return removed
  }
}
