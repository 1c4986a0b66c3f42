struct YAMLManifest: ManifestReading {
  private let content: ManifestInput
  /// The documents that the manifest may import without a file, and the overlays on top of it.
  private var imports: [NamedText] = []
  private var overlays: [ManifestInput] = []

  typealias NamedText = (name: String, text: String)

  init(path: String) {
    content = .path(path)
  }

  init(_ text: String, name: String, imports: [NamedText] = [], overlays: [NamedText] = []) {
    content = .text(SourceFile(path: name, bytes: Array(text.utf8)))
    self.imports = imports
    self.overlays = overlays.map { YAMLManifest($0.text, name: $0.name).content }
  }

  func found(_ find: (String) throws -> String) rethrows -> YAMLManifest {
    if case .path(let path) = content { YAMLManifest(path: try find(path)) } else { self }
  }

  func levels(_ inputs: ManifestInputs) throws -> any LevelPlanning {
    try ManifestLevels(self, inputs)
  }

  /// The manifest to check. A text is a new file each time, since the secrets in it depend on the catalog.
  var input: ManifestInput {
    switch content {
    case .path(let path): .path(path)
    case .text(let file): .text(SourceFile(path: file.path, bytes: file.bytes))
    }
  }

  /// Creates the pipeline for this manifest with a program's options; overlays given as strings get distinct names.
  func pipeline(
    _ options: ManifestOptions, stages: StageSelection, readingEnvironment: Bool, in world: World = .process
  ) throws -> Pipeline {
    var world = world
    if let environment = options.environment { world.environment = environment }
    let outer = try options.overlays.map { try $0.yaml("an overlay") }
    let imports = imports + outer.flatMap(\.imports)
    if !imports.isEmpty {
      // The texts appear as files in the working directory, which is not among the files that the manifest needs.
      let disk = World.process.files
      let texts = imports.map { (FilePath.normalized($0.name, disk), Array($0.text.utf8)) }
      world.files = FilesWithTexts(
        world.files, texts: Dictionary(texts, uniquingKeysWith: { $1 }), in: disk.resolve(".") ?? "/")
    }
    var composition = CompositionOptions()
    var texts: [String: [UInt8]] = [:]
    for overlay in overlays + outer.flatMap({ [$0.content] + $0.overlays }) {
      switch overlay {
      case .path(let path): composition.overlays.append(path)
      case .text(let text):
        let isTaken = texts[text.path] != nil || content.path == text.path
        let unique = isTaken ? "\(text.path) (overlay \(texts.count + 1))" : text.path
        texts[unique] = text.bytes
        composition.overlays.append(unique)
      }
    }
    if !texts.isEmpty { world.files = FilesWithTexts(world.files, texts: texts) }
    composition.values = options.parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    composition.givenBy = "parameters:"
    composition.overlaysGivenBy = "the argument 'overlay'"
    composition.overlayRemedy = "check the path: in a program, it is relative to the working directory"
    composition.rootRemedy = "choose a wider root folder in ManifestOptions.root"
    composition.modules = options.modules
    composition.root = options.root
    composition.limits = options.limits
    composition.stages = stages
    if readingEnvironment {
      composition.variables = world.environment
      composition.source = options.source?.remembering
    }
    return Pipeline(world: world, options: composition, readsSecretFiles: readingEnvironment)
  }
}

extension ManifestLocation: ExpressibleByStringInterpolation {
  /// A file in YAML; a relative path is relative to the working directory.
  public static func path(_ path: String) -> ManifestLocation {
    ManifestLocation(YAMLManifest(path: path))
  }

  /// A manifest given as text.
  ///
  /// - Parameters:
  ///   - text: The manifest.
  ///   - name: The path to which findings refer, and to whose folder relative paths are relative. It need not exist.
  ///   - imports: Documents that the manifest may list under `imports` and `overlays`. Their names are paths too: in
  ///     `config/app.yaml`, `imports: [parts.yaml]` finds `config/parts.yaml`. Patterns such as `parts/*.yaml` do not
  ///     find them.
  ///   - overlays: Overlays applied after those that the manifest lists.
  public static func yaml(
    _ text: String, named name: String = "<manifest>", imports: [(name: String, text: String)] = [],
    overlays: [(name: String, text: String)] = []
  ) -> ManifestLocation {
    ManifestLocation(YAMLManifest(text, name: name, imports: imports, overlays: overlays))
  }

  /// A file in YAML, by its path.
  public init(stringLiteral path: String) {
    self = .path(path)
  }

  /// The manifest in YAML. Throws if it is compiled.
  ///
  /// - Parameter role: What the caller uses the manifest as, such as "an overlay".
  func yaml(_ role: String = "a manifest to check") throws -> YAMLManifest {
    guard let manifest = reading as? YAMLManifest else {
      throw ManifestError(
        unusable: "expected \(role) in YAML, found a compiled manifest\n  help: pass the YAML: .path(…) or .yaml(…)")
    }
    return manifest
  }
}
