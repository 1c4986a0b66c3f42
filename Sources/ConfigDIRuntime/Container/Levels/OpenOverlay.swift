import Synchronization

/// An overlay that is open, with the levels in which it is the newest.
final class OpenOverlay: @unchecked Sendable {
  // Unchecked for the variables, which the lock of `OpenOverlays` guards.
  let request: OverlayRequest
  /// The scope on which it was opened, and in which alone it counts; `nil` if it counts everywhere.
  let base: Level?
  /// The overlay of a task together with which it counts: itself, or the one around it; `nil` if it counts in all tasks.
  let task: TaskOverlay?
  /// The overlays over which it counts, the newest first: those that counted where it was opened.
  let under: [OverlayRequest]
  /// Whether it was removed, or another stands in its place since some of its levels ended.
  let hasEnded = Atomic<Bool>(false)
  var levels = Levels()
  /// Doors of levels that have ended, which stay shut as long as the overlay is open, since it does not fit any more.
  var heldShut: [Level.Doors] = []

  init(_ request: OverlayRequest, base: Level?, task: TaskOverlay?, under: [OverlayRequest]) {
    self.request = request
    self.base = base
    self.task = task
    self.under = under
  }

  /// The same overlay with fewer levels, and not over an overlay that was removed.
  init(_ other: OpenOverlay, notOver removed: OverlayRequest?, levels: Levels) {
    request = other.request
    base = other.base
    task = other.task
    under = other.under.filter { $0 !== removed }
    heldShut = other.heldShut
    self.levels = levels
  }

  /// Levels by the level that each lies on without the overlay. None is taken out, so a level may be lent by whoever
  /// holds the overlay.
  struct Levels: Sendable {
    /// In the order in which they were made.
    private(set) var all: [Level] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    subscript(over older: Level) -> Level? { position(over: older).map { all[$0] } }

    /// The level without a retain, which is slow for an object with weak references to it.
    func lent(over older: Level) -> Unmanaged<Level>? { position(over: older).map { .passUnretained(all[$0]) } }

    private func position(over older: Level) -> Int? {
      // Most often there is one, and this is faster than the dictionary.
      if let first = all.first, first.older === older { return 0 }
      return positions[ObjectIdentifier(older)]
    }

    /// Adds a level, and returns it, or the one that is there already.
    mutating func add(_ level: Level, over older: Level) -> Level {
      if let first = self[over: older] { return first }
      positions[ObjectIdentifier(older)] = all.count
      all.append(level)
      return level
    }

    func filter(_ isKept: (Level) -> Bool) -> Levels {
      var kept = Levels()
      for level in all where isKept(level) {
        if let older = level.older { _ = kept.add(level, over: older) }
      }
      return kept
    }
  }
}

extension OpenOverlay {
  /// A level with this overlay, if it was made already, or the level itself if it has the overlay.
  func made(over level: Unmanaged<Level>) -> Unmanaged<Level>? {
    level._withUnsafeGuaranteedRef { older in older.has(request) ? level : levels.lent(over: older) }
  }

  /// Whether it counts for a container or an open scope.
  func counts(for level: Level) -> Bool {
    guard let base else { return true }
    return base === level || level.lies(on: base)
  }

  /// Whether a task with these overlays sees this one.
  func isSeen(in task: TaskOverlay?) -> Bool {
    guard let own = self.task else { return true }
    var task = task
    while let current = task {
      if current === own { return true }
      task = current.outer
    }
    return false
  }
}
