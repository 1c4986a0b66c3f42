extension LiveContainer {
  /// Reads a compiled manifest like
  /// ``Container/init(manifest:stage:registry:provided:parameters:environment:source:)``. After the start, follows
  /// changes to the manifest's file and to the files that its parameters read.
  ///
  /// The environment is read only once, by this initializer. If the manifest is passed as bytes, only the files that
  /// its parameters read can change, for example when secrets are rotated.
  ///
  /// - Parameters:
  ///   - registry: The factories that the manifest may use, now and after any change.
  ///   - source: A source of parameter values, called again each time the manifest is read; it takes precedence over
  ///     the environment and files.
  ///   - live: How to follow changes, and when to close old generations.
  public convenience init(
    manifest: CompiledManifest, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, source: ParameterSource? = nil,
    live: LiveOptions = LiveOptions()
  ) throws {
    let process = World.process
    let environment = environment ?? process.environment
    let read = { @Sendable () -> CandidateReading in
      CandidateReading {
        let files = RememberingFiles(process.files)
        let result = Result<Candidate, any Error> {
          let (blueprint, stage) = try CompiledBlueprint.reading(
            manifest, stage: stage, registry: registry, provided: provided, parameters: parameters, environment: nil,
            source: source, world: World(files: files, environment: environment))
          return Candidate(try blueprint.plan(stage, stage.open), CompiledLevels(blueprint)) { stage.open.table }
        }
        return CandidateReading(result, trace: files.trace)
      }
    }
    let clock = LiveClock(ContinuousClock())
    let candidates = CandidateSource(live, clock, streams: source?.changes.map { [$0] } ?? [], read: read)
    try self.init(candidates, reading: read(), options: live, clock: clock)
  }
}
