/// Plans a manifest, and levels as overlays on top of it. Files and variables are read once, so that later plans with
/// more overlays use the same contents.
final class ManifestLevels: LevelPlanning {
  private let inputs: ManifestInputs
  private let input: ManifestInput
  private let pipeline: Pipeline
  /// The base below the levels, planned on first use because most containers have no levels.
  private let lazyBase = Memo<Base>()

  /// The manifest without any level.
  private typealias Base = (planned: PlannedWiring, parameters: [String], writer: LevelWriter)

  var provided: [Provided] { inputs.provided }

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
  ///   - options: The pipeline's options, possibly with the levels' changes.
  ///   - texts: The texts of the levels' overlays, by name.
  ///   - examined: The registry, including the factories that levels add.
  ///   - others: Findings about the levels that are already known.
  /// - Throws: ``ManifestError`` with every finding.
  private func plan(
    _ options: CompositionOptions, with texts: [String: [UInt8]] = [:], _ examined: ExaminedRegistry,
    inOrderOf order: [ServiceKey]? = nil, besides others: [Diagnostic] = []
  ) throws -> (planned: PlannedWiring, stage: ComposedStage) {
    var world = pipeline.world
    if !texts.isEmpty { world.files = FilesWithTexts(world.files, texts: texts) }
    // With a document cache of its own, so that nothing keeps the documents.
    let checked = Pipeline(world: world, options: options, readsSecretFiles: pipeline.readsSecretFiles)
      .check(input, catalog: CatalogIndex(examined), settings: examined)
    let findings = examined.findings + others + checked.findingsAgainstContainer
    guard let stage = checked.composed?.stages.first, !findings.contains(where: { $0.severity == .error }),
      let plan = checked.plan(of: 0, inOrderOf: order)
    else { throw ManifestError(findings) }
    return ((plan, examined), stage)
  }

  private func keptBase() throws -> Base {
    try lazyBase.answer {
      let (planned, stage) = try plan(pipeline.options, inputs.examined)
      let writer = LevelWriter(
        services: Dictionary(stage.services.map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first }),
        secrets: Set(stage.parameters.lazy.filter(\.isSecret).map(\.name.value)))
      return (planned, stage.parameters.map(\.name.value), writer)
    }
  }

  func base() throws -> (planned: PlannedWiring, table: @Sendable () -> WiringTable) {
    let (planned, stage) = try plan(pipeline.options, inputs.examined)
    return (planned, { stage.table })
  }

  func planned(_ levels: [LevelDefinition], inOrderOf order: [ServiceKey]?) throws -> PlannedWiring {
    let base = try keptBase()
    var writer = base.writer
    let provided = writer.services.filter { if case .provided = $0.value.kind { true } else { false } }
    let unknown = try levels.findings(
      against: base.parameters, provided: Set(provided.keys), areOverlays: order != nil)
    let known = Set(base.parameters)
    var options = pipeline.options
    var texts: [String: [UInt8]] = [:]
    for (index, var level) in levels.enumerated() where !level.isEmpty {
      level.values.removeAll { !known.contains($0.name) }
      let name = [LevelDefinition].name(ofLevel: index, isOverlay: order != nil)
      let place = SourceFile(path: name, bytes: [], isArgument: true).beginning
      for entry in level.values {
        options.values.removeAll { $0.name == entry.name }
        if writer.secrets.contains(entry.name) { options.literals[entry.name] = Literal(entry.value, at: place) }
      }
      options.overlays.append(name)
      texts[name] = Array(YAMLValue.text(of: [writer.overlay(level)]).utf8)
    }
    guard !texts.isEmpty || order != nil else { return base.planned }
    return try plan(
      options, with: texts, inputs.examined(with: levels), inOrderOf: order, besides: unknown
    ).planned
  }

  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText {
    let base = try keptBase()
    var writer = base.writer
    for level in levels {
      for entry in level.values where !writer.secrets.contains(entry.name) {
        guard !entry.value.shows(container.secrets) else {
          throw ContainerError(
            "the value of parameter \(entry.name) contains a secret, and secrets are not saved",
            help: "declare the parameter with 'secret: true', or refer to the secret parameter in its value")
        }
      }
      for (key, source) in level.uses {
        guard case .factory(let factory, .map(let entries)) = source else { continue }
        let fields = base.planned.registry.catalog.factories.first { $0.name == factory }?.settings?.fields ?? []
        for entry in entries {
          let isSecret = fields.contains { $0.name == entry.name && $0.isSecret } && !entry.value.namesParameter
          if isSecret || entry.value.shows(container.secrets) {
            throw ContainerError(
              "setting \(entry.name) of \(key) contains a secret, and secrets are not saved",
              help: "refer to a secret parameter in the setting, and set that parameter instead")
          }
        }
      }
    }
    var leftOut: [StackOmission] = []
    var documents: [YAMLValue] = []
    for (index, level) in levels.enumerated() {
      let lost = writer.leftOut(of: level, number: index + 1)
      leftOut += lost
      documents.append(writer.saved(level, without: lost))
    }
    let text = YAMLValue.text(of: documents)
    let secrets = YAMLValue.text(of: levels.map { writer.secrets(of: $0, beside: text) })
    return (text, secrets, leftOut)
  }

  func levels(
    in text: String, secrets: String?
  ) throws -> (levels: [LevelDefinition], leftOut: [StackOmission]) {
    let saved = try SavedLevels(text, limits: inputs.options.limits)
    var levels = saved.levels
    var leftOut = saved.leftOut
    if let secrets {
      let kept = try SavedLevels(secrets, limits: inputs.options.limits)
      if kept.levels.count == levels.count, kept.mark == SavedLevels.mark(of: text) {
        for index in levels.indices {
          for entry in kept.levels[index].values {
            levels[index].values[entry.name] = entry.value
            leftOut.removeAll { $0.level == index + 1 && $0.kind == .secret && $0.name == entry.name }
          }
        }
      }
    }
    return (levels, leftOut)
  }
}

extension CheckedManifest {
  /// The checker's findings, except those that comments suppress. Errors that prevent making a container are always
  /// included.
  var findingsAgainstContainer: [Diagnostic] {
    var diagnostics = diagnostics
    let suppressed = Suppressions(documents: composed?.files ?? []).apply(to: &diagnostics, isComplete: false)
    for finding in suppressed where finding.preventsContainer {
      diagnostics.report(finding.keptThoughSuppressed())
    }
    return diagnostics.sorted()
  }
}

extension YAMLValue {
  fileprivate var namesParameter: Bool { texts.contains { $0.contains("${") } }

  /// Whether a text in the value contains a secret.
  fileprivate func shows(_ secrets: Secrets) -> Bool { texts.contains { secrets.redacted($0) != $0 } }

  /// The text of every scalar in the value.
  fileprivate var texts: [String] {
    switch self {
    case .plain(let text), .text(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let entries): entries.flatMap(\.value.texts)
    }
  }
}
