extension LiveContainer {
  /// Reads a manifest like ``Container/init(manifest:stage:registry:provided:overlay:options:)``, and follows its files
  /// after the start.
  ///
  /// The environment is read once, now. Files that contain parameter values are read again for every change. If a
  /// manifest is passed as a string or as bytes, only these files can change, for example when secrets are rotated.
  ///
  /// The other parameters are those of the container. The registry has all factories that the manifest may use, now and
  /// after any change.
  ///
  /// - Parameter live: How changes are followed, and when old generations are closed.
  /// - Throws: ``ManifestError`` with every finding.
  public convenience init(
    manifest: ManifestLocation, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: ManifestLocation? = nil, options: ManifestOptions = ManifestOptions(), live: LiveOptions = LiveOptions()
  ) throws {
    let inputs = ManifestInputs(
      stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    try self.init(manifest, inputs, live, LiveClock(ContinuousClock()))
  }

  package convenience init(
    _ manifest: ManifestLocation, _ inputs: ManifestInputs, _ live: LiveOptions, _ clock: LiveClock,
    watches: Bool = true
  ) throws {
    let read = { @Sendable in manifest.read(inputs) }
    try self.init(read, first: read(), live, clock, watches: watches, streams: inputs.changes)
  }

  /// Follows a manifest that is not a file and reports its own changes.
  ///
  /// The other parameters are those of ``Container/init(manifest:stage:registry:provided:overlay:options:)``, and how
  /// changes are followed.
  ///
  /// - Throws: ``ManifestError`` with every finding, or any error thrown while taking the first snapshot.
  public convenience init(
    manifest: some ManifestSource, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: ManifestLocation? = nil, options: ManifestOptions = ManifestOptions(), live: LiveOptions = LiveOptions()
  ) async throws {
    let inputs = ManifestInputs(
      stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    let clock = LiveClock(ContinuousClock())
    let read = { @Sendable () async -> CandidateReading in
      do {
        let snapshot = try await clock.result(within: live.deadline) { try await manifest.snapshot() }
        guard let snapshot else {
          throw ReloadError.deadlinePassed(live.deadline ?? .zero, unmade: [], running: "snapshot()")
        }
        return snapshot.read(inputs)
      } catch {
        return (.failure(error), nil)
      }
    }
    try self.init(read, first: await read(), live, clock, streams: [{ manifest.changes }] + inputs.changes)
  }
}

extension ManifestLocation {
  /// Reads the manifest with all its files, again if a file changes meanwhile, so that all contents are from the same
  /// moment.
  fileprivate func read(_ inputs: ManifestInputs) -> CandidateReading {
    let mostReadings = 10
    var trace: FileTrace?
    for _ in 0..<mostReadings {
      let inputs = inputs.afresh
      let result = Result {
        let levels = try reading.levels(inputs)
        let (planned, table) = try levels.base()
        return Candidate(planned: planned, planning: levels, table: table)
      }
      let read = inputs.files.trace
      if read.isCurrent { return (result, read) }
      trace = read
    }
    let error = ContainerError(
      "the files changed while they were read, \(mostReadings) times in a row",
      help: "replace each file in one step: write a new file, then rename it")
    return (.failure(error), trace)
  }
}
