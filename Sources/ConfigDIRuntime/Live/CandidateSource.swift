/// Reads the manifest for a ``LiveContainer`` and notices changes.
struct CandidateSource: Sendable {
  /// Reads and checks the manifest with all its files.
  let read: @Sendable () async -> CandidateReading
  let follower: ChangeFollower

  /// - Parameters:
  ///   - watch: Notices changes to files at once; `nil` if they are only polled.
  ///   - streams: Closures that create the streams that report changes.
  ///   - triesAgain: Whether to read again at intervals if the last reading did not read any files.
  init(
    _ options: LiveOptions, _ clock: LiveClock, watch: FolderWatch?,
    streams: [@Sendable () -> AsyncStream<Void>], triesAgain: Bool = true,
    read: @escaping @Sendable () async -> CandidateReading
  ) {
    self.read = read
    follower = ChangeFollower(
      FileFollower(quiet: options.quiet, interval: options.interval, clock: clock, watch: watch),
      streams: streams, triesAgain: triesAgain, clock: clock)
  }
}

/// The result of reading a manifest: a valid candidate or an error.
struct CandidateReading: Sendable {
  let result: Result<Candidate, any Error>
  /// The files that were read, to check later whether they have changed; `nil` if only the source can detect changes.
  var trace: FileTrace?

}

extension CandidateReading {
  /// The maximum number of attempts if the files change while they are read.
  private static let mostReadings = 10

  /// Rereads the files until none of them changes during a pass, so that all contents are from the same moment.
  init(_ read: () -> CandidateReading) {
    var trace: FileTrace?
    for _ in 0..<Self.mostReadings {
      let reading = read()
      guard let read = reading.trace, !read.isCurrent else {
        self = reading
        return
      }
      trace = read
    }
    self.init(result: .failure(FilesKeptChanging(readings: Self.mostReadings)), trace: trace)
  }
}

/// A valid manifest from which a container can be made.
struct Candidate: Sendable {
  let planned: PlannedWiring
  let planning: any LevelPlanning
  /// The wiring before parameters are filled in.
  let table: @Sendable () -> WiringTable

  var plan: Plan { planned.plan }
  var registry: ExaminedRegistry { planned.registry }

  /// Makes a container that shares unchanged services with `base`. No service is created yet.
  func container(sharingWith base: Container?, in overlays: OpenOverlays) throws -> Container {
    try planning.container([], of: planned, sharingWith: base.map { [$0] } ?? [], in: overlays)
  }
}
