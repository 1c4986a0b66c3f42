extension ExaminedRegistry {
  /// The settings of a planned factory as the settings type interprets them, with values in normal form and defaults
  /// for omitted values.
  func settings(of use: PlannedFactory) -> Setting? {
    guard let type = settings[use.name], let schema = schemas[ObjectIdentifier(type)] else { return use.settings }
    return Setting.entries(of: use.settings, at: use.origin).layered(over: type.defaults.json)
      .meant(by: schema.fields, isOpaque: schema.isOpaque)
  }
}

struct SettingsSchemas: Sendable {
  let types: [String: any ServiceSettings.Type]
  let schemas: [ObjectIdentifier: SettingsSchema]

  /// The settings of a planned factory, with defaults for omitted values, and with each `Secret` marked as such.
  func settingsMarkingSecrets(of use: PlannedFactory) -> Setting {
    var marked = Setting.entries(of: use.settings, at: use.origin)
    guard let type = types[use.name], let schema = schemas[ObjectIdentifier(type)] else { return marked }
    marked = marked.layered(over: type.defaults.json)
    marked.markSecrets(schema.fields) { setting, name in
      if setting.secret == nil { setting.secret = name }
    }
    return marked
  }
}

extension ExaminedRegistry: SettingsValidating {
  /// Checks settings, and reports every mismatch with the schema or, if all values match it, the error that decoding
  /// throws.
  package func validate(
    factory name: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics
  ) {
    guard factories[name] != nil else { return }
    let type = self.settings[name]
    let before = reporting.findings.count
    var schema = type.flatMap { schemas[ObjectIdentifier($0)] }
    if let unread = unreadSettings[name] {
      var own = schema ?? SettingsSchema(type: "settings")
      own.fields += unread
      schema = own
    }
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
    guard let type = self.settings[name],
      let problem = SettingsDecoding.problem(with: type, from: settings, at: entry),
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
