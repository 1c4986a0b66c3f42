/// A compiled manifest that is read again when its file, or a file that a parameter reads, changes.
struct CompiledFile: CandidateSource {
  private let manifest: CompiledManifest
  private let stage: String?
  private let registry: FactoryRegistry
  private let provided: [Provided]
  private let parameters: [String: String]
  private let source: ParameterSource?
  private let world: World
  private let follower: ChangeFollower

  init(
    _ manifest: CompiledManifest, stage: String?, registry: FactoryRegistry, provided: [Provided],
    parameters: [String: String], environment: [String: String]?, source: ParameterSource?,
    _ options: LiveOptions, _ clock: LiveClock
  ) {
    self.manifest = manifest
    self.stage = stage
    self.registry = registry
    self.provided = provided
    self.parameters = parameters
    self.source = source
    let process = World.process
    world = World(files: process.files, environment: environment ?? process.environment)
    follower = ChangeFollower(
      FileFollower(quiet: options.quiet, interval: options.interval, clock: clock),
      streams: source?.changes.map { [$0] } ?? [], clock: clock)
  }

  func readNow() -> CandidateReading {
    CandidateReading {
      let files = RememberingFiles(world.files)
      let result = Result<Candidate, any Error> {
        let (blueprint, stage) = try CompiledBlueprint.reading(
          manifest, stage: stage, registry: registry, provided: provided, parameters: parameters, environment: nil,
          source: source, world: World(files: files, environment: world.environment))
        return Candidate(try blueprint.plan(stage, stage.open), CompiledLevels(blueprint)) { stage.open.table }
      }
      return CandidateReading(result, trace: files.trace)
    }
  }

  func read() async -> CandidateReading { readNow() }

  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws {
    try await follower.change(since: { latest().trace }, problem: problem)
  }
}

extension LiveContainer {
  /// Reads a compiled manifest like
  /// ``Container/init(manifest:stage:registry:provided:parameters:environment:source:)``. After the start, follows
  /// changes to the manifest's file and to the files that its parameters read.
  ///
  /// The environment is read only once, by this initializer. If the manifest is passed as bytes, only the files that
  /// its parameters read can change, for example when secrets are rotated.
  ///
  /// - Parameters:
  ///   - manifest: The compiled manifest, as a file or as bytes.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may use, now and after any change.
  ///   - provided: The instances of `provided` services.
  ///   - parameters: Parameter values by name, as with `--set` on the command line.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - source: A source of parameter values, called again each time the manifest is read; it takes precedence over
  ///     the environment and files.
  ///   - live: How to follow changes, and when to close old generations.
  /// - Throws: ``ManifestError`` with every finding, or with the reason why the file cannot be used.
  public convenience init(
    manifest: CompiledManifest, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, source: ParameterSource? = nil,
    live: LiveOptions = LiveOptions()
  ) throws {
    let clock = LiveClock(ContinuousClock())
    let file = CompiledFile(
      manifest, stage: stage, registry: registry, provided: provided, parameters: parameters,
      environment: environment, source: source, live, clock)
    try self.init(file, reading: file.readNow(), options: live, clock: clock)
  }
}
