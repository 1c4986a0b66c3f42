extension Composer {
  /// Composes each selected stage: the base, the overlays for every stage, the stage's own overlays, then the additions
  /// from the command line.
  static func composeStages(
    _ base: BaseLayer, _ selected: [Int], _ sources: inout FileSources
  ) throws(TooMuchWork) -> [ComposedStage] {
    let tree = StageTree(base, reporting: &sources.findings)
    // A manifest without stages has a single unnamed one.
    let names: [String?] = base.stages.isEmpty ? [nil] : base.stages.map(\.name.value)
    let selected = base.stages.isEmpty ? [0] : selected
    var staging = Staging(count: names.count, base, isIncomplete: sources.isIncomplete, at: sources.beginning)
    try staging.applyToAll(base, &sources)
    let needed = tree.ancestry(of: selected)
    for position in tree.order where needed.contains(position) {
      try staging.compose(base.stages[position], at: position, tree, &sources)
    }
    var stages = try staging.finish(selected, &sources)
    for (index, position) in selected.enumerated() { stages[index].name = names[position] }
    staging.reportUnknownSetTargets(stages, sources.options)
    staging.explainUnmetEntries(stages, at: selected)
    staging.findings.finish(names: names, reporting: &sources.findings)
    sources.findings.suppressedConsequences += staging.suppressedConsequences
    return stages
  }
}

/// The stages during composition; each starts as a copy of the stage that it extends.
private struct Staging {
  private typealias Change = OverlayFiles.Overlay

  /// A stage's initial contents and its changes. Stages with equal recipes are composed once.
  private struct Recipe: Hashable {
    let start: Int
    let changes: [String]
  }

  private typealias Composed = (stage: StageState, findings: Diagnostics)

  var findings = StagedFindings()
  var suppressedConsequences = 0
  private var overlayFiles = OverlayFiles()
  private var common: StageState
  private var stages: [StageState?]
  private let all: StageSet
  private let scopes: OrderedEntries<String, ScopeEntry>?
  private var known: [Recipe: Composed] = [:]
  private var contents = 0
  /// The location of the current entry.
  private var place: SourceLocation

  init(count: Int, _ base: BaseLayer, isIncomplete: Bool, at place: SourceLocation) {
    self.place = place
    common = base.state
    common.rest.isIncomplete = isIncomplete
    // An import that could not be read may have any section.
    if isIncomplete { common.rest.unread.insert(ManifestKey.imports.rawValue) }
    stages = Array(repeating: nil, count: count)
    all = StageSet(all: count)
    scopes = common.rest.unread.isEmpty ? base.scopes : nil
  }

  mutating func applyToAll(_ base: BaseLayer, _ sources: inout FileSources) throws(TooMuchWork) {
    var found = Diagnostics()
    var changes: [Change] = []
    for (reference, place) in base.overlays {
      changes += overlayFiles.overlays([reference], in: place, &sources, reporting: &found)
    }
    let composed = try apply(changes, to: common, &sources)
    common = composed.stage
    found.report(composed.findings)
    report(found, in: all)
  }

  mutating func compose(
    _ stage: BaseLayer.Stage, at position: Int, _ tree: StageTree, _ sources: inout FileSources
  ) throws(TooMuchWork) {
    place = stage.name.location
    var start = tree.parents[position].flatMap { stages[$0] } ?? common
    if tree.cut.contains(position) { start.rest.isIncomplete = true }
    var found = Diagnostics()
    var changes: [Change] = []
    for part in stage.parts {
      changes += overlayFiles.overlays(part.overlays, in: part.place, &sources, reporting: &found)
      if !part.layer.isEmpty { changes.append(Change(layer: part.layer)) }
    }
    let own = "\(position)"
    let recipe = Recipe(
      start: start.identity, changes: changes.map { $0.layer == nil ? "" : $0.resolved ?? own })
    let composed: Composed
    if let same = known[recipe] { composed = same } else { composed = try apply(changes, to: start, &sources) }
    known[recipe] = composed
    stages[position] = composed.stage
    found.report(composed.findings)
    // Stages that extend this one share its findings.
    report(found, in: found.findings.isEmpty ? StageSet() : tree.subtree(of: position))
  }

  mutating func finish(_ selected: [Int], _ sources: inout FileSources) throws(TooMuchWork) -> [ComposedStage] {
    place = sources.beginning
    var arguments: [Change] = []
    let found = sources.collecting { sources in
      arguments = sources.options.overlays.compactMap { OverlayFiles.overlay($0, &sources) }
    }
    report(found, in: all)
    let lacksArgument = arguments.count < sources.options.overlays.count
    var literals: [String: Literal] = [:]
    var composed: [ComposedStage] = []
    var finished: [Int: (stage: ComposedStage, findings: Diagnostics)] = [:]
    for position in selected {
      var start = stages[position] ?? common
      if let same = finished[start.identity] {
        composed.append(same.stage)
        report(same.findings, in: StageSet(stage: position))
        continue
      }
      let identity = start.identity
      if lacksArgument { start.rest.isIncomplete = true }
      let applied = try apply(arguments, to: start, &sources)
      report(applied.findings, in: StageSet(stage: position))
      var stage = applied.stage
      let (count, giver) = (sources.options.values.count, sources.options.givenBy)
      try sources.work.spend(WorkBudget.Cost.entry, for: count, at: place) {
        "\(giver) sets \(counted(count, "value")) in each stage"
      }
      stage.resolveTypes()
      for (name, value) in sources.options.values {
        stage.set(name, to: value, givenBy: sources.options.givenBy, &literals)
      }
      for (name, literal) in sources.options.literals { stage.set(name, to: literal) }
      let result = stage.composed
      composed.append(result)
      if selected.count > 1 { finished[identity] = (result, applied.findings) }
    }
    for literal in Array(literals.values) + sources.options.literals.values {
      for problem in OpenText.findings(in: literal) { findings.report(problem, in: all) }
    }
    return composed
  }

  /// DI111: a value for a parameter that none of the stages to judge has, as in a program that chooses one of them.
  mutating func reportUnknownSetTargets(_ stages: [ComposedStage], _ options: CompositionOptions) {
    guard !options.values.isEmpty else { return }
    let judged = stages.filter { stage in stage.name.map { options.judgedStages?.contains($0) ?? true } ?? true }
    var known: Set<String> = []
    for stage in judged.isEmpty ? stages : judged { known.formUnion(stage.parameters.lazy.map(\.name.value)) }
    for name in Set(options.values.map(\.name)).subtracting(known).sorted() {
      findings.report(.unknownSetTarget(name, givenBy: options.givenBy, among: known.sorted()), in: all)
    }
  }

  /// Completes the findings about entries that have no effect. All stages must be composed first, since another stage
  /// may define the name that an entry refers to.
  mutating func explainUnmetEntries(_ stages: [ComposedStage], at positions: [Int]) {
    lazy var services = DeclaredNames(servicesOf: stages)
    lazy var parameters = DeclaredNames(parametersOf: stages)
    findings.update { finding, holders in
      guard finding.rule == .overridesNothing, let name = finding.absent?.name else { return }
      let lacking = StageSet(positions.indices.filter { holders.contains(positions[$0]) })
      let isParameter = finding.absent?.kind == .changedParameter
      (isParameter ? parameters : services).explain(&finding, about: name, in: lacking)
      if !isParameter, finding.help.isEmpty {
        finding.help = [services.remedy(for: name, entry: "factory: …", in: lacking)].compactMap { $0 }
      }
    }
  }

  /// Returns a stage with all changes applied, and the findings about the changes.
  private mutating func apply(
    _ changes: [Change], to start: StageState, _ sources: inout FileSources
  ) throws(TooMuchWork) -> Composed {
    var stage = start
    var found = Diagnostics()
    if !changes.isEmpty {
      contents += 1
      stage.contents = contents
      let size = stage.services.count + stage.parameters.count
      try sources.work.spend(WorkBudget.Cost.shared, for: size, at: place) {
        "\(counted(contents, "different stage")), the last with \(counted(size, "service and parameter", "services and parameters"))"
      }
    }
    for change in changes {
      guard let layer = change.layer else {
        stage.rest.isIncomplete = true
        continue
      }
      if let resolved = change.resolved, !stage.rest.overlays.insert(resolved).inserted { continue }
      let entries = layer.services.count + layer.parameters.count
      try sources.work.spend(WorkBudget.Cost.entry, for: entries, at: place) {
        "an overlay of \(counted(entries, "entry", "entries")) is applied to \(counted(contents, "stage"))"
      }
      var context = OverlayContext(layer: layer, scopes: scopes)
      stage.apply(layer, &context)
      found.report(context.findings)
    }
    stage.finishChanges()
    return (stage, found)
  }

  private mutating func report(_ found: Diagnostics, in holders: StageSet) {
    findings.report(contentsOf: found, in: holders)
    suppressedConsequences += found.suppressedConsequences
  }
}
