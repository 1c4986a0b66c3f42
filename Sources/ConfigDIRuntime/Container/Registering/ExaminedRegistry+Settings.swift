extension ExaminedRegistry: SettingsValidating {
  /// Reports every finding of the schema, or, if there is none, the error of decoding.
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
    checkSettings(
      settings, against: schema, of: name, at: entry, reporting: &reporting)
    if reporting.findings.count == before { decode(settings, of: name, at: entry, reporting: &reporting) }
  }

  /// Decodes settings that the schema accepts, and reports the error if that fails.
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
      rule, .wrongSetting([], of: factory, problem.message), at: problem.location, help: problem.help,
      symbol: "settings")
  }
}
