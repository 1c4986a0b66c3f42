/// An overlay, and the level that it was opened on.
final class OpenOverlay: Sendable {
  let id: ObjectIdentifier
  let isOfTask: Bool
  /// The task's overlay inside which an overlay with a token was opened: it counts only together with that one.
  let enclosing: ObjectIdentifier?
  /// The overlays of the task that opened it.
  let task: TaskOverlay?
  /// The level that it was opened on. It counts there, and in the scopes of that container.
  let base: Level
  let level: Level

  init(_ request: OverlayRequest, _ base: Level, _ level: Level, in enclosing: ObjectIdentifier?) {
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

  /// The same overlay on another level. Nothing is made in it yet.
  func moved(onto below: Level) throws -> OpenOverlay {
    guard case .overlay(let overlay) = level.kind else { return self }
    return OpenOverlay(self, moved: try Level(try overlay.planned(on: below), over: below))
  }

  func counts(for level: Level) -> Bool {
    (base === level || level.lies(on: base)) && !hasEnded
  }

  var hasEnded: Bool { level.hasEnded }

  /// Lends the level instead of retaining it, which is slow for an object with weak references to it.
  func withOwnLevel<Result>(_ body: (Level) throws -> Result) rethrows -> Result {
    try Unmanaged.passUnretained(level)._withUnsafeGuaranteedRef(body)
  }
}

extension OpenOverlay {
  /// Whether a task with these overlays sees this one.
  func isSeen(in task: TaskOverlay?) -> Bool {
    guard let own = isOfTask ? id : enclosing else { return true }
    var task = task
    while let current = task {
      if current.id == own { return true }
      task = current.outer
    }
    return false
  }
}
