/// A program's additions to a manifest, such as overlays and parameter values. All of them are optional.
public struct ManifestOptions: Sendable, ContentsHiding {
  /// Overlays applied after the whole manifest, as with `--overlay` on the command line. A compiled manifest rejects
  /// overlays, since it already contains its own.
  public var overlays: [ManifestLocation]
  /// Values of parameters by name, applied after all files, as with `--set` on the command line.
  public var parameters: [String: String]
  /// The folders that `module:NAME/…` in imports refers to, such as an SDK's bundle with its own manifest.
  /// Not used by a compiled manifest, which needs no imports.
  public var modules: [String: String]
  /// The variables that parameters read, and `CONFIGDI_STAGE`; if `nil`, those of the process.
  public var environment: [String: String]?
  /// A source of parameter values, which takes precedence over the environment and files.
  public var source: ParameterSource?
  /// A folder that all imports and overlays must be in, even if the manifest's own `root` is wider. Not used by a
  /// compiled manifest.
  public var root: String?
  /// Limits on the input.
  public var limits: Limits

  /// Creates options; without arguments, nothing is added.
  public init(
    overlays: [ManifestLocation] = [], parameters: [String: String] = [:], modules: [String: String] = [:],
    environment: [String: String]? = nil, source: ParameterSource? = nil, root: String? = nil,
    limits: Limits = Limits()
  ) {
    self.overlays = overlays
    self.parameters = parameters
    self.modules = modules
    self.environment = environment
    self.source = source
    self.root = root
    self.limits = limits
  }
}
