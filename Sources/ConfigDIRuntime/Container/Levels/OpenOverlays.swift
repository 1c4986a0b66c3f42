import Synchronization

/// The overlays that are open in one container.
final class OpenOverlays: Sendable {
  /// The open overlays, the newest last.
  private let open = Lock<[OpenOverlay]>([])
  /// The number of open overlays: at zero nobody takes the lock.
  let count = Atomic<Int>(0)
  /// The number of overlays that belong to a task.
  private let taskCount = Atomic<Int>(0)
  /// The number of overlays that were opened on a scope.
  private let scopedCount = Atomic<Int>(0)

  /// The level in which a container resolves, given the overlays that are open.
  func level(for level: Level) -> Level {
    visible(for: level).level(for: level)
  }

  /// Calls a body with the level in which a container resolves. Calls it again if that level's overlay ends meanwhile.
  func withLevel<Result>(for level: Level, _ body: (Level) throws -> Result) throws -> Result {
    while count.load(ordering: .acquiring) > 0 {
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
    return open.withLock { overlays in
      let count = overlays.count
      return visible(among: &overlays, first: count, for: level, in: task)
    }
  }

  /// The overlays that count for a level, among the first few.
  ///
  /// - Parameter overlays: Not changed; passed by reference, so that only the overlay that is found is retained.
  private func visible(
    among overlays: inout [OpenOverlay], first count: Int, for level: Level, in task: TaskOverlay?
  ) -> Visible {
    guard let position = newest(of: &overlays, first: count, for: level, in: task) else { return Visible() }
    var visible = Visible(newest: overlays[position])
    // Unless one was opened on a scope, each overlay that counts lies on the older ones.
    guard scopedCount.load(ordering: .acquiring) > 0 else { return visible }
    for overlay in overlays[..<position].reversed() where overlay.isSeen(in: task) && overlay.counts(for: level) {
      visible.add(overlay)
    }
    return visible
  }

  /// The task's newest overlay, from the innermost outwards; without one, the newest of the process.
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

  private var overlaysOfTask: TaskOverlay? {
    taskCount.load(ordering: .acquiring) == 0 ? nil : TaskOverlay.innermost
  }

  /// Opens an overlay over the level that a container resolves in now. The family's lock is held.
  func open(_ request: OverlayRequest, on base: Level) throws {
    let below = open.withLock { overlays in
      let count = overlays.count
      return visible(among: &overlays, first: count, for: base, in: request.task).level(for: base)
    }
    let overlay = try Overlay(request, over: below)
    // The family's lock keeps others from opening or ending an overlay meanwhile.
    try open.withLock { overlays in
      let enclosing = request.isOfTask ? nil : taskOverlay(of: overlays, for: base, in: request.task)
      let open = OpenOverlay(request, base, try Level(overlay, over: below), in: enclosing)
      if request.isOfTask { taskCount.add(1, ordering: .acquiringAndReleasing) }
      if case .scope = base.kind { scopedCount.add(1, ordering: .acquiringAndReleasing) }
      overlays.append(open)
    }
  }

  /// The innermost overlay of a task that counts for a container.
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

  /// Removes an overlay, and moves the overlays that lie on it to the level below it, where they begin without
  /// instances.
  ///
  /// - Returns: The levels that the caller must end, the newest first.
  func remove(_ id: ObjectIdentifier) -> [Level] {
    let ended = open.withLock { overlays -> [Level] in
      guard let index = overlays.firstIndex(where: { $0.id == id }) else { return [] }
      if overlays[index].isOfTask { taskCount.subtract(1, ordering: .acquiringAndReleasing) }
      if case .scope = overlays[index].base.kind { scopedCount.subtract(1, ordering: .acquiringAndReleasing) }
      var ended = [overlays.remove(at: index).level]
      for position in overlays.indices[index...] {
        let old = overlays[position]
        guard ended.contains(where: { old.level.isOver($0) }) else { continue }
        let below = visible(among: &overlays, first: position, for: old.base, in: old.task).level(for: old.base)
        do {
          overlays[position] = try old.moved(onto: below)
          ended.append(old.level)
        } catch {
          // The container has ended, or the change does not fit without the removed overlay: it stays as it was
          // planned.
          continue
        }
      }
      return ended.reversed()
    }
    for level in ended { level.reopenDoors() }
    return ended
  }
}

/// The overlays that count for a level: the newest with the older ones under it, and older ones that it does not lie
/// on, since they are of another scope.
private struct Visible {
  var newest: OpenOverlay?
  /// The newest first.
  var others: [OpenOverlay] = []

  mutating func add(_ overlay: OpenOverlay) {
    let isUnder = newest?.level.isOver(overlay.level) == true || others.contains { $0.level.isOver(overlay.level) }
    if !isUnder { others.append(overlay) }
  }

  /// The level in which a container resolves.
  func level(for level: Level) -> Level {
    guard let newest else { return level }
    return others.reversed().reduce(level) { $0.under($1) }.under(newest)
  }

  var hasEnded: Bool { newest?.hasEnded == true || others.contains(where: \.hasEnded) }
}
