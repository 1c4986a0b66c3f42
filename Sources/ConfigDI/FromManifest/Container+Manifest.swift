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
  /// - Parameters:
  ///   - manifest: A path, or any other ``ManifestSource``.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may use. The container keeps a copy, so that later changes to the
  ///   registry do not affect it.
  ///   - provided: The instances of `provided` services.
  ///   - overlay: One more overlay, applied after all others.
  ///   - options: Parameters, modules, limits and other inputs from outside the manifest.
  /// - Throws: ``ManifestError`` with every finding, worded and located as on the command line.
  public convenience init(
    manifest: some ManifestConvertible, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: (any ManifestConvertible)? = nil, options: ManifestOptions = ManifestOptions()
  ) throws {
    let blueprint = try Blueprint(
      manifest, stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    let planned = try blueprint.plan().planned
    self.init(like: try ManifestLevels(blueprint.forgetting).container([], of: planned))
  }
}
