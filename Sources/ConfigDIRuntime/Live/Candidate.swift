/// A valid manifest from which a container can be made.
struct Candidate: Sendable {
  let planned: PlannedWiring
  let planning: any LevelPlanning
  /// The wiring before parameters are filled in.
  let table: @Sendable () -> WiringTable

  var plan: Plan { planned.plan }

  /// Makes a container that shares unchanged services with `base`. No service is created yet.
  func container(sharingWith base: Container?, in overlays: OpenOverlays) throws -> Container {
    try planning.container([], of: planned, sharingWith: base.map { [$0] } ?? [], in: overlays)
  }
}

/// The result of reading a manifest, with the files that were read, to check later whether they have changed. The trace
/// is `nil` if only the source can detect changes.
typealias CandidateReading = (result: Result<Candidate, any Error>, trace: FileTrace?)
