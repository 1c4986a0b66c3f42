/// A manifest and everything else needed to make a container. Files and variables are read once, so that later plans
/// with more overlays use the same contents.
struct Blueprint: Sendable {
  let inputs: ManifestInputs
  private let input: ManifestInput
  private var pipeline: Pipeline

  init(_ manifest: YAMLManifest, _ inputs: ManifestInputs) throws {
    self.inputs = inputs
    input = manifest.input
    pipeline = try manifest.pipeline(
      inputs.options, stages: .chosen(argument: inputs.stage), readingEnvironment: true,
      in: World(files: inputs.files, environment: inputs.environment))
  }

  /// The plan of the chosen stage, fully checked.
  ///
  /// - Parameters:
  ///   - texts: Overlays on top of all others, each with its own name.
  ///   - values: Parameters' values, applied last; `nil` for a parameter whose value is in one of these overlays.
  ///   - registry: A registry to use instead of the blueprint's own, with more factories than the manifest needs.
  /// - Throws: ``ManifestError`` with every finding.
  func plan(
    texts: [SourceFile] = [], values: [(name: String, value: String?)] = [], registry: FactoryRegistry? = nil,
    inOrderOf order: [ServiceKey]? = nil
  ) throws -> (planned: PlannedWiring, stage: ComposedStage) {
    let examined = registry?.examined() ?? inputs.examined
    let catalog = CatalogIndex(examined)
    let checked = pipeline.adding(texts, values).check(input, catalog: catalog, settings: examined)
    let findings = examined.findings + checked.findingsAgainstContainer
    guard let stage = checked.composed?.stages.first, !findings.contains(where: { $0.severity == .error }),
      let plan = checked.plan(of: 0, inOrderOf: order)
    else { throw ManifestError(findings) }
    return ((plan, examined, catalog.names), stage)
  }

  /// The same blueprint without its parsed documents.
  var forgetting: Blueprint {
    var copy = self
    copy.pipeline = Pipeline(
      world: pipeline.world, options: pipeline.options, readsSecretFiles: pipeline.readsSecretFiles)
    return copy
  }
}

extension CheckedManifest {
  /// The checker's findings, except those that comments suppress. Errors that prevent making a container are always
  /// included.
  var findingsAgainstContainer: [Diagnostic] {
    var diagnostics = diagnostics
    let suppressed = Suppressions(documents: composed?.files ?? []).apply(
      to: &diagnostics, rules: Rule.all, isComplete: false)
    for finding in suppressed where finding.preventsContainer {
      diagnostics.report(finding.keptThoughSuppressed())
    }
    return diagnostics.sorted()
  }
}

extension Pipeline {
  /// A copy of the pipeline with more overlays, and with values that replace all others.
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
