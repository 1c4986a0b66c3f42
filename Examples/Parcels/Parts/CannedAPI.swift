import ConfigDI

/// Answers requests with responses from the manifest, without a network.
struct CannedAPI: APIClient {
  struct Settings: ServiceSettings {
    /// The responses by request path.
    var answers: [String: String]
    static let defaults: SettingDefaults = ["answers": [:]]
  }

  private let answers: [String: String]

  init(settings: Settings) {
    answers = settings.answers
  }

  func send(_ request: APIRequest) async throws -> String {
    if request.path == "/session" { return "canned-token" }
    guard let answer = answers[request.path] else { throw APIError.status(404) }
    return answer
  }

  var description: String { "canned answers" }
}
