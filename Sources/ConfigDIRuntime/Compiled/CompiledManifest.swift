/// A manifest that `configdi-check compile` has checked and compiled, for a program that reads no YAML.
///
/// ```swift
/// let container = try Container(manifest: .compiled("config/app.configdi"), registry: registry)
/// let embedded = try Container(manifest: .compiled(Manifests.app), registry: registry)
/// ```
public struct CompiledManifest: Sendable {
  private let source: Source
  private let folder: String?
  /// The manifest's name in error messages.
  let name: String

  private enum Source: Sendable {
    case path(String)
    case bytes([UInt8])
    case literal(StaticString)
  }

  /// A compiled manifest in a file. A relative path is resolved against the working directory.
  ///
  /// Relative paths inside the manifest, such as those of secret files, are resolved against the manifest's folder.
  public static func compiled(_ path: String) -> CompiledManifest {
    CompiledManifest(source: .path(path), folder: nil, name: path)
  }

  /// A compiled manifest whose bytes the program has already read.
  ///
  /// - Parameter folder: The folder against which relative paths in the manifest are resolved; the working directory if
  ///   empty.
  public static func compiled(_ bytes: some Sequence<UInt8>, folder: String = "") -> CompiledManifest {
    CompiledManifest(source: .bytes(Array(bytes)), folder: folder)
  }

  private init(source: Source, folder: String?, name: String = "<compiled manifest>") {
    self.source = source
    self.folder = folder
    self.name = name
  }

  /// The compiled manifest in base64, as `configdi-check compile --swift` writes it.
  public static func compiled(_ literal: StaticString) -> CompiledManifest {
    CompiledManifest(source: .literal(literal), folder: "")
  }

  /// This manifest with a new file path, which the closure derives from the old path.
  package func found(_ find: (String) throws -> String) rethrows -> CompiledManifest {
    if case .path(let path) = source { .compiled(try find(path)) } else { self }
  }

  /// Returns the decoded contents and a copy of the manifest that holds the bytes, so that later changes to the file
  /// have no effect.
  func contents(
    _ files: any FileAccess, limits: Limits
  ) throws(ManifestError) -> (contents: CompiledContents, manifest: CompiledManifest) {
    let bytes: [UInt8]
    var kept = source
    switch source {
    case .path(let path):
      do throws(FileProblem) {
        bytes = try files.read(path, limit: limits.fileBytes)
      } catch {
        throw .unreadable(path, error)
      }
      kept = .bytes(bytes)
    case .bytes(let given): bytes = given
    case .literal(let literal): bytes = literal.withUTF8Buffer(Base64.decode) ?? []
    }
    let folder = folder ?? FilePath.folder(of: name)
    return (
      try CompiledContents(bytes, name: name, folder: folder),
      CompiledManifest(source: kept, folder: folder, name: name)
    )
  }
}

extension Container {
  /// Creates a container for one stage of a compiled manifest.
  ///
  /// The container is the same as one made from the YAML manifest. What `configdi-check compile` has checked is not
  /// checked again. The initializer checks only facts that the running program knows: the environment, secret files,
  /// and whether the manifest was compiled for the program's factories.
  ///
  /// - Parameters:
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories of the manifest. The container keeps a copy.
  ///   - provided: The instances of `provided` services.
  ///   - parameters: Values of parameters by name, as with `--set` on the command line.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - source: A source of parameter values, which takes precedence over the environment and files.
  /// - Throws: ``ManifestError`` with every finding, or with the reason why the file cannot be used.
  public convenience init(
    manifest: CompiledManifest, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, source: ParameterSource? = nil
  ) throws {
    let (blueprint, stage) = try CompiledBlueprint.reading(
      manifest, stage: stage, registry: registry, provided: provided, parameters: parameters, environment: environment,
      source: source)
    let planned = try blueprint.plan(stage, stage.open)
    self.init(like: try CompiledLevels(blueprint).container([], of: planned))
  }
}

extension ContainerStack {
  /// Creates a stack whose lowest level is a compiled manifest.
  ///
  /// Levels may use instances and closures, set parameters and renew services. Using another factory in a level,
  /// saving, and restoring all require the YAML manifest.
  ///
  /// The parameters and the errors are those of
  /// ``Container/init(manifest:stage:registry:provided:parameters:environment:source:)``.
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

extension ManifestError {
  static func unreadable(_ name: String, _ problem: FileProblem) -> ManifestError {
    ManifestError(unusable: .unreadable(name, problem))
  }

  static func damaged(_ name: String) -> ManifestError {
    ManifestError(
      unusable:
        "'\(name)' is a damaged compiled manifest\n"
        + "  help: compile it again: configdi-check compile MANIFEST --output FILE")
  }

  static func needsText(_ what: String) -> ManifestError {
    ManifestError(
      unusable:
        "\(what) needs the manifest's text, which a compiled manifest does not have\n"
        + "  help: import ConfigDI, and pass the manifest itself")
  }

  static func command(_ entry: String, _ name: String) -> String {
    // A manifest that was passed as bytes has no file name.
    "configdi-check compile \(entry) --output \(name.hasPrefix("<") ? "FILE" : name)"
  }
}
