extension ContainerStack {
  /// Creates a stack whose lowest level is the manifest without changes. The manifest is read once, now, and no service
  /// is made yet.
  ///
  /// On top of a compiled manifest, levels may use instances and closures, set parameters and renew services. Using
  /// another factory, saving, and restoring all need YAML.
  ///
  /// The parameters and the errors are those of ``Container/init(manifest:stage:registry:provided:overlay:options:)``;
  /// the overlay applies before every level.
  public convenience init(
    manifest: ManifestLocation, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: ManifestLocation? = nil, options: ManifestOptions = ManifestOptions()
  ) throws {
    let inputs = ManifestInputs(
      stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    try self.init(manifest.reading.levels(inputs))
  }
}
