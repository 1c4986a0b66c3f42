import Synchronization

/// Holds an overlay of the process open. It ends when it is removed, or when its token is let go: keep the token for as
/// long as the overlay is wanted, since `_ = try container.overlay(…)` ends it at once.
///
/// Of a container of a ``ContainerStack`` it counts in all of the stack's, whichever is on top.
public final class OverlayToken: Sendable {
  private let request: OverlayRequest
  private let core: Core
  private let place: String?

  /// - Parameter place: Where it was opened, to be told if it was let go at once.
  init(_ definitions: [OverlayDefinition], over container: Container, isOfTask: Bool, place: String? = nil) throws {
    request = try OverlayRequest(definitions, in: container, isOfTask: isOfTask)
    core = container.level.core
    self.place = place
    try core.family.open(request, on: container.level)
  }

  var id: ObjectIdentifier { request.id }

  deinit {
    let ended = end()
    if let place, !ended.isEmpty, ended.allSatisfy(\.slots.isEmpty) {
      ProgramProcess.writeToError(
        "warning: the overlay of \(place) ended before anyone resolved through it: its token was let go\n"
          + "  help: keep it, 'let token = try container.overlay(…)', and remove() it at the end; '_ =' keeps nothing\n"
      )
    }
  }

  /// Ends the overlay, at once. What was made in it is closed in the background; see ``close()``.
  public func remove() {
    _ = end()
  }

  private func end() -> [Level] {
    let ended = core.family.remove(request, from: core)
    guard !ended.isEmpty else { return [] }
    for level in ended { level.end() }
    Task { for level in ended { await level.closeUntold() } }
    return ended
  }

  /// Ends the overlay, and waits until what was made in it is closed.
  ///
  /// - Throws: ``ClosingFailed`` if a service failed to close.
  public func close() async throws(ClosingFailed) {
    let failures = await Level.close(core.family.remove(request, from: core))
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }
}
