/// What a level replaces, and which services that reaches. Each is one, however many levels it counts in.
final class Overlay: Sendable {
  /// By service: makes the slot that takes its place in a level.
  let replacements: [Int: Replacement]
  /// What is replaced and everything above it in the graph.
  let reach: Set<Int>

  /// - Parameter original: The slot of what is replaced, as the level has it without this.
  typealias Replacement = @Sendable (Level, Int, _ original: () throws -> AnySlot) throws -> AnySlot

  init(_ replacements: [Int: Replacement], in wiring: Wiring) {
    self.replacements = replacements
    reach = wiring.reach(from: replacements.keys)
  }
}

/// An overlay as seen from a level that does not lie on it: what both the overlay reaches and the level has for itself
/// is made anew, all else is the overlay's or the level's.
struct OverlayView: Sendable {
  /// What counts here beside the overlays under the level, the newest first.
  let overlays: [Overlay]
  let reach: Set<Int>
  /// The services that are made anew.
  let own: Set<Int>
  /// The overlay keeps its views, and not they it.
  private(set) weak var overlay: Level?

  /// - Parameters:
  ///   - overlay: The overlay's level, or another's view of it.
  ///   - level: Who sees it.
  init(of overlay: Level, from level: Level) {
    var overlays: [Overlay] = []
    var seen: Level? = overlay
    while let current = seen, !level.lies(on: current) {
      for overlay in current.ownOverlays where !overlays.contains(where: { $0 === overlay }) {
        if !level.overlays.contains(where: { $0 === overlay }) { overlays.append(overlay) }
      }
      seen = current.below
    }
    let reach = overlays.reduce(into: Set<Int>()) { $0.formUnion($1.reach) }
    var own: Set<Int> = []
    var between: Level? = level
    while let current = between, current !== seen {
      own.formUnion(reach.filter { current.owns($0) })
      between = current.below
    }
    self.overlays = overlays
    self.reach = reach
    self.own = own
    self.overlay = overlay
  }
}
