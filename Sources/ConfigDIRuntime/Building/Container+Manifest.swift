extension Container {
  /// Reads a manifest, checks it completely with the registry's factories, and makes a container for one of its stages.
  ///
  /// ```swift
  /// let container = try Container(manifest: "config/app.yaml", stage: "production", registry: registry)
  /// let sessions = try container.resolve((any SessionManager).self)
  /// ```
  ///
  /// No service is made yet. If this succeeds, the wiring causes no later failure.
  ///
  /// A compiled manifest makes the same container. `configdi-check compile` has already checked its wiring, so this
  /// checks only the environment, secret files, and that the manifest was compiled for the program's factories.
  ///
  /// - Parameters:
  ///   - manifest: A path, a string of YAML, or a compiled manifest.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may use. The container keeps a copy, so that later changes to the
  ///   registry do not affect it.
  ///   - provided: The instances of `provided` services.
  ///   - overlay: One more overlay, applied after all others.
  ///   - options: Parameters, modules, limits and other inputs from outside the manifest.
  /// - Throws: ``ManifestError`` with every finding, worded and located as on the command line.
  public convenience init(
    manifest: ManifestLocation, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: ManifestLocation? = nil, options: ManifestOptions = ManifestOptions()
  ) throws {
    let inputs = ManifestInputs(
      stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    let made = try manifest.container(inputs)
    self.init(made, level: made.level)
  }
}

extension ManifestLocation {
  package func container(_ inputs: ManifestInputs) throws -> Container {
    let levels = try reading.levels(inputs)
    return try levels.container([], of: levels.base().planned)
  }
}
