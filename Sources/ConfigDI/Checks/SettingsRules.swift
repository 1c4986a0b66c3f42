extension Checks {
  /// DI406, DI407, DI408, DI510: every use of a factory's settings, as far as their values are known.
  static func checkSettings(_ context: CheckContext, reporting: inout Diagnostics) {
    guard let judge = context.judge else { return }
    let (graph, limits) = (context.graph, context.limits)
    var findings = StagedFindings()
    let secrets = (graph.catalog?.catalog.factories ?? []).reduce(into: [String: Set<String>]()) { result, factory in
      let fields = factory.settings?.fields.filter(\.hasSecret) ?? []
      if !fields.isEmpty { result[factory.name] = Set(fields.map(\.name)) }
    }
    func check(
      _ factory: String, _ settings: ComposedSettings?, at entry: SourceLocation, in stages: StageSet, varies: Bool,
      owner: String
    ) {
      if let names = secrets[factory] { settings?.hide(names) }
      var reader = SettingsReader(limits: limits)
      let open = settings.map { reader.settings($0) }
      let first = stages.first
      for stage in varies ? stages.members : first.map({ [$0] }) ?? [] {
        var interpolation = Interpolation(context.values[stage], limits: limits)
        let setting = open.map { interpolation.setting(from: $0) }
        var found = Diagnostics()
        judge.validate(factory: factory, settings: setting, at: entry, reporting: &found)
        found.update { $0.symbol = $0.symbol.map { "\(owner).\($0)" } }
        found.report(contentsOf: reader.findings.findings + interpolation.findings.findings)
        // The stages of one use have the same consequences, so they are counted once.
        if stage == first { reporting.suppressedConsequences += found.suppressedConsequences }
        findings.report(contentsOf: found, in: varies ? StageSet(stage: stage) : stages)
      }
    }
    for version in graph.versions {
      let service = version.service
      let varies = !service.parameterUses.isEmpty
      if case .factory(let name) = service.kind, graph.factory(name.value, for: service.key.value) != nil {
        check(
          name.value, service.settings, at: service.key.location, in: version.stages, varies: varies,
          owner: "services.\(service.key.value)")
      }
      for use in service.decorators where graph.decorator(use.factory.value, for: service.key.value) != nil {
        check(
          use.factory.value, use.settings.map(ComposedSettings.node), at: use.factory.location, in: version.stages,
          varies: varies, owner: "services.\(service.key.value).decorators.\(use.factory.value)")
      }
    }
    for entryPoint in graph.entryPoints {
      guard case .initializer(let use, let phase) = entryPoint.kind,
        graph.catalog?.factory(named: use.factory.value)?.role == .initializer
      else { continue }
      check(
        use.factory.value, use.settings.map(ComposedSettings.node), at: use.factory.location, in: entryPoint.stages,
        varies: true, owner: "lifecycle.\(phase).\(use.factory.value)")
    }
    findings.finish(names: context.composed.stages.map(\.name), reporting: &reporting)
  }
}

extension ComposedSettings {
  /// Keeps the text of secret settings out of excerpts.
  fileprivate func hide(_ names: Set<String>) {
    func hide(_ name: String, _ node: Node) {
      // A misspelt name may stand for one of them.
      guard Spelling.mayMean(name, anyOf: names) else { return }
      node.location.file.hide(node.location.range)
    }
    switch self {
    case .node(let node) where node.kind == .mapping: for (name, value) in node.pairs { hide(name.text, value) }
    // Whatever stands where a mapping with secrets is due may be one of them.
    case .node(let node): node.location.file.hide(node.location.range)
    case .merged(let entries, _): for (name, value) in entries { hide(name.value, value) }
    }
  }
}
