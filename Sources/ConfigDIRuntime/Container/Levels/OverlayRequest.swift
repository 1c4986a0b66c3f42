/// An overlay as it was asked for, whichever containers it is open in.
final class OverlayRequest: Sendable {
  /// The replacements of services, by the keys that were asked for.
  let replacements: [(key: ServiceKey, Overlay.Replacement)]
  /// Other factories and parameters' values; `nil` if nothing of the manifest changes.
  let definition: LevelDefinition?
  /// What the task that opened it carries in order to see it; `nil` if it is of the process.
  let own: TaskOverlay?
  /// The overlays of the task that opened it.
  let outer: TaskOverlay?

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
    outer = TaskOverlay.innermost
    own = isOfTask ? TaskOverlay(outer: outer) : nil
  }
}

/// One overlay of a task, with the overlays of the task around it. It says which overlay is meant, also after that has
/// ended, and keeps nothing of it.
final class TaskOverlay: Sendable {
  @TaskLocal static var innermost: TaskOverlay?

  let outer: TaskOverlay?

  init(outer: TaskOverlay?) {
    self.outer = outer
  }
}
