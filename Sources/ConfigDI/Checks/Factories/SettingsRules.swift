extension CheckContext {
  /// DI406, DI407, DI408, DI510: settings that do not fit their factories, given the known parameter values.
  func checkSettings(_ reporting: inout Diagnostics) {
    guard let judge else { return }
    var findings = StagedFindings()
    let sameParameters = composed.stages.ofSameParameters
    graph.forEachFactory { name, known, role, holder, use in
      let service = graph.service(of: holder)
      let mayHaveSettings = service.map { $0.settings != nil || !$0.decorators.isEmpty } ?? true
      guard let factory = known?.entry, factory.settings != nil || mayHaveSettings else { return }
      let use = use()
      guard use.settings != nil || factory.settings != nil else { return }
      let own = role == .service ? service : nil
      var reader = SettingsReader(limits: limits)
      let read = use.settings.map { reader.settings($0) }
      let stages = graph.stages(of: holder)
      let first = stages.first
      let varies = service.map { !$0.parameterUses.isEmpty } ?? true
      let groups = varies ? stages.groups { sameParameters[$0] } : first.map { [($0, stages)] } ?? []
      for (stage, same) in groups {
        var interpolation = Interpolation(values[stage], limits: limits)
        let setting = read.map { $0.isOpen ? interpolation.setting(from: $0.setting) : $0.setting }
        var found = Diagnostics()
        judge.validate(
          factory: factory.name, settings: setting, at: own?.key.location ?? name.location, reporting: &found)
        found.update { finding in
          offerSettings(for: &finding, factory, use, of: own)
          finding.symbol = finding.symbol.map { "\(symbol(of: name, as: role, holder)).\($0)" }
        }
        found.report(contentsOf: reader.findings.findings + interpolation.findings.findings)
        // The stages of one use have the same consequences, so they are counted once.
        if stage == first { reporting.suppressedConsequences += found.suppressedConsequences }
        findings.report(contentsOf: found, in: same)
      }
    }
    findings.finish(names: composed.stages.map(\.name), reporting: &reporting)
  }

  /// Offers to add missing settings, with `…` for each value that no parameter provides. A parameter is declared for a
  /// secret, whose value does not belong in the manifest.
  fileprivate func offerSettings(
    for finding: inout Diagnostic, _ factory: CatalogFactory, _ use: FactoryUse, of service: ComposedService?
  ) {
    if finding.rule == .wrongSetting, finding.symbol == "settings", case .node(let node)? = use.settings,
      node.kind == .sequence, finding.location == node.location, let help = finding.help.first
    {
      return finding.addRemedy(help, withoutDashes(node))
    }
    guard finding.rule == .missingSetting, let help = finding.help.first else { return }
    let names = finding.missingSettings
    let isOwn = finding.symbol == "settings" || finding.symbol == names.first.map { "settings.\($0)" }
    guard isOwn else {
      // The settings are missing from a nested mapping, to which the finding points. No edit is offered for a secret.
      guard case .node? = use.settings, let place = finding.related.first?.location, !help.contains("${")
      else { return }
      let pairs = names.map { (key: FlowText.scalar($0), value: "\"…\"") }
      return finding.addRemedy(help, .adding(pairs, toMappingAt: place))
    }
    let fields = (factory.settings?.fields ?? []).filter { names.contains($0.name) }
    guard !fields.isEmpty else { return }
    // An overlay's entry with a misspelled key may set them.
    if let service { finding.absent = Absence(.settingOfService, service.key.value.text) }
    let secrets = fields.filter { $0.secretParameter != nil && reference(for: $0) == nil }
    if secrets.isEmpty, fields.count == 1, fields[0].secretParameter != nil {
      finding.help = ["write \(FlowText.scalar(fields[0].name)): \(value(for: fields[0]))"]
    }
    guard let declarations = declarations(of: secrets, near: finding.location) else { return }
    let pairs = fields.map { field in
      let isDeclared = secrets.contains { $0.name == field.name }
      return (key: FlowText.scalar(field.name), value: isDeclared ? "\"${\(field.name)}\"" : value(for: field))
    }
    var fixes: [Diagnostic.Fix] = []
    if case .node(let node)? = use.settings {
      if node.isNull {
        let space = node.location.range.isEmpty ? " " : ""
        fixes = [.init(replacing: node.location, with: space + FlowText.mapping(pairs))]
      } else if node.kind == .mapping {
        fixes = .adding(pairs, toMappingAt: node.location)
      }
    } else if use.settings == nil {
      let whole = [(ServiceField.settings.rawValue, FlowText.mapping(pairs))]
      fixes = .adding(whole, to: .factory(use.factory), at: use.location)
    }
    finding.addRemedy(finding.help[0], fixes.isEmpty ? [] : fixes + declarations)
  }

  /// The edits that declare a parameter for a secret setting. Returns `nil` if there are several, or none can be added.
  private func declarations(of secrets: [SettingsField], near location: SourceLocation?) -> [Diagnostic.Fix]? {
    guard let secret = secrets.first else { return [] }
    let isTaken = composed.stages.contains { $0.parameters.contains { $0.name.value == secret.name } }
    guard secrets.count == 1, !isTaken, let file = location?.file, let entry = secret.secretParameter else {
      return nil
    }
    let fixes = composed.adding(secret.name, entry, to: ManifestKey.parameters.rawValue, near: file)
    return fixes.isEmpty ? nil : fixes
  }
}
