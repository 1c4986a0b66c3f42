extension Checks {
  /// DI406, DI407, DI408, DI510: every use of a factory's settings, with the values known so far.
  static func checkSettings(_ context: CheckContext, reporting: inout Diagnostics) {
    guard let judge = context.judge else { return }
    let (graph, limits) = (context.graph, context.limits)
    var findings = StagedFindings()
    let sameParameters = graph.composed.stages.ofSameParameters
    /// Groups of stages in which every parameter has the same value.
    func groups(_ stages: StageSet) -> [(first: Int, stages: StageSet)] {
      var groups: [(first: Int, stages: StageSet)] = []
      var known: [Int: Int] = [:]
      for stage in stages.members {
        if let group = known[sameParameters[stage]] {
          groups[group].stages.insert(stage)
        } else {
          known[sameParameters[stage]] = groups.count
          groups.append((stage, StageSet(stage: stage)))
        }
      }
      return groups
    }
    func check(
      _ factory: KnownFactory?, _ settings: ComposedSettings?, of service: ComposedService? = nil,
      by use: FactoryUse? = nil,
      at entry: SourceLocation, in stages: StageSet, varies: Bool, owner: @autoclosure () -> String
    ) {
      guard let factory = factory?.entry, settings != nil || factory.settings != nil else { return }
      var reader = SettingsReader(limits: limits)
      let open = settings.map { reader.settings($0) }
      let first = stages.first
      for (stage, same) in varies ? groups(stages) : first.map({ [($0, stages)] }) ?? [] {
        var interpolation = Interpolation(context.values[stage], limits: limits)
        let setting = open.map { interpolation.setting(from: $0) }
        var found = Diagnostics()
        judge.validate(factory: factory.name, settings: setting, at: entry, reporting: &found)
        found.update { finding in
          context.offerSettings(for: &finding, factory, settings, of: service, use)
          finding.symbol = finding.symbol.map { "\(owner()).\($0)" }
        }
        found.report(contentsOf: reader.findings.findings + interpolation.findings.findings)
        // The stages of one use have the same consequences, so they are counted once.
        if stage == first { reporting.suppressedConsequences += found.suppressedConsequences }
        findings.report(contentsOf: found, in: same)
      }
    }
    for version in graph.versions {
      let service = version.service
      let varies = !service.parameterUses.isEmpty
      if case .factory = service.kind {
        check(
          version.factory, service.settings, of: service, at: service.key.location, in: version.stages, varies: varies,
          owner: "services.\(service.key.value)")
      }
      for (use, factory) in zip(service.decorators, version.decorators) {
        check(
          factory, use.settings.map(ComposedSettings.node), by: use, at: use.factory.location,
          in: version.stages, varies: varies, owner: "services.\(service.key.value).decorators.\(use.factory.value)")
      }
    }
    for entryPoint in graph.entryPoints {
      guard case .initializer(let use, let phase) = entryPoint.kind else { continue }
      check(
        entryPoint.factory, use.settings.map(ComposedSettings.node), by: use, at: use.factory.location,
        in: entryPoint.stages, varies: true, owner: "lifecycle.\(phase).\(use.factory.value)")
    }
    findings.finish(names: context.composed.stages.map(\.name), reporting: &reporting)
  }
}

extension CheckContext {
  /// Offers the edit that writes missing settings, whose values only the author knows unless parameters fit.
  fileprivate func offerSettings(
    for finding: inout Diagnostic, _ factory: CatalogFactory, _ settings: ComposedSettings?,
    of service: ComposedService?, _ use: FactoryUse?
  ) {
    guard finding.rule == .missingSetting, let help = finding.help.first else { return }
    let all = factory.settings?.fields ?? []
    let fields =
      finding.symbol == "settings"
      ? all.filter(\.isRequired) : all.filter { $0.name == finding.absent && finding.symbol == "settings.\($0.name)" }
    guard !fields.isEmpty else { return }
    let pairs = fields.map { (key: FlowText.scalar($0.name), value: value(for: $0)) }
    let whole = [(ServiceField.settings.rawValue, FlowText.mapping(pairs))]
    if case .node(let node)? = settings {
      guard node.kind == .mapping else { return }
      finding.addRemedy(help, Diagnostic.Fix.adding(pairs, toMappingAt: node.location))
    } else if settings == nil, let service {
      finding.addRemedy(help, writing(.settings, FlowText.mapping(pairs), in: service))
    } else if settings == nil, let use {
      finding.addRemedy(help, FlowText.adding(whole, to: .factory(use.factory), at: use.location, safe: false))
    }
  }
}
