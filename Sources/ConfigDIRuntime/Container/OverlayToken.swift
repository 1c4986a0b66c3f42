import Synchronization

/// Holds an overlay of the process open. The overlay ends when the token is removed or released: keep the token for as
/// long as you want the overlay, since `_ = try container.overlay(…)` ends it at once.
///
/// On a container of a ``ContainerStack`` the overlay counts in all containers of the stack, whichever is on top.
public final class OverlayToken: Sendable {
  private let request: OverlayRequest
  private let core: Core
  private let place: String?

  /// - Parameter place: The place of the call, for the warning if the token was released at once.
  init(_ definitions: [OverlayDefinition], over container: Container, isOfTask: Bool, place: String? = nil) throws {
    request = try OverlayRequest(definitions, in: container, isOfTask: isOfTask)
    core = container.level.core
    self.place = place
    try core.overlays.open(request, on: container.level)
  }

  /// What a task carries in order to see the overlay.
  var task: TaskOverlay? { request.own }

  deinit {
    let ended = end()
    if let place, !ended.isEmpty, ended.allSatisfy(\.slots.isEmpty) {
      ProgramProcess.writeToError(
        "warning: the overlay of \(place) ended before anyone resolved through it: its token was let go\n"
          + "  help: keep it, 'let token = try container.overlay(…)', and remove() it at the end; '_ =' keeps nothing\n"
      )
    }
  }

  /// Ends the overlay at once. The instances made in it are closed in the background; see ``close()``.
  ///
  /// Overlays that were opened over it go on without it. If one of them changes the manifest in a way that is a mistake
  /// without this one, calls to the container, changes of its stack and reloads throw that mistake until it ends too;
  /// only services that it does not affect and that are made already may still be had.
  public func remove() {
    _ = end()
  }

  private func end() -> [Level] {
    let ended = core.overlays.remove(request)
    guard !ended.isEmpty else { return [] }
    for level in ended { level.end() }
    Task { for level in ended.lowest { await level.closeKeepingFailures() } }
    return ended
  }

  /// Ends the overlay, and waits until the instances made in it are closed.
  ///
  /// - Throws: ``ClosingFailed`` if a service failed to close.
  public func close() async throws(ClosingFailed) {
    let ended = core.overlays.remove(request)
    for level in ended { level.end() }
    let failures = await Level.close(ended.lowest)
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }
}
