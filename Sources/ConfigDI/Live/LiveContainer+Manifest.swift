extension LiveContainer {
  /// Reads a manifest like ``Container/init(manifest:stage:registry:provided:overlay:options:)``, and follows its files
  /// after the start.
  ///
  /// The environment is read once, now. Files that contain parameter values are read again for every change.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other ``ManifestSource``.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may use, now and after any change.
  ///   - provided: The instances of `provided` services.
  ///   - overlay: One more overlay, applied after all others.
  ///   - options: Parameters, modules, limits and other inputs from outside the manifest.
  ///   - live: How changes are followed, and when old generations are closed.
  /// - Throws: ``ManifestError`` with every finding.
  public convenience init(
    manifest: some ManifestConvertible, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: (any ManifestConvertible)? = nil, options: ManifestOptions = ManifestOptions(),
    live: LiveOptions = LiveOptions()
  ) throws {
    let reader = ManifestReader(
      stage: stage, registry: registry, provided: provided, overlay: overlay, options: options, world: .process)
    try self.init(manifest, reader, live, LiveClock(ContinuousClock()), watch: FolderWatch())
  }

  /// Follows a manifest by polling, with the files in `world` and the given clock.
  package convenience init(
    manifest: some ManifestConvertible, registry: FactoryRegistry, live: LiveOptions, in world: World, clock: LiveClock
  ) throws {
    let reader = ManifestReader(
      stage: nil, registry: registry, provided: [], overlay: nil, options: ManifestOptions(), world: world)
    try self.init(manifest, reader, live, clock, watch: nil)
  }

  /// Follows the files of a manifest.
  private convenience init(
    _ manifest: any ManifestConvertible, _ reader: ManifestReader, _ live: LiveOptions, _ clock: LiveClock,
    watch: FolderWatch?
  ) throws {
    let read = { @Sendable in reader.read(manifest) }
    let source = CandidateSource(live, clock, watch: watch, streams: reader.changes, read: read)
    try self.init(source, reading: read(), options: live, clock: clock)
  }

  /// Follows a manifest that is not a file and reports its own changes. See ``ChangingManifest``.
  ///
  /// - Throws: ``ManifestError`` with every finding, or any error thrown while taking the first snapshot.
  public convenience init(
    manifest: some ChangingManifest, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: (any ManifestConvertible)? = nil, options: ManifestOptions = ManifestOptions(),
    live: LiveOptions = LiveOptions()
  ) async throws {
    let clock = LiveClock(ContinuousClock())
    let reader = ManifestReader(
      stage: stage, registry: registry, provided: provided, overlay: overlay, options: options, world: .process)
    let source = CandidateSource(
      live, clock, streams: [{ manifest.changes }] + reader.changes, triesAgain: false
    ) {
      await reader.snapshot(of: manifest, within: live.deadline, clock)
    }
    try self.init(source, reading: await source.read(), options: live, clock: clock)
  }
}
