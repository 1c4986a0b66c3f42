import Synchronization

/// The overlays that are open in a group of containers: all containers of one stack, all generations of one live
/// container, or a single container.
///
/// A container that joins the group gets the open overlays, so that code under an overlay never reaches a replaced
/// service when the stack changes.
///
/// An `OverlayRequest` is an overlay as the program requested it; an `OpenOverlay` is the overlay's current state.
/// `OverlayList` keeps the overlays in order, and decides which containers and tasks each overlay applies to.
/// `Level+Overlays` has the code for a single level, such as the replacement of services.
///
/// Levels are planned and made without holding the lock, since planning calls the program's own code. If the overlays
/// have changed when a caller is done, the caller starts over.
package final class OpenOverlays: Sendable {
  private let list = Lock(OverlayList())
  /// The number of open overlays. If the number is zero, no caller takes the lock.
  let count = Atomic<Int>(0)
  /// The number of overlays that belong to a task.
  private let taskCount = Atomic<Int>(0)

  package init() {}

  /// The levels of the containers in the group, if there are several. Some may have ended.
  var members: [Level] { list.withLock { $0.joined > 1 ? $0.loadedMembers : [] } }

  /// Calls a body with the level in which a container resolves services. If the body throws because an overlay has
  /// ended, calls the body again with the new level.
  fileprivate func withLevel<Value>(for level: Level, _ body: (Level) throws -> Value) throws -> Value {
    while count.load(ordering: .acquiring) > 0 {
      let task = taskCount.load(ordering: .acquiring) == 0 ? nil : TaskOverlay.innermost
      let seen = list.withLock { $0.seen(from: level, in: task) }
      guard seen.newest != nil else { break }
      do {
        guard let lent = seen.lent else { return try body(try self.level(level, under: seen.all)) }
        return try withExtendedLifetime(seen) { try lent._withUnsafeGuaranteedRef(body) }
      } catch  where seen.hasEnded && !level.hasEnded {
        continue
      }
    }
    return try body(level)
  }

  /// Adds overlays, given newest first, on top of a level. Skips overlays that the level already has.
  private func level(_ level: Level, under overlays: [OpenOverlay]) throws -> Level {
    try overlays.reversed().reduce(level) { level, overlay in
      level.has(overlay.request) ? level : try self.level(level, under: overlay)
    }
  }

  private func level(_ older: Level, under overlay: OpenOverlay) throws -> Level {
    if let known = list.withLock({ _ in overlay.levels[over: older] }) { return known }
    // Recursion is safe: scopes nest only as deep as a program opens them inside one another.
    let below = try older.below.map { overlay.counts(for: $0) ? try level($0, under: overlay) : $0 }
    let made = try Level(overlay.request, over: older, below: below)
    try made.joinLevelsUnder()
    made.doors.shut()
    let kept = list.withLock { _ in
      overlay.hasEnded.load(ordering: .acquiring) ? nil : overlay.levels.add(made, over: older)
    }
    if kept !== made {
      made.markEnded()
      made.doors.reopen()
    }
    guard let kept else { throw ContainerClosed() }
    return kept
  }

  /// Makes a container's levels for these overlays. Ignores an error if the container was closed meanwhile, since
  /// nothing will use the levels.
  private func put(_ overlays: [OpenOverlay], on member: Level) throws {
    do {
      _ = try level(member, under: overlays)
    } catch  where member.hasEnded {
      return
    }
  }

  /// Opens an overlay. If the level is a scope, the overlay applies only in that scope; otherwise it applies in all
  /// containers of the group.
  ///
  /// - Parameter level: The container itself, or a scope as it was opened.
  func open(_ request: OverlayRequest, on level: Level) throws {
    let isOfScope = !level.isFoundation
    while true {
      let (under, task, members, joined) = list.withLock { list in
        (
          list.seen(from: level, in: request.outer), request.own ?? list.innermost(of: request.outer, for: level),
          isOfScope ? [] : list.loadedMembers, list.joined
        )
      }
      let overlay = OpenOverlay(request, base: isOfScope ? level : nil, task: task, under: under.all.map(\.request))
      let overlays = [overlay] + under.all
      let made = Result {
        _ = try self.level(level, under: overlays)
        for member in members where member !== level && !member.hasEnded { try put(overlays, on: member) }
      }
      let isCurrent = list.withLock { list in
        guard list.joined == joined, list.seen(from: level, in: request.outer).isSame(as: under) else { return false }
        if case .failure = made { return true }
        list.append(overlay)
        taskCount.add(request.own == nil ? 0 : 1, ordering: .acquiringAndReleasing)
        count.add(1, ordering: .acquiringAndReleasing)
        return true
      }
      if isCurrent, case .success = made { return }
      overlay.hasEnded.store(true, ordering: .releasing)
      end(list.withLock { _ in overlay.levels.all })
      if isCurrent { return try made.get() }
    }
  }

  /// Adds a container to the group, and applies the open overlays to it.
  func join(_ table: SlotTable) throws {
    let foundation = table.level
    while true {
      let (stacks, members, joined) = list.withLock { list in
        (list.open.filter { $0.base == nil }.map { list.withThoseUnder($0) }, list.loadedMembers, list.joined)
      }
      let newest = members.last { !$0.hasEnded }?.wiring
      let made = Result {
        for overlays in stacks {
          if let newest { try overlays.first?.request.check(foundation.wiring, replacing: newest) }
          _ = try level(foundation, under: overlays)
        }
      }
      let removed = list.withLock { list -> OverlayList.Removed? in
        let open = list.open.filter { $0.base == nil }
        guard list.joined == joined, open.elementsEqual(stacks, by: { $0 === $1.first }) else { return nil }
        guard case .success = made else { return list.remove(nil) { $0.core === foundation.core } }
        return list.join(table)
      }
      guard let removed else { continue }
      end(removed.levels)
      return try made.get()
    }
  }

  /// Removes an overlay from every container. The overlays on top of it get new levels, without instances. A level in
  /// which a scope is open stays in use for that scope.
  ///
  /// The caller must call ``replace(_:)``.
  func remove(_ request: OverlayRequest) -> OverlayList.Removed {
    list.withLock { list in
      // Scopes that are open in the levels of an overlay that has ended may use them with newer overlays.
      guard list.open.contains(where: { $0.request === request }) else { return OverlayList.Removed() }
      taskCount.subtract(request.own == nil ? 0 : 1, ordering: .acquiringAndReleasing)
      count.subtract(1, ordering: .acquiringAndReleasing)
      return list.remove(request) { _ in false }
    }
  }

  /// Rebuilds the levels on top of a removed overlay, ends the removed levels that no open scope uses, and reopens the
  /// fast paths of the slots that these levels kept on the slow path. Until then, code that resolves a service
  /// makes the new levels that it needs.
  ///
  /// - Returns: The ended levels, which the caller must close, newest first.
  func replace(_ removed: OverlayList.Removed) -> [Level] {
    // The new levels close the fast paths before the old ones reopen them.
    let unfit = removed.moved.filter { !makeLevels(of: $0) }
    for doors in removed.heldShut { doors.reopen() }
    for level in removed.levels {
      if let holder = unfit.last(where: { level.has($0) }) { hold(level.doors, for: holder) }
      level.leave()
    }
    return removed.levels.flatMap { $0.endIfUnused() }
  }

  /// Keeps slots on the slow path while an overlay that is no longer valid is open.
  private func hold(_ doors: Level.Doors, for request: OverlayRequest) {
    doors.shut()
    let isHeld = list.withLock { list in
      guard let overlay = list.stack(of: request)?.first else { return false }
      overlay.heldShut.append(doors)
      return true
    }
    if !isHeld { doors.reopen() }
  }

  /// Rebuilds the levels of an overlay in every container or scope in which it is open.
  ///
  /// - Returns: Whether the overlay is valid. If it is not, every resolution throws.
  private func makeLevels(of request: OverlayRequest) -> Bool {
    while true {
      let (overlays, members) = list.withLock { ($0.stack(of: request), $0.loadedMembers) }
      guard let overlays, let overlay = overlays.first else { return true }
      do {
        for member in overlay.base.map({ [$0] }) ?? members where !member.hasEnded { try put(overlays, on: member) }
        return true
      } catch {
        // If an overlay was replaced meanwhile, its levels are made again at its current position.
        if !overlays.contains(where: { $0.hasEnded.load(ordering: .acquiring) }) { return false }
      }
    }
  }

  private func end(_ levels: [Level]) {
    for level in levels {
      level.end()
      level.doors.reopen()
    }
  }
}

extension Level {
  /// Calls a body with the level in which this container, or this scope as it was opened, resolves services under the
  /// overlays that are open. May call the body again if an overlay ends.
  @inline(__always)
  func underOverlays<Value>(_ body: (Level) throws -> Value) throws -> Value {
    isUnderOverlays ? try underOpenOverlays(body) : try body(self)
  }

  /// Whether overlays are open, in any container of the group.
  @inline(__always)
  var isUnderOverlays: Bool { core.overlays.count.load(ordering: .acquiring) > 0 }

  // A function of its own, so that a call without overlays captures and retains nothing.
  @inline(never)
  private func underOpenOverlays<Value>(_ body: (Level) throws -> Value) throws -> Value {
    try core.overlays.withLevel(for: self, body)
  }
}

/// An open overlay, with the levels in which it is the newest.
final class OpenOverlay: @unchecked Sendable {
  // Unchecked because of the variables, which the lock of `OpenOverlays` guards.
  let request: OverlayRequest
  /// The only scope to which the overlay applies; `nil` if it applies everywhere.
  let base: Level?
  /// The task overlay that determines which tasks see this overlay; `nil` if all tasks see it.
  let task: TaskOverlay?
  /// The overlays below this overlay, newest first. They are the overlays that applied where this overlay was opened.
  let under: [OverlayRequest]
  /// Whether the overlay was removed, or replaced by a copy because some of its levels ended.
  let hasEnded = Atomic<Bool>(false)
  var levels = Levels()
  /// The slots of ended levels that stay on the slow path, because the open overlay is no longer valid.
  var heldShut: [Level.Doors] = []

  init(_ request: OverlayRequest, base: Level?, task: TaskOverlay?, under: [OverlayRequest]) {
    self.request = request
    self.base = base
    self.task = task
    self.under = under
  }

  /// The overlay's levels, by the level below each. Levels are never removed, so code that holds the overlay may borrow
  /// them.
  struct Levels: Sendable {
    /// All levels of the overlay, in the order of creation.
    private(set) var all: [Level] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    subscript(over older: Level) -> Level? { position(over: older).map { all[$0] } }

    /// This overlay's level on top of another level. Not retained, since retaining an object that has weak references
    /// is slow.
    func lent(over older: Level) -> Unmanaged<Level>? { position(over: older).map { .passUnretained(all[$0]) } }

    private func position(over older: Level) -> Int? {
      // Usually there is only one level, and comparing it is faster than the dictionary.
      if let first = all.first, first.older === older { return 0 }
      return positions[ObjectIdentifier(older)]
    }

    /// Adds a level and returns it, or returns the level that already exists on top of `older`.
    mutating func add(_ level: Level, over older: Level) -> Level {
      if let first = self[over: older] { return first }
      positions[ObjectIdentifier(older)] = all.count
      all.append(level)
      return level
    }
  }

  /// The existing level with this overlay on top of a level, or that level itself if it already has the overlay.
  func made(over level: Unmanaged<Level>) -> Unmanaged<Level>? {
    level._withUnsafeGuaranteedRef { older in older.has(request) ? level : levels.lent(over: older) }
  }

  /// Whether this overlay applies to a container or an open scope.
  func counts(for level: Level) -> Bool {
    guard let base else { return true }
    return base === level || level.lies(on: base)
  }

  /// Whether a task with these task overlays sees this overlay.
  func isSeen(in task: TaskOverlay?) -> Bool {
    guard let own = self.task else { return true }
    return task.map { sequence(first: $0, next: \.outer).contains { $0 === own } } ?? false
  }
}
