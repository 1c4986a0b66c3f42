/// What a level replaces, and which services that reaches.
struct Overlay: Sendable {
  /// By service: makes the slot that takes its place in the level.
  let replacements: [Int: Replacement]
  /// What is replaced and everything above it in the graph.
  let reach: Set<Int>

  typealias Replacement = @Sendable (Level, Int) throws -> AnySlot

  init(_ replacements: [Int: Replacement], in wiring: Wiring) {
    self.replacements = replacements
    reach = wiring.reach(from: replacements.keys)
  }
}

/// An overlay, with those under it, as seen from a scope that was open before it: the scope's services that it reaches
/// are made anew, all else is the overlay's or the scope's.
struct OverlayView: Sendable {
  let scope: Int
  let reach: Set<Int>
  /// The overlay keeps its views, and not they it.
  private(set) weak var overlay: Level?

  init(of overlay: Level, from scope: Int, reach: Set<Int>) {
    self.overlay = overlay
    self.scope = scope
    self.reach = reach
  }
}
