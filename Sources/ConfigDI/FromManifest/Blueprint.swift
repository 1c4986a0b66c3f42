/// A manifest with all that a container is made from, read from the world once: what is planned from it again, with
/// other overlays on top, is planned from the same texts and variables.
struct Blueprint: Sendable {
  let registry: FactoryRegistry
  let limits: Limits
  private let examined: ExaminedRegistry
  private let provided: [Provided]
  private let input: ManifestInput
  private let pipeline: Pipeline
  /// Every file as it was when it was first read.
  private let files: RememberingFiles

  /// What was read so far.
  var trace: FileTrace { files.trace }

  /// - Parameter examined: The registry's, where that is known.
  init(
    _ manifest: any ManifestSource, stage: String?, registry: FactoryRegistry, examined: ExaminedRegistry? = nil,
    provided: [Provided], overlay: (any ManifestSource)?, options: ManifestOptions, world: World = .process
  ) throws {
    var options = options
    if let overlay { options.overlays.append(overlay) }
    self.registry = registry
    self.examined = examined ?? registry.examined()
    self.provided = provided
    limits = options.limits
    let location = try manifest.location
    var pipeline = try options.pipeline(
      of: location, stages: .chosen(argument: stage), readingEnvironment: true, in: world)
    files = RememberingFiles(pipeline.world.files)
    pipeline = pipeline.reading(files)
    self.pipeline = pipeline
    input = location.input
  }

  /// The wiring of the chosen stage, checked whole.
  ///
  /// - Parameters:
  ///   - texts: Overlays on top of all others, each under a name of its own.
  ///   - values: Parameters' values, after everything else; `nil` where one of the texts has it.
  ///   - registry: More factories than the manifest alone needs.
  /// - Throws: ``ManifestError`` with every finding.
  func plan(
    texts: [SourceFile] = [], values: [(name: String, value: String?)] = [], registry: FactoryRegistry? = nil,
    inOrderOf order: [ServiceKey]? = nil
  ) throws -> Planned {
    let examined = registry?.examined() ?? self.examined
    let catalog = CatalogIndex(examined.catalog)
    let checked = pipeline.adding(texts, values).check(input, catalog: catalog, settings: examined)
    let findings = examined.findings + checked.findingsAgainstContainer
    guard let stage = checked.composed?.stages.first, !findings.contains(where: { $0.severity == .error }),
      let plan = checked.draft(of: 0, inOrderOf: order)
    else { throw ManifestError(findings) }
    return Planned(plan: plan, registry: examined, names: catalog.names, stage: stage)
  }

  /// A container of such a wiring.
  ///
  /// - Throws: ``ManifestError`` where an instance is missing that the manifest says is `provided`.
  func container(
    of planned: Planned, sharingWith bases: [Container] = [], renewals: [ServiceKey: Int] = [:],
    family: OverlayFamily? = nil, planning: (planning: any LevelPlanning, definitions: [LevelDefinition])
  ) throws -> Container {
    try Container(
      soundPlan: planned.plan, registry: planned.registry, names: planned.names, provided: provided,
      sharingWith: bases, renewals: renewals, family: family, planning: planning)
  }

  /// The same, without what was parsed so far.
  var forgetting: Blueprint { Blueprint(self) }

  private init(_ other: Blueprint) {
    registry = other.registry
    examined = other.examined
    limits = other.limits
    provided = other.provided
    input = other.input
    files = other.files
    pipeline = Pipeline(
      world: other.pipeline.world, options: other.pipeline.options, readsSecretFiles: other.pipeline.readsSecretFiles)
  }

  struct Planned: Sendable {
    let plan: Plan
    let registry: ExaminedRegistry
    let names: KeyNames
    let stage: ComposedStage
  }
}

extension CheckedManifest {
  /// What stands against a container, as the checker tells it: without what comments suppress, but for errors with which
  /// there can be none.
  var findingsAgainstContainer: [Diagnostic] {
    var diagnostics = diagnostics
    let suppressed = Suppressions(documents: composed?.files ?? []).apply(
      to: &diagnostics, rules: Rule.all, isComplete: false)
    for finding in suppressed where finding.severity == .error && !Rule.leavingWiringWhole.contains(finding.rule) {
      diagnostics.report(finding.standingThoughSuppressed())
    }
    return diagnostics.sorted()
  }
}

extension Pipeline {
  /// The same, with other files.
  fileprivate func reading(_ files: any FileAccess) -> Pipeline {
    var world = world
    world.files = files
    return Pipeline(world: world, options: options, readsSecretFiles: readsSecretFiles)
  }

  /// With more overlays, and with values that take the place of all others.
  fileprivate func adding(_ texts: [SourceFile], _ values: [(name: String, value: String?)]) -> Pipeline {
    guard !texts.isEmpty || !values.isEmpty else { return self }
    var world = world
    world.files = FilesWithTexts(
      world.files, texts: Dictionary(texts.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 }))
    var options = options
    options.overlays += texts.map(\.path)
    options.values.removeAll { (name, _) in values.contains { $0.name == name } }
    options.values += values.compactMap { (name, value) in value.map { (name: name, value: $0) } }
    return Pipeline(world: world, options: options, readsSecretFiles: readsSecretFiles)
  }
}
