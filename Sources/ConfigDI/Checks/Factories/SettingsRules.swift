extension Checks {
  /// DI406, DI407, DI408, DI510: every use of a factory's settings, as far as their values are known.
  static func checkSettings(_ context: CheckContext, reporting: inout Diagnostics) {
    guard let judge = context.judge else { return }
    let (graph, limits) = (context.graph, context.limits)
    let secretSettings = SecretSettings(graph.catalog)
    var findings = StagedFindings()
    func check(
      _ name: String, _ factory: KnownFactory?, _ settings: ComposedSettings?, at entry: SourceLocation,
      in stages: StageSet, varies: Bool, owner: @autoclosure () -> String
    ) {
      if let settings {
        // Those of a factory that is refused in this place are hidden, too.
        let secrets = secretSettings.names(of: name)
        if secrets.hasSecret { settings.hide(secrets) }
      }
      guard let factory = factory?.entry, settings != nil || factory.settings != nil else { return }
      var reader = SettingsReader(limits: limits)
      let open = settings.map { reader.settings($0) }
      let first = stages.first
      for stage in varies ? stages.members : first.map({ [$0] }) ?? [] {
        var interpolation = Interpolation(context.values[stage], limits: limits)
        let setting = open.map { interpolation.setting(from: $0) }
        var found = Diagnostics()
        judge.validate(factory: factory.name, settings: setting, at: entry, reporting: &found)
        found.update { $0.symbol = $0.symbol.map { "\(owner()).\($0)" } }
        found.report(contentsOf: reader.findings.findings + interpolation.findings.findings)
        // The stages of one use have the same consequences, so they are counted once.
        if stage == first { reporting.suppressedConsequences += found.suppressedConsequences }
        findings.report(contentsOf: found, in: varies ? StageSet(stage: stage) : stages)
      }
    }
    for version in graph.versions {
      let service = version.service
      let varies = !service.parameterUses.isEmpty
      if case .factory(let name) = service.kind {
        check(
          name.value, version.factory, service.settings, at: service.key.location, in: version.stages, varies: varies,
          owner: "services.\(service.key.value)")
      }
      for (use, factory) in zip(service.decorators, version.decorators) {
        check(
          use.factory.value, factory, use.settings.map(ComposedSettings.node), at: use.factory.location,
          in: version.stages, varies: varies, owner: "services.\(service.key.value).decorators.\(use.factory.value)")
      }
    }
    for entryPoint in graph.entryPoints {
      guard case .initializer(let use, let phase) = entryPoint.kind else { continue }
      check(
        use.factory.value, entryPoint.factory, use.settings.map(ComposedSettings.node), at: use.factory.location,
        in: entryPoint.stages, varies: true, owner: "lifecycle.\(phase).\(use.factory.value)")
    }
    findings.finish(names: context.composed.stages.map(\.name), reporting: &reporting)
  }
}

extension ComposedSettings {
  /// Keeps the text of secret settings out of excerpts.
  fileprivate func hide(_ names: SecretSettings.Names) {
    func hide(_ name: String, _ node: Node) {
      guard names.mayBeSecret(name) else { return }
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
