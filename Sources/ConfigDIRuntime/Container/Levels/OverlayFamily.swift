/// The containers that share overlays, and the overlays that are open in them. The containers are all of one stack, all
/// of one live container, or a container by itself.
///
/// A container that joins gets the open overlays, so that a task or a token that holds one never reaches a real service
/// when the stack changes.
///
/// Order of locks: this one, then a container's `OpenOverlays`, then a level's `contents`, then the `MakingLock`.
package final class OverlayFamily: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    /// The open overlays, the oldest first.
    var open: [OverlayRequest] = []
    /// The foundations of the containers.
    var members: [WeakLevel] = []
  }

  /// Opens the open overlays in one more container.
  func join(_ foundation: Level) throws {
    // Released after the lock, as everything here: services that end may call this again.
    let seen = try state.withLock { state -> [Level] in
      let members = state.members.compactMap(\.level).filter { !$0.hasEnded }
      for request in state.open { try foundation.core.overlays.open(request, on: foundation) }
      state.members = members.map { WeakLevel(level: $0) } + [WeakLevel(level: foundation)]
      return members
    }
    withExtendedLifetime(seen) {}
  }

  /// Opens an overlay on a container's level. If the level is not a scope, opens it in all other containers too.
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
            // It was closed meanwhile, and nobody will ask it for anything.
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

  /// Removes an overlay from every container.
  ///
  /// - Parameter core: The core of the container on which it was opened.
  /// - Returns: The levels that the caller must end, the newest of each container first.
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

/// An overlay as it was asked for, whichever containers it is open in.
final class OverlayRequest: Sendable {
  /// The replacements of services, by the keys that were asked for.
  let replacements: [(key: ServiceKey, Overlay.Replacement)]
  /// Other factories and parameters' values; `nil` if nothing of the manifest changes.
  let definition: LevelDefinition?
  let isOfTask: Bool
  /// The overlays of the task that opened it.
  let task: TaskOverlay?

  /// - Parameter container: The container that says which service each definition names.
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
