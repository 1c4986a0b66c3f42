extension Container {
  /// Reads a manifest, checks it completely with the registry's factories, and makes a container of one stage of it.
  ///
  /// ```swift
  /// let container = try Container(manifest: "config/app.yaml", stage: "production", registry: registry)
  /// let sessions = try container.resolve((any SessionManager).self)
  /// ```
  ///
  /// No service is made yet. If this succeeds, no later failure comes from the wiring.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other ``ManifestSource``.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may name. The container keeps a copy: changing the registry
  ///     afterwards changes no container.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlay: One more overlay, after all others.
  ///   - options: Parameters, modules, limits and other additions from outside.
  /// - Throws: ``ManifestError`` with every finding, with the texts and places of the command line.
  public convenience init(
    manifest: some ManifestSource, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: (any ManifestSource)? = nil, options: ManifestOptions = ManifestOptions()
  ) throws {
    let blueprint = try Blueprint(
      manifest, stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    let planned = try blueprint.plan()
    let levels = ManifestLevels(blueprint.forgetting)
    self.init(like: try blueprint.container(of: planned, planning: (levels, [])))
  }
}
