/// What the levels of one container have in common.
final class Core: Sendable {
  let wiring: Wiring
  let making: MakingLock
  let start = SingleStart()
  let overlays = OpenOverlays()
  /// Whose overlays these are.
  let family: OverlayFamily
  /// How factories and parameters are changed; `nil` where no manifest is behind the container.
  let planning: (planning: any LevelPlanning, definitions: [LevelDefinition])?

  /// - Parameter other: The container whose instances this one shares.
  init(
    _ wiring: Wiring, sharingWith other: Core? = nil, family: OverlayFamily? = nil,
    planning: (planning: any LevelPlanning, definitions: [LevelDefinition])? = nil
  ) {
    self.wiring = wiring
    self.planning = planning
    self.family = family ?? OverlayFamily()
    making = other?.making ?? MakingLock()
  }

  /// Whether instances of one may be held by the other.
  func isRelated(to other: Core) -> Bool { making === other.making }
}
