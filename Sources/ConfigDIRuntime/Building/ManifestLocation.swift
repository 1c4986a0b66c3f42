/// The location of a manifest: a path, a string of YAML, or the output of `configdi-check compile`.
///
/// A string literal is a path:
///
/// ```swift
/// let container = try Container(manifest: "config/app.yaml", registry: registry)
/// let found = try Container(manifest: .path(path), registry: registry)
/// let written = try Container(manifest: .yaml("configdi: 1\nservices: { Clock: systemClock }"), registry: registry)
/// let compiled = try Container(manifest: .compiled("config/app.configdi"), registry: registry)
/// ```
///
/// `import ConfigDI` is needed for YAML. A program that uses only compiled manifests imports `ConfigDIRuntime`, which
/// contains no YAML parser.
public struct ManifestLocation: Sendable, ContentsHiding {
  package let reading: any ManifestReading

  package init(_ reading: some ManifestReading) {
    self.reading = reading
  }
}

/// A manifest in one format.
package protocol ManifestReading: Sendable {
  /// This manifest with another file path, which the closure derives from its path. A manifest without a path is
  /// unchanged.
  func found(_ find: (String) throws -> String) rethrows -> Self

  /// Prepares the manifest for planning, with or without levels.
  func levels(_ inputs: ManifestInputs) throws -> any LevelPlanning
}

/// The inputs of a container besides its manifest.
package struct ManifestInputs: Sendable {
  package let stage: String?
  package let registry: FactoryRegistry
  package let examined: ExaminedRegistry
  package let provided: [Provided]
  package let options: ManifestOptions
  /// The variables that parameters read.
  package let environment: [String: String]
  /// Reads each file once, so that later plans use the same contents.
  package private(set) var files: RememberingFiles

  package init(
    stage: String?, registry: FactoryRegistry, examined: ExaminedRegistry? = nil, provided: [Provided],
    overlay: ManifestLocation?, options: ManifestOptions, world: World = .process
  ) {
    self.stage = stage
    self.registry = registry
    self.examined = examined ?? registry.examined()
    self.provided = provided
    var options = options
    if let overlay { options.overlays.append(overlay) }
    self.options = options
    environment = options.environment ?? world.environment
    files = RememberingFiles(world.files)
  }

  /// The registry with the instances and closures of levels, each as a factory with its own name.
  package func examined(with levels: [LevelDefinition]) -> ExaminedRegistry {
    let parts = levels.flatMap(\.uses).compactMap(\.source.part)
    guard !parts.isEmpty else { return examined }
    var registry = registry
    for part in parts { part.register(in: &registry) }
    return registry.examined()
  }

  /// The same inputs, with no file read yet.
  var afresh: ManifestInputs {
    var copy = self
    copy.files = RememberingFiles(files.source)
    return copy
  }

  var changes: [@Sendable () -> AsyncStream<Void>] { options.source?.changes.map { [$0] } ?? [] }
}
