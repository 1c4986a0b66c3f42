/// Checks that the defaults of a settings type are settings that it has, with the right types.
enum DefaultsCheck {
  static func problems(
    in type: any ServiceSettings.Type, schema: SettingsSchema, at place: SourceLocation
  ) -> [RegistrationProblem] {
    let defaults = type.defaults.entries
    guard !defaults.isEmpty else { return [] }
    var settings = Setting(.map([]), at: place)
    settings.content = .map(defaults.map { .init(Located($0.name, at: place), Setting($0.value, at: place)) })
    var found = Diagnostics()
    checkSettings(settings, against: schema, of: schema.type, at: place, reporting: &found)
    // A setting that the defaults leave out must come from the manifest.
    return found.findings.filter { $0.rule != .missingSetting }
      .map {
        RegistrationProblem(.badDefault(of: schema.type, $0), $0.help.first ?? "correct the entry in its 'defaults'")
      }
  }
}

extension String {
  fileprivate static func badDefault(of type: String, _ finding: Diagnostic) -> String {
    let about = finding.message.replacing("of factory '\(type)'", with: "")
    return "a default of \(type): \(about)"
  }
}
