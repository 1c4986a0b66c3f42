/// The parts that all levels of one container share.
final class Core: Sendable {
  let wiring: Wiring
  let making: MakingLock
  let start = SingleStart()
  let overlays: OpenOverlays
  /// The planning of changed factories and parameters; `nil` if no manifest is behind the container.
  let planning: (planning: any LevelPlanning, definitions: [LevelDefinition])?

  /// - Parameter other: The container whose instances this one shares.
  init(
    _ wiring: Wiring, sharingWith other: Core? = nil, overlays: OpenOverlays? = nil,
    planning: (planning: any LevelPlanning, definitions: [LevelDefinition])? = nil
  ) {
    self.wiring = wiring
    self.planning = planning
    self.overlays = overlays ?? OpenOverlays()
    making = other?.making ?? MakingLock()
  }

  /// Whether one container may hold instances of the other.
  func isRelated(to other: Core) -> Bool { making === other.making }
}
