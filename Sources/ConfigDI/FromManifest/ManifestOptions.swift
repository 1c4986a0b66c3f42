/// The additions of a program to a manifest that it reads; all may be left out.
public struct ManifestOptions: Sendable {
  /// Overlays applied after all of the manifest, as with `--overlay` on the command line.
  public var overlays: [any ManifestSource]
  /// Values of parameters by name, applied after all files, as with `--set` on the command line.
  public var parameters: [String: String]
  /// The folders for `module:NAME/…` in imports, such as an SDK's bundle with its own manifest.
  public var modules: [String: String]
  /// The variables that parameters read; if `nil`, those of the process.
  public var environment: [String: String]?
  /// A source of parameters' values, asked before the environment and files.
  public var source: ParameterSource?
  /// A folder that no import or overlay may leave, whatever the manifest's own `root` says.
  public var root: String?
  /// Bounds on the input.
  public var limits: Limits

  /// Options; without arguments, nothing is added.
  public init(
    overlays: [any ManifestSource] = [], parameters: [String: String] = [:], modules: [String: String] = [:],
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

extension ManifestOptions {
  /// The pipeline of a manifest with these options; overlays that are texts get names of their own.
  func pipeline(
    of manifest: ManifestLocation, stages: StageSelection, readingEnvironment: Bool, in world: World = .process
  ) throws -> Pipeline {
    var world = world
    if let environment { world.environment = environment }
    var options = CompositionOptions()
    var texts: [String: [UInt8]] = [:]
    for overlay in overlays {
      switch try overlay.location {
      case .path(let path): options.overlays.append(path)
      case .text(let text, let name):
        let isTaken = texts[name] != nil || manifest.name == name
        let unique = isTaken ? "\(name) (overlay \(texts.count + 1))" : name
        texts[unique] = Array(text.utf8)
        options.overlays.append(unique)
      }
    }
    if !texts.isEmpty { world.files = FilesWithTexts(world.files, texts: texts) }
    options.values = parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    options.givenBy = "parameters:"
    options.modules = modules
    options.root = root
    options.limits = limits
    options.stages = stages
    if readingEnvironment {
      options.variables = world.environment
      options.source = source?.remembering
    }
    return Pipeline(world: world, options: options, readsSecretFiles: readingEnvironment)
  }
}

extension ManifestLocation {
  /// The name of the manifest in findings.
  fileprivate var name: String {
    switch self {
    case .path(let path): path
    case .text(_, let name): name
    }
  }
}
