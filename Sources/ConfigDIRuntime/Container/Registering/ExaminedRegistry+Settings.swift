extension ExaminedRegistry: SettingsValidating {
  /// Every finding of the schema at once, then, where it has none, what decoding itself refuses.
  package func validate(
    factory name: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics
  ) {
    guard factories[name] != nil else { return }
    let type = self.settings[name]
    let before = reporting.findings.count
    var schema = type.flatMap { schemas[ObjectIdentifier($0)] }
    if let unread = leftovers[name] {
      var own = schema ?? SettingsSchema(type: "settings")
      own.fields += unread
      schema = own
    }
    checkSettings(
      settings, against: schema, of: name, at: entry, reporting: &reporting)
    if reporting.findings.count == before { decode(settings, of: name, at: entry, reporting: &reporting) }
  }

  /// What decoding itself refuses, of settings that the schema accepts.
  package func decode(
    _ settings: Setting?, of name: String, at entry: SourceLocation, reporting: inout Diagnostics
  ) {
    guard let type = self.settings[name],
      let problem = SettingsDecoding.problem(with: type, from: settings, at: entry)
    else { return }
    reporting.report(.refused(problem, of: name))
  }
}

extension Diagnostic {
  fileprivate static func refused(_ problem: SettingProblem, of factory: String) -> Diagnostic {
    let rule: Rule =
      switch problem.kind {
      case .wrong, .unknownValue: .wrongSetting
      case .missing: .missingSetting
      case .exposed: .secretExposed
      }
    return Diagnostic(
      rule, "settings of factory '\(factory)': \(problem.message)", at: problem.location, help: problem.help,
      symbol: "settings")
  }
}
