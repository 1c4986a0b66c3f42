/// The settings type of a factory, and its schema.
struct FactorySettings: Sendable {
  let type: any ServiceSettings.Type
  let schema: SettingsSchema
  /// Whether DI412 reports the type's defaults. That decoding then fails is not reported again.
  var hasInvalidDefaults = false

  /// The settings of a planned factory, with defaults for omitted values.
  fileprivate func settings(of use: PlannedFactory) -> Setting {
    Setting.entries(of: use.settings, at: use.origin).layered(over: type.defaults.json)
  }

  /// The settings of a planned factory, with defaults for omitted values, and with each `Secret` marked as such.
  func settingsMarkingSecrets(of use: PlannedFactory) -> Setting {
    var marked = settings(of: use)
    marked.markSecrets(schema.fields) { $0.markSecret(named: $1) }
    return marked
  }
}

extension ExaminedRegistry: SettingsValidating {
  /// The settings of a planned factory as the settings type interprets them, with values in normal form and defaults
  /// for omitted values.
  func settings(of use: PlannedFactory) -> Setting? {
    guard let own = settings[use.name] else { return use.settings }
    return own.settings(of: use).meant(by: own.schema.fields, isOpaque: own.schema.isOpaque)
  }

  /// Checks settings, and reports every mismatch with the schema or, if all values match it, the error that decoding
  /// throws.
  package func validate(
    factory name: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics
  ) {
    guard factories[name] != nil else { return }
    let before = reporting.findings.count
    let schema = schemasOfReplacements[name] ?? self.settings[name]?.schema
    checkSettings(settings, against: schema, of: name, at: entry, reporting: &reporting)
    let found = reporting.findings[before...]
    guard found.allSatisfy({ $0.rule == .unknownSetting }) else { return }
    // If a name is misspelled, the intended setting is missing too.
    decode(settings, of: name, at: entry, ignoringMissing: !found.isEmpty, reporting: &reporting)
  }

  /// Decodes settings that the schema accepts, and reports the error if that fails.
  package func decode(
    _ settings: Setting?, of name: String, at entry: SourceLocation, ignoringMissing: Bool = false,
    reporting: inout Diagnostics
  ) {
    guard let own = self.settings[name], !own.hasInvalidDefaults,
      let problem = SettingsDecoding.problem(with: own.type, from: settings, at: entry),
      !ignoringMissing || problem.kind != .missing
    else { return }
    let rule: Rule =
      switch problem.kind {
      case .wrong, .unknownValue: .wrongSetting
      case .missing: .missingSetting
      case .exposed: .secretExposed
      }
    reporting.report(
      SettingPath(factory: name).wrong(problem.message, rule, at: problem.location, help: problem.help))
  }
}
