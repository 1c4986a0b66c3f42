import ConfigDI

struct CrashReporting: Initializable {
  let journal: any Journal

  func perform(_ phase: Phase, with configuration: ExposedParameters) {
    journal.note("\(phase)", "crash reports are on")
  }
}

struct Analytics: Initializable {
  struct Settings: ServiceSettings {
    var apiKey: String
  }

  let settings: Settings
  let journal: any Journal

  func perform(_ phase: Phase, with configuration: ExposedParameters) {
    journal.note("\(phase)", "analytics count for stage \(configuration.stage ?? "-"), key \(settings.apiKey)")
  }
}

struct RefreshSession: Initializable {
  let sessions: any SessionManager

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    try await sessions.refresh()
  }
}
