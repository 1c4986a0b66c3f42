import Synchronization

/// Holds an overlay of the process open. It ends when it is removed, or when its token is let go.
public final class OverlayToken: Sendable {
  let id: ObjectIdentifier
  private let core: Core

  init(_ definitions: [OverlayDefinition], over container: Container, isOfTask: Bool) throws {
    id = try OpenOverlay.open(definitions, over: container, isOfTask: isOfTask).id
    core = container.level.core
  }

  deinit {
    remove()
  }

  /// Ends the overlay, at once. What was made in it is closed in the background; see ``close()``.
  public func remove() {
    let ended = core.removeOverlay(id)
    guard !ended.isEmpty else { return }
    for level in ended { level.end() }
    Task { for level in ended { await level.closeUntold() } }
  }

  /// Ends the overlay, and waits until what was made in it is closed.
  ///
  /// - Throws: ``ClosingFailed`` if a service failed to close.
  public func close() async throws(ClosingFailed) {
    let failures = await Level.close(core.removeOverlay(id))
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }
}
