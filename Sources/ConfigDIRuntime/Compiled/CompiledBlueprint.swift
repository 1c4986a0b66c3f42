/// A compiled manifest with all that a container is made from, read from the world once.
struct CompiledBlueprint: Sendable {
  let registry: FactoryRegistry
  let open: OpenPlan
  private let contents: CompiledContents
  private let provided: [Provided]
  private let sources: ParameterSources
  /// The registry after its examination, and how its types are spelt.
  private let examined: ExaminedRegistry
  private let names: KeyNames

  init(
    _ manifest: CompiledManifest, stage: String?, registry: FactoryRegistry, provided: [Provided],
    parameters: [String: String], environment: [String: String]?, in world: World = .process
  ) throws {
    let environment = environment ?? world.environment
    let (contents, name) = try manifest.contents(world.files, limits: Limits())
    self.contents = contents
    self.registry = registry
    self.provided = provided
    sources = ParameterSources(environment: environment, files: RememberingFiles(world.files))
    let chosen = try contents.choose(stage, environment)
    guard let position = contents.stages.firstIndex(of: chosen) else {
      throw CompiledManifestError.withoutStage(chosen ?? "", name, contents.entry)
    }
    examined = registry.examined()
    names = examined.catalog.keyNames
    if examined.findings.contains(where: { $0.severity == .error }) { throw ManifestError(examined.findings) }
    let signatures = Signatures(contents, examined.catalog, names)
    guard signatures.differences.isEmpty else {
      throw CompiledManifestError.stale(signatures.differences, name, contents.entry)
    }
    do throws(Malformed) {
      var reader = StageReader(contents, factories: signatures.factories)
      open = try reader.plan(of: position).setting(parameters)
    } catch {
      throw CompiledManifestError.damaged(name)
    }
    let unknown = parameters.keys.filter { name in !open.parameters.contains { $0.name.value == name } }.sorted()
    guard unknown.isEmpty else {
      let known = open.parameters.map(\.name.value).sorted()
      throw ManifestError(unknown.map { .unknownSetTarget($0, givenBy: "parameters:", among: known) })
    }
  }

  /// The wiring, all of it checked that was open when it was compiled.
  ///
  /// - Parameter registry: More factories than the manifest alone needs.
  /// - Throws: ``ManifestError`` with every finding.
  func plan(
    _ open: OpenPlan, _ registry: FactoryRegistry? = nil, inOrderOf order: [ServiceKey]? = nil
  ) throws -> Planned {
    let examined = registry?.examined() ?? self.examined
    var found = Diagnostics()
    let values = ParameterValues.resolve(open.parameters, sources: sources, reporting: &found)
    guard let plan = open.soundPlan(values, inOrderOf: order) else {
      throw CompiledManifestError.damaged(contents.entry)
    }
    plan.checkSettings(values, examined, reporting: &found)
    let findings = examined.findings + unsuppressed(found)
    guard !findings.contains(where: { $0.severity == .error }) else { throw ManifestError(findings) }
    return Planned(plan: plan, registry: examined, names: registry == nil ? names : examined.catalog.keyNames)
  }

  func container(
    of planned: Planned, sharingWith bases: [Container] = [], renewals: [ServiceKey: Int] = [:],
    family: OverlayFamily? = nil, planning: (planning: any LevelPlanning, definitions: [LevelDefinition])
  ) throws -> Container {
    try Container(
      soundPlan: planned.plan, registry: planned.registry, names: planned.names, provided: provided,
      sharingWith: bases, renewals: renewals, family: family, planning: planning)
  }

  /// Without what comments suppress, but for errors with which there can be no container.
  private func unsuppressed(_ found: Diagnostics) -> [Diagnostic] {
    var diagnostics = found
    var standing: [Diagnostic] = []
    diagnostics.filter { finding in
      guard !contents.suppressions.uses(for: finding).isEmpty else { return true }
      if finding.severity == .error, !Rule.leavingSettingsWhole.contains(finding.rule) {
        standing.append(finding.standingThoughSuppressed())
      }
      return false
    }
    diagnostics.report(contentsOf: standing)
    return diagnostics.sorted()
  }

  struct Planned: Sendable {
    let plan: Plan
    let registry: ExaminedRegistry
    let names: KeyNames
  }
}

extension CompiledContents {
  fileprivate func choose(_ stage: String?, _ environment: [String: String]) throws -> String? {
    do throws(StageChoice.Problem) {
      return try StageChoice.choose(
        argument: stage, environment: environment, defaultStage: defaultStage, declared: declaredStages)
    } catch {
      throw ManifestError([error.finding].compactMap { $0 })
    }
  }
}

extension OpenPlan {
  fileprivate func setting(_ values: [String: String]) -> OpenPlan {
    guard !values.isEmpty else { return self }
    return changing(
      services,
      parameters.map { parameter in
        let name = parameter.name.value
        return values[name].map {
          parameter.set(to: Literal(argument: $0, for: name, givenBy: "parameters:", of: parameter.type))
        } ?? parameter
      })
  }
}

extension Plan {
  /// Judges what was open when the manifest was compiled, and decodes the rest.
  fileprivate func checkSettings(
    _ values: ParameterValues, _ registry: ExaminedRegistry, reporting: inout Diagnostics
  ) {
    func check(_ factory: PlannedFactory, at entry: SourceLocation, _ reporting: inout Diagnostics) {
      guard let template = factory.template else {
        registry.decode(factory.settings, of: factory.name, at: entry, reporting: &reporting)
        return
      }
      var interpolation = Interpolation(values)
      let settings = interpolation.setting(from: .open(template))
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
  /// Errors that leave the wiring whole though settings have them: a comment may suppress them.
  package static let leavingSettingsWhole: Set<Rule> = [.unknownSetting, .secretExposed]
}
