/// The objects that all levels of one container share.
final class Core: Sendable {
  let wiring: Wiring
  /// A filter for the objects that the container itself closes or leaves open. It may match other objects too.
  let noted = ObjectFilter()
  let making: MakingLock
  let start = SingleStart()
  let overlays: OpenOverlays
  /// Plans the changes that overlays make to factories and parameters; `nil` if the container has no manifest.
  let planning: (planning: any LevelPlanning, definitions: [LevelDefinition])?
  private let limit = Lock(ClosingLimit.standard)

  var closingLimit: ClosingLimit { limit.withLock { $0 } }
  func setClosingLimit(_ limit: ClosingLimit) { self.limit.withLock { $0 = limit } }

  /// - Parameter other: A container whose instances this container shares.
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
