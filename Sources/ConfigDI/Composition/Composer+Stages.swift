extension Composer {
  /// Composes each selected stage: the base, the overlays of every stage, those of the stage, then the additions of the
  /// command line.
  static func composeStages(
    _ base: BaseLayer, _ selected: [Int], _ sources: inout FileSources, reporting findings: inout Diagnostics
  ) -> [ComposedStage] {
    let tree = StageTree(base, isComplete: !sources.isIncomplete, reporting: &findings)
    let isNameless = base.stages.isEmpty
    var staging = Staging(
      count: isNameless ? 1 : base.stages.count, start: base.state, isIncomplete: sources.isIncomplete)
    if !tree.cut.isEmpty { sources.isIncomplete = true }
    staging.applyToAll(base, &sources)
    if !isNameless {
      let needed = tree.ancestry(of: selected)
      for position in tree.order where needed.contains(position) {
        staging.compose(base.stages[position], at: position, tree, &sources)
      }
    }
    let finished = staging.finish(isNameless ? [0] : selected, &sources)
    let stages = zip(isNameless ? [0] : selected, finished).map { position, finished in
      var stage = finished.state.composed(as: isNameless ? nil : base.stages[position].name.value)
      stage.overlays = finished.applied
      stage.isIncomplete = finished.isIncomplete
      return stage
    }
    staging.explainUnmetEntries(stages, at: isNameless ? [0] : selected)
    staging.findings.finish(names: isNameless ? [nil] : base.stages.map(\.name.value), reporting: &findings)
    findings.suppressedConsequences += staging.suppressedConsequences
    return stages
  }
}

/// The stages while they are composed; each begins with a copy of the stage that it extends.
private struct Staging {
  struct Stage {
    var state: StageState
    /// The overlay files that have been applied.
    var applied: Set<String> = []
    /// Whether a part of the stage could not be read.
    var isIncomplete: Bool
  }

  var findings = StagedFindings()
  var suppressedConsequences = 0
  private var overlayFiles = OverlayFiles()
  private var common: Stage
  private var stages: [Stage?]
  private let all: StageSet

  init(count: Int, start: StageState, isIncomplete: Bool) {
    common = Stage(state: start, isIncomplete: isIncomplete)
    stages = Array(repeating: nil, count: count)
    all = StageSet(all: count)
  }

  mutating func applyToAll(_ base: BaseLayer, _ sources: inout FileSources) {
    var stage = common
    var found = Diagnostics()
    for (reference, place) in base.overlays {
      apply([reference], in: place, to: &stage, &sources, &found)
    }
    stage.state.finishChanges()
    report(found, in: all)
    common = stage
  }

  mutating func compose(
    _ stage: BaseLayer.Stage, at position: Int, _ tree: StageTree, _ sources: inout FileSources
  ) {
    var current = tree.parents[position].flatMap { stages[$0] } ?? common
    if tree.cut.contains(position) { current.isIncomplete = true }
    var found = Diagnostics()
    for part in stage.parts {
      apply(part.overlays, in: part.place, to: &current, &sources, &found)
      apply(part.layer, to: &current, &found)
    }
    current.state.finishChanges()
    // Stages that extend this one have its findings too.
    report(found, in: found.findings.isEmpty ? StageSet() : tree.subtree(of: position))
    stages[position] = current
  }

  mutating func finish(_ selected: [Int], _ sources: inout FileSources) -> [Stage] {
    var arguments: [OverlayFiles.Overlay] = []
    var found = Diagnostics()
    for path in sources.options.overlays {
      if let overlay = OverlayFiles.overlay(path, &sources, reporting: &found) { arguments.append(overlay) }
    }
    report(found, in: all)
    let lacksArgument = arguments.count < sources.options.overlays.count
    var unset = Set(sources.options.values.map(\.name))
    var known: Set<String> = []
    var literals: [String: Literal] = [:]
    let states = selected.map { position in
      var stage = stages[position] ?? common
      if lacksArgument { stage.isIncomplete = true }
      var found = Diagnostics()
      for overlay in arguments where stage.applied.insert(overlay.resolved).inserted {
        apply(overlay.layer, to: &stage, &found)
      }
      stage.state.finishChanges()
      report(found, in: StageSet(stage: position))
      stage.state.resolveTypes()
      for (name, value) in sources.options.values
      where stage.state.set(name, to: value, givenBy: sources.options.givenBy, &literals) {
        unset.remove(name)
      }
      if !unset.isEmpty { known.formUnion(stage.state.parameters.values.map(\.name.value)) }
      return stage
    }
    reportUnset(unset, known, sources)
    for problem in literals.values.flatMap({ Template.problems(in: $0) }) { findings.report(problem, in: all) }
    return states
  }

  /// Completes the findings about entries that change nothing: which names another stage has is known only when all
  /// stages are composed.
  mutating func explainUnmetEntries(_ stages: [ComposedStage], at positions: [Int]) {
    var known: (services: DeclaredNames<ServiceKey>, parameters: DeclaredNames<String>)?
    findings.update { finding, holders in
      guard finding.rule == .overridesNothing, let name = finding.absent else { return }
      let declared = known ?? (DeclaredNames(servicesOf: stages), DeclaredNames(parametersOf: stages))
      known = declared
      let lacking = positions.indices.reduce(into: StageSet()) { if holders.contains(positions[$1]) { $0.insert($1) } }
      if finding.isAboutParameter {
        declared.parameters.explain(&finding, about: name, in: lacking)
      } else {
        let key = ServiceKey(name)
        declared.services.explain(&finding, about: key, in: lacking)
        if finding.help.isEmpty {
          finding.help = [declared.services.remedy(for: key, entry: "factory: …", in: lacking)].compactMap { $0 }
        }
      }
    }
  }

  private mutating func reportUnset(_ names: Set<String>, _ known: Set<String>, _ sources: FileSources) {
    let known = known.sorted()
    for name in names.sorted() {
      if sources.isIncomplete {
        suppressedConsequences += 1
      } else {
        findings.report(.unknownSetTarget(name, givenBy: sources.options.givenBy, among: known), in: all)
      }
    }
  }

  private mutating func apply(
    _ references: [FileReference], in place: FilePlace, to stage: inout Stage, _ sources: inout FileSources,
    _ found: inout Diagnostics
  ) {
    let (overlays, isIncomplete) = overlayFiles.overlays(references, in: place, &sources, reporting: &found)
    if isIncomplete { stage.isIncomplete = true }
    for overlay in overlays where stage.applied.insert(overlay.resolved).inserted {
      apply(overlay.layer, to: &stage, &found)
    }
  }

  private func apply(_ layer: Layer, to stage: inout Stage, _ found: inout Diagnostics) {
    var context = OverlayContext(isIncomplete: stage.isIncomplete, layer: layer)
    stage.state.apply(layer, &context)
    found.report(contentsOf: context.findings.findings)
    found.suppressedConsequences += context.findings.suppressedConsequences
  }

  private mutating func report(_ found: Diagnostics, in holders: StageSet) {
    findings.report(contentsOf: found, in: holders)
    suppressedConsequences += found.suppressedConsequences
  }
}
