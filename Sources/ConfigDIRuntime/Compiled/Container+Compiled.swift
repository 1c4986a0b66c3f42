extension Container {
  /// Makes a container of one stage of a compiled manifest.
  ///
  /// It is the same container as the manifest's text would give. Facts that were checked at compiling are not checked
  /// again. Only the facts that the running program knows are checked: the environment, secret files, and whether its
  /// factories are those that the manifest was compiled for.
  ///
  /// - Parameters:
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest names. The container keeps a copy.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - parameters: Values of parameters by name, as with `--set` on the command line.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - source: A source of parameters' values, asked before the environment and files.
  /// - Throws: ``CompiledManifestError`` if the file cannot be used, ``ManifestError`` with every finding.
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
  /// A stack whose lowest level is a compiled manifest.
  ///
  /// Its levels may use instances and closures, set parameters and renew services. Another factory in a level, and
  /// saving and restoring, need the manifest's text.
  ///
  /// - Parameters:
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest names.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - parameters: Values of parameters by name, as with `--set` on the command line.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - source: A source of parameters' values, asked before the environment and files.
  /// - Throws: ``CompiledManifestError`` if the file cannot be used, ``ManifestError`` with every finding.
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
