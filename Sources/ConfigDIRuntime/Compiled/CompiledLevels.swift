/// Plans one stage of a compiled manifest, and levels as changes to its plan.
final class CompiledLevels: LevelPlanning {
  private let inputs: ManifestInputs
  private let manifest: CompiledManifest
  private let sources: ParameterSources
  /// The stage below the levels, read on first use because most containers have no levels.
  private let lazyStage = Memo<Stage>()

  /// A stage, with the findings about values passed for parameters that do not exist in the stage, and about malformed
  /// references in passed values.
  private typealias Stage = (
    open: OpenPlan, suppressions: SuppressedLines, unknownTargets: [Diagnostic], malformed: [Diagnostic]
  )

  var provided: [Provided] { inputs.provided }

  init(_ manifest: CompiledManifest, _ inputs: ManifestInputs) {
    self.inputs = inputs
    self.manifest = manifest
    sources = ParameterSources(
      environment: inputs.environment, program: inputs.options.source?.remembering, files: inputs.files,
      limits: inputs.options.limits)
  }

  /// Reads the stage. Throws if the manifest was compiled for different factories.
  private func readStage() throws -> Stage {
    let contents = try manifest.contents(inputs.files, limits: inputs.options.limits)
    let chosen: String?
    do throws(StageChoice.Problem) {
      chosen = try StageChoice.choose(
        argument: inputs.stage, environment: inputs.environment, defaultStage: contents.defaultStage,
        declared: contents.declaredStages)
    } catch {
      // The compiler rejects a manifest whose default stage is not one of its stages.
      guard let finding = error.finding else { throw ManifestError.damaged(manifest.name) }
      throw ManifestError([finding])
    }
    guard let position = contents.stages.firstIndex(of: chosen) else {
      throw ManifestError(
        unusable: "'\(manifest.name)' was compiled without the stage '\(chosen ?? "")'\n"
          + "  help: compile it with that stage, or with all stages: "
          + ManifestError.command(contents.entry, manifest.name))
    }
    let findings = inputs.examined.findings
    if findings.contains(where: { $0.severity == .error }) { throw ManifestError(findings) }
    let differences = contents.differences(from: inputs.examined.catalog, inputs.examined.keyNames())
    guard differences.isEmpty else {
      let lines = differences.map { "\n  \($0)" }.joined()
      throw ManifestError(
        unusable: "'\(manifest.name)' was compiled for factories that differ from the program's:\(lines)\n"
          + "  help: export the catalog again, and recompile the manifest: "
          + ManifestError.command(contents.entry, manifest.name))
    }
    guard var open = contents.plan(of: position) else {
      throw ManifestError.damaged(manifest.name)
    }
    var unknown = inputs.options.parameters
    var malformed: [Diagnostic] = []
    for (index, parameter) in open.parameters.enumerated() {
      let name = parameter.name.value
      guard let value = unknown.removeValue(forKey: name) else { continue }
      let literal = Literal(argument: value, for: name, givenBy: "parameters:", of: parameter.type)
      malformed += OpenText.findings(in: literal)
      open.parameters[index] = parameter.set(to: literal)
    }
    let known = open.parameters.map(\.name.value).sorted()
    return (
      open, contents.suppressions,
      unknown.keys.sorted().map { .unknownSetTarget($0, givenBy: "parameters:", among: known) }, malformed
    )
  }

  func base() throws -> (planned: PlannedWiring, table: @Sendable () -> WiringTable) {
    let stage = try readStage()
    return (try plan(stage, inputs.examined), { stage.open.table })
  }

  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText {
    throw ManifestError.needsText("saving a stack's levels")
  }

  func levels(in text: String, secrets: String?) throws -> (levels: [LevelDefinition], leftOut: [StackOmission]) {
    throw ManifestError.needsText("restoring a stack's levels")
  }

  func planned(_ levels: [LevelDefinition], inOrderOf order: [ServiceKey]?) throws -> PlannedWiring {
    var stage = try lazyStage.answer(readStage)
    let provided = stage.open.services.filter { if case .provided = $0.kind { true } else { false } }
    stage.unknownTargets += try levels.findings(
      against: stage.open.parameters.map(\.name.value), provided: Set(provided.map(\.key)),
      areOverlays: order != nil)
    for (index, level) in levels.enumerated() where !level.isEmpty {
      let name = [LevelDefinition].name(ofLevel: index, isOverlay: order != nil)
      let place = SourceFile(path: name, lines: 1).beginning
      for entry in level.values {
        for (index, parameter) in stage.open.parameters.enumerated() where parameter.name.value == entry.name {
          let literal = Literal(entry.value, at: place)
          stage.malformed += OpenText.findings(in: literal)
          stage.open.parameters[index] = parameter.set(to: literal)
        }
      }
      for (key, source) in level.uses {
        guard let index = stage.open.services.firstIndex(where: { $0.key == key }) else { continue }
        switch source {
        case .factory(let factory, _):
          throw ManifestError.needsText("replacing the factory of \(key) with '\(factory)'")
        case .part(let part): stage.open.services[index].use(part, at: place)
        }
      }
    }
    return try plan(stage, inputs.examined(with: levels), inOrderOf: order)
  }

  /// Returns the plan after checking what the compiler could not know.
  ///
  /// - Parameters:
  ///   - stage: The stage, possibly with the changes of levels.
  ///   - examined: The registry, including the factories that levels add.
  /// - Throws: ``ManifestError`` with every finding.
  private func plan(
    _ stage: Stage, _ examined: ExaminedRegistry, inOrderOf order: [ServiceKey]? = nil
  ) throws -> PlannedWiring {
    var found = Diagnostics()
    found.report(contentsOf: stage.malformed)
    let values = ParameterValues.resolve(
      stage.open.parameters, readBy: stage.open.parametersRead, sources: sources, reporting: &found)
    found.report(contentsOf: stage.open.secretChoices(values))
    let (plan, isSound) = stage.open.plan(values, inOrderOf: order)
    // If a choice has no value, all of its cases are planned. Together they may form a cycle that no single case has.
    if isSound || found.hasErrors { plan.checkSettings(values, examined, reporting: &found) }
    let findings = examined.findings + stage.unknownTargets + unsuppressed(found, stage.suppressions)
    guard !findings.contains(where: { $0.severity == .error }) else { throw ManifestError(findings) }
    guard isSound else { throw ManifestError.damaged(manifest.name) }
    return (plan, examined)
  }

  /// The findings that no comment suppresses. Errors that prevent building a container cannot be suppressed.
  private func unsuppressed(_ found: Diagnostics, _ suppressions: SuppressedLines) -> [Diagnostic] {
    let standing = found.findings.compactMap { finding -> Diagnostic? in
      guard !suppressions.uses(for: finding).isEmpty else { return finding }
      let stands = finding.severity == .error && !finding.rule.allowsContainer
      return stands ? finding.keptThoughSuppressed() : nil
    }
    return Diagnostics(standing, suppressedConsequences: 0).sorted()
  }
}

extension OpenPlan {
  /// A finding for each `select` whose parameter got a value with a secret after the manifest was compiled.
  fileprivate func secretChoices(_ values: ParameterValues) -> [Diagnostic] {
    // In place, as a service is expensive to copy, and only if there is a choice at all.
    let choices = services.indices.compactMap { index -> (parameter: String, origin: SourceLocation)? in
      guard case .select(let choice) = services[index].kind else { return nil }
      return (choice.parameter, services[index].origin)
    }
    guard !choices.isEmpty else { return [] }
    let parameters = Dictionary(parameters.map { ($0.name.value, $0) }) { first, _ in first }
    return choices.compactMap { choice in
      parameters[choice.parameter].flatMap { .secretChoice(by: $0, among: parameters, values, at: choice.origin) }
    }
  }
}

extension Plan {
  /// Checks the settings whose parameters had no value when the manifest was compiled, and decodes all other settings.
  fileprivate func checkSettings(
    _ values: ParameterValues, _ registry: ExaminedRegistry, reporting: inout Diagnostics
  ) {
    func check(_ factory: PlannedFactory, at entry: SourceLocation, _ reporting: inout Diagnostics) {
      guard let template = factory.template else {
        registry.decode(factory.settings, of: factory.name, at: entry, reporting: &reporting)
        return
      }
      var interpolation = Interpolation(values)
      let settings = interpolation.setting(from: template)
      registry.validate(factory: factory.name, settings: settings, at: entry, reporting: &reporting)
      reporting.report(contentsOf: interpolation.findings.findings)
    }
    for index in services.indices {
      guard case .factory(let factory, let decorators) = services[index].kind else { continue }
      check(factory, at: services[index].keyOrigin, &reporting)
      for decorator in decorators { check(decorator, at: decorator.origin, &reporting) }
    }
    for initializer in phases.flatMap(\.initializers) {
      check(initializer.factory, at: initializer.factory.origin, &reporting)
    }
  }
}

extension PlannedService {
  /// Adds a level's closure to the decorators, or serves its instance without the service's factory, dependencies and
  /// decorators.
  fileprivate mutating func use(_ part: LevelPart, at place: SourceLocation) {
    let own = PlannedFactory(name: part.name, arguments: [], settings: nil, origin: place)
    if !part.isClosure {
      self = PlannedService(
        key: key, kind: .factory(own, decorators: []), scope: .singleton, isEager: false, origin: place,
        keyOrigin: keyOrigin, replaced: replaced)
    } else if case .factory(let factory, let decorators) = kind {
      kind = .factory(factory, decorators: decorators + [own])
    }
  }
}

extension Literal {
  /// Creates a literal from a Swift value that a level sets.
  package init(_ value: YAMLValue, at location: SourceLocation) {
    switch value {
    case .plain(var text): self = text.withUTF8 { Literal($0, isPlain: true, at: location) }
    case .text(var text): self = text.withUTF8 { Literal($0, isPlain: false, at: location) }
    case .list(let elements): self.init(.list(elements.map { Literal($0, at: location) }), at: location)
    case .map(let entries):
      self.init(
        .map(entries.map { (Located($0.name, at: location), Literal($0.value, at: location)) }), at: location)
    }
  }
}
