/// A program's additions to a manifest, such as overlays and parameter values. All of them are optional.
public struct ManifestOptions: Sendable {
  /// Overlays applied after the whole manifest, as with `--overlay` on the command line.
  public var overlays: [any ManifestConvertible]
  /// Values of parameters by name, applied after all files, as with `--set` on the command line.
  public var parameters: [String: String]
  /// The folders that `module:NAME/…` in imports refers to, such as an SDK's bundle with its own manifest.
  public var modules: [String: String]
  /// The variables that parameters read; if `nil`, those of the process.
  public var environment: [String: String]?
  /// A source of parameter values, which takes precedence over the environment and files.
  public var source: ParameterSource?
  /// A folder that all imports and overlays must be in, even if the manifest's own `root` is wider.
  public var root: String?
  /// Limits on the input.
  public var limits: Limits

  /// Creates options; without arguments, nothing is added.
  public init(
    overlays: [any ManifestConvertible] = [], parameters: [String: String] = [:], modules: [String: String] = [:],
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
  /// Creates the pipeline for a manifest with these options; overlays given as strings get distinct names.
  func pipeline(
    of manifest: ManifestLocation, stages: StageSelection, readingEnvironment: Bool, in world: World = .process
  ) throws -> Pipeline {
    var world = world
    if let environment { world.environment = environment }
    var options = CompositionOptions()
    var texts: [String: [UInt8]] = [:]
    for overlay in overlays {
      switch try overlay.located.content {
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
    switch content {
    case .path(let path): path
    case .text(_, let name): name
    }
  }
}

extension ManifestOptions: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

/// The location of a manifest or an overlay: a path, a string of YAML, or a ``ManifestSource``.
///
/// A string is a path:
///
/// ```swift
/// let container = try Container(manifest: "config/app.yaml", registry: registry)
/// let written = try Container(manifest: .yaml("configdi: 1\nservices: { Clock: systemClock }"), registry: registry)
/// ```
public protocol ManifestConvertible: Sendable {}

extension String: ManifestConvertible {}

/// A type of your own that determines the location of a manifest at run time.
public protocol ManifestSource: ManifestConvertible {
  /// The path or text. Read when a container is built or a check begins.
  var location: ManifestLocation { get throws }
}

/// A manifest's path, or its text under a name.
public struct ManifestLocation: ManifestSource {
  package let content: Content

  package enum Content: Sendable {
    case path(String)
    case text(String, name: String)
  }

  public var location: ManifestLocation { self }
}

extension ManifestConvertible {
  /// The current path or text of the manifest.
  package var located: ManifestLocation {
    get throws {
      switch self {
      case let path as String: return .path(path)
      case let source as any ManifestSource: return try source.location
      default:
        throw ManifestError([
          Diagnostic(
            .unreadableFile, "\(Self.self) does not say where the manifest is", at: nil,
            help: ["conform the type to ManifestSource, or pass a path"])
        ])
      }
    }
  }
}

extension ManifestConvertible where Self == ManifestLocation {
  /// A file; a relative path is relative to the working directory.
  public static func path(_ path: String) -> ManifestLocation {
    ManifestLocation(content: .path(path))
  }

  /// A manifest given as text. Findings refer to it by `name`, and its relative paths start at the folder of `name`.
  public static func yaml(_ text: String, named name: String = "<manifest>") -> ManifestLocation {
    ManifestLocation(content: .text(text, name: name))
  }
}

extension ManifestLocation {
  var input: ManifestInput {
    switch content {
    case .path(let path): .path(path)
    case .text(let text, let name): .text(SourceFile(path: name, bytes: Array(text.utf8)))
    }
  }
}

extension ManifestLocation: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
