/// A source of candidates that follows the files of a manifest.
struct ManifestFiles: CandidateSource {
  private let manifest: any ManifestConvertible
  private let reader: ManifestReader
  private let follower: ChangeFollower

  init(
    _ manifest: any ManifestConvertible, _ reader: ManifestReader, _ options: LiveOptions, _ clock: LiveClock,
    watch: FolderWatch? = FolderWatch()
  ) {
    self.manifest = manifest
    self.reader = reader
    follower = ChangeFollower(
      FileFollower(quiet: options.quiet, interval: options.interval, clock: clock, watch: watch),
      streams: reader.changes, clock: clock)
  }

  func readNow() -> CandidateReading { reader.read(manifest) }

  func read() async -> CandidateReading { readNow() }

  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws {
    try await follower.change(since: { latest().trace }, problem: problem)
  }
}
