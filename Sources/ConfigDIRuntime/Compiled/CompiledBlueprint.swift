/// A compiled manifest, with the registry, values and files that a container needs.
///
/// Decoded stages are not kept, since a container needs each stage only once and can decode the bytes again.
struct CompiledBlueprint: Sendable {
  let inputs: ManifestInputs
  private let manifest: CompiledManifest
  private let stage: Int
  private let sources: ParameterSources
  private let names: KeyNames

  struct Stage: Sendable {
    let open: OpenPlan
    fileprivate let suppressions: SuppressedLines
    fileprivate let entry: String
    /// Findings about values passed for parameters that do not exist in the stage.
    fileprivate let unknownTargets: [Diagnostic]
  }

  /// Reads one stage of a manifest. Throws if the manifest was compiled for different factories.
  static func reading(
    _ manifest: CompiledManifest, _ inputs: ManifestInputs
  ) throws -> (blueprint: CompiledBlueprint, stage: Stage) {
    let contents = try manifest.contents(inputs.files, limits: inputs.options.limits)
    let chosen = try contents.choose(inputs.stage, inputs.environment, manifest.name)
    guard let position = contents.stages.firstIndex(of: chosen) else {
      throw ManifestError(
        unusable: "'\(manifest.name)' was compiled without the stage '\(chosen ?? "")'\n"
          + "  help: compile it with that stage, or with all stages: "
          + ManifestError.command(contents.entry, manifest.name))
    }
    let findings = inputs.examined.findings
    if findings.contains(where: { $0.severity == .error }) { throw ManifestError(findings) }
    let blueprint = CompiledBlueprint(
      inputs: inputs, manifest: manifest, stage: position,
      sources: ParameterSources(
        environment: inputs.environment, program: inputs.options.source?.remembering, files: inputs.files,
        limits: inputs.options.limits),
      names: inputs.examined.spellings.names)
    return (blueprint, try blueprint.stage(of: contents))
  }

  func readAgain() throws -> Stage {
    try stage(of: try manifest.contents(inputs.files, limits: inputs.options.limits))
  }

  private func stage(of contents: CompiledContents) throws -> Stage {
    let signatures = Signatures(contents, inputs.examined.catalog, names)
    guard signatures.differences.isEmpty else {
      let lines = signatures.differences.map { "\n  \($0)" }.joined()
      throw ManifestError(
        unusable: "'\(manifest.name)' was compiled for factories that differ from the program's:\(lines)\n"
          + "  help: export the catalog again, and recompile the manifest: "
          + ManifestError.command(contents.entry, manifest.name))
    }
    do throws(Malformed) {
      var reader = StageReader(contents, factories: signatures.factories)
      let parameters = inputs.options.parameters
      let open = try reader.plan(of: stage).setting(parameters)
      let known = Set(open.parameters.map(\.name.value))
      let unknown = parameters.keys.filter { !known.contains($0) }.sorted()
      return Stage(
        open: open, suppressions: contents.suppressions, entry: contents.entry,
        unknownTargets: unknown.map { .unknownSetTarget($0, givenBy: "parameters:", among: known.sorted()) })
    } catch {
      throw ManifestError.damaged(manifest.name)
    }
  }

  /// Returns the plan after checking what the compiler could not know.
  ///
  /// - Parameters:
  ///   - open: The stage's plan, possibly changed by a stack's levels.
  ///   - registry: The registry, including factories that levels add; if `nil`, the program's registry.
  /// - Throws: ``ManifestError`` with every finding.
  func plan(
    _ stage: Stage, _ open: OpenPlan, _ registry: FactoryRegistry? = nil, inOrderOf order: [ServiceKey]? = nil
  ) throws -> PlannedWiring {
    let examined = registry?.examined() ?? inputs.examined
    var found = Diagnostics()
    let values = ParameterValues.resolve(
      open.parameters, readBy: open.parametersRead, sources: sources, reporting: &found)
    let sound = open.soundPlan(values, inOrderOf: order)
    // If a choice has no value, all of its cases are planned. Together they may form a cycle that no single case has.
    if let plan = sound ?? (found.hasErrors ? open.plan(values, inOrderOf: order) : nil) {
      plan.checkSettings(values, examined, reporting: &found)
    }
    let findings = examined.findings + stage.unknownTargets + unsuppressed(found, stage.suppressions)
    guard !findings.contains(where: { $0.severity == .error }) else { throw ManifestError(findings) }
    guard let plan = sound else { throw ManifestError.damaged(manifest.name) }
    return (plan, examined, registry == nil ? names : examined.spellings.names)
  }

  /// The findings that no comment suppresses. Errors that prevent building a container cannot be suppressed.
  private func unsuppressed(_ found: Diagnostics, _ suppressions: SuppressedLines) -> [Diagnostic] {
    var diagnostics = found
    var standing: [Diagnostic] = []
    diagnostics.filter { finding in
      guard !suppressions.uses(for: finding).isEmpty else { return true }
      if finding.severity == .error, !Rule.settingErrorsAllowingContainer.contains(finding.rule) {
        standing.append(finding.keptThoughSuppressed())
      }
      return false
    }
    diagnostics.report(contentsOf: standing)
    return diagnostics.sorted()
  }
}

extension CompiledContents {
  fileprivate func choose(_ stage: String?, _ environment: [String: String], _ name: String) throws -> String? {
    do throws(StageChoice.Problem) {
      return try StageChoice.choose(
        argument: stage, environment: environment, defaultStage: defaultStage, declared: declaredStages)
    } catch {
      // The compiler rejects a manifest whose default stage is not one of its stages.
      guard let finding = error.finding else { throw ManifestError.damaged(name) }
      throw ManifestError([finding])
    }
  }
}

extension OpenPlan {
  fileprivate func setting(_ values: [String: String]) -> OpenPlan {
    var plan = self
    for (index, parameter) in parameters.enumerated() {
      let name = parameter.name.value
      guard let value = values[name] else { continue }
      plan.parameters[index] = parameter.set(
        to: Literal(argument: value, for: name, givenBy: "parameters:", of: parameter.type))
    }
    return plan
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
    for service in services {
      guard case .factory(let factory, let decorators) = service.kind else { continue }
      check(factory, at: service.keyOrigin, &reporting)
      for decorator in decorators { check(decorator, at: decorator.origin, &reporting) }
    }
    for initializer in phases.flatMap(\.initializers) {
      check(initializer.factory, at: initializer.factory.origin, &reporting)
    }
  }
}

extension Rule {
  /// Rules about settings whose errors still allow a container to be built, so comments may suppress them.
  package static let settingErrorsAllowingContainer: Set<Rule> = [.unknownSetting, .secretExposed]
}
