/// The overlays that count in every container of a family: in all of a stack, or in one by itself.
///
/// A container that joins is given those that are open, so that a task or a token that holds one meets no real service
/// when the stack changes.
///
/// Order of locks: this one, then a container's `OpenOverlays`, then a level's `contents`, then the `MakingLock`.
package final class OverlayFamily: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    /// The oldest first.
    var open: [OverlayRequest] = []
    /// The foundations of the containers.
    var members: [WeakLevel] = []
  }

  /// Opens what is open on one more container.
  func join(_ foundation: Level) throws {
    // Let go of after the lock, as everything here: what ends may come back.
    let seen = try state.withLock { state -> [Level] in
      let members = state.members.compactMap(\.level).filter { !$0.hasEnded }
      for request in state.open { try foundation.core.overlays.open(request, on: foundation) }
      state.members = members.map { WeakLevel(level: $0) } + [WeakLevel(level: foundation)]
      return members
    }
    withExtendedLifetime(seen) {}
  }

  /// Opens an overlay on a container's level; where that is no scope, on all other containers too.
  func open(_ request: OverlayRequest, on base: Level) throws {
    var ended: [Level] = []
    defer { withExtendedLifetime(ended) {} }
    do {
      try state.withLock { state in
        try base.core.overlays.open(request, on: base)
        guard base.below == nil else { return }
        for member in state.members.compactMap(\.level) where member !== base && !member.hasEnded {
          ended.append(member)
          do {
            try member.core.overlays.open(request, on: member)
          } catch  where member.hasEnded {
            // It was closed meanwhile, and will be asked by nobody.
            continue
          }
        }
        state.open.append(request)
      }
    } catch {
      for level in remove(request, from: base.core) { level.end() }
      throw error
    }
  }

  /// Takes an overlay out of every container.
  ///
  /// - Parameter core: Of the container on which it was opened.
  /// - Returns: The levels that have ended, the newest of each container first.
  func remove(_ request: OverlayRequest, from core: Core) -> [Level] {
    let (ended, members, gone) = state.withLock { state in
      let gone = state.open.filter { $0 === request }
      state.open.removeAll { $0 === request }
      let members = state.members.compactMap(\.level)
      var cores = [core]
      for member in members where !cores.contains(where: { $0 === member.core }) { cores.append(member.core) }
      return (cores.flatMap { $0.overlays.remove(request.id) }, members, gone)
    }
    withExtendedLifetime((members, gone)) {}
    return ended
  }
}

/// An overlay as it was asked for, in whatever containers it is open.
final class OverlayRequest: Sendable {
  /// In the place of services, by the keys that were asked for.
  let replacements: [(key: ServiceKey, Overlay.Replacement)]
  /// Other factories and parameters' values; `nil` where nothing of the manifest changes.
  let definition: LevelDefinition?
  let isOfTask: Bool
  /// The overlays of the task that opened it.
  let task: TaskOverlay?

  /// - Parameter container: Says which service each definition is of.
  init(_ definitions: [OverlayDefinition], in container: Container, isOfTask: Bool) throws {
    var replacements: [(key: ServiceKey, Overlay.Replacement)] = []
    var changed: LevelDefinition?
    for definition in definitions {
      switch definition.content {
      case .replacement(let replacement, let service):
        replacements.append((try service.asked(in: container), replacement))
      case .change(let change):
        var definition = changed ?? LevelDefinition()
        try change.apply(container, &definition)
        changed = definition
      }
    }
    self.replacements = replacements
    self.definition = changed
    self.isOfTask = isOfTask
    task = TaskOverlay.innermost
  }

  var id: ObjectIdentifier { ObjectIdentifier(self) }
}
