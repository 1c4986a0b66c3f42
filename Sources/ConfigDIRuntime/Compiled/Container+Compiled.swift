extension Container {
  /// Makes a container of one stage of a manifest that was compiled ahead.
  ///
  /// It is the container that the manifest's text would give. What was checked when it was compiled is not checked
  /// again; what only the running program knows is: the environment, secret files, and that its factories are those that
  /// the manifest was compiled for.
  ///
  /// - Parameters:
  ///   - stage: Else the variable `CONFIGDI_STAGE` chooses, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest names. The container keeps a copy.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - parameters: Parameters' values, by name, as `--set` of the command line.
  ///   - environment: The variables that parameters read; those of the process where it is `nil`.
  ///   - source: Where parameters' values come from before the environment and files are asked.
  /// - Throws: ``CompiledManifestError`` where the file cannot be used, ``ManifestError`` with every finding.
  public convenience init(
    manifest: CompiledManifest, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, source: ParameterSource? = nil
  ) throws {
    let (blueprint, stage) = try CompiledBlueprint.reading(
      manifest, stage: stage, registry: registry, provided: provided, parameters: parameters, environment: environment,
      source: source)
    let planned = try blueprint.plan(stage, stage.open)
    self.init(like: try blueprint.container(of: planned, planning: (CompiledLevels(blueprint), [])))
  }
}

extension ContainerStack {
  /// A stack whose lowest level is a manifest that was compiled ahead.
  ///
  /// Its levels may use instances and closures, set parameters and renew services. Another factory in a level, and
  /// saving and restoring, need the manifest's text.
  ///
  /// - Parameters:
  ///   - stage: Else the variable `CONFIGDI_STAGE` chooses, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest names.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - parameters: Parameters' values, by name, as `--set` of the command line.
  ///   - environment: The variables that parameters read; those of the process where it is `nil`.
  ///   - source: Where parameters' values come from before the environment and files are asked.
  /// - Throws: ``CompiledManifestError`` where the file cannot be used, ``ManifestError`` with every finding.
  public convenience init(
    manifest: CompiledManifest, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, source: ParameterSource? = nil
  ) throws {
    let (blueprint, stage) = try CompiledBlueprint.reading(
      manifest, stage: stage, registry: registry, provided: provided, parameters: parameters, environment: environment,
      source: source)
    try self.init(CompiledLevels(blueprint, stage))
  }
}
