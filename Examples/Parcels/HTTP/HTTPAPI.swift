import ConfigDI
import Dispatch

/// Sends HTTP requests to an endpoint over plain sockets.
struct HTTPAPI: APIClient {
  struct Settings: ServiceSettings {
    var timeout: Duration
    static let defaults: SettingDefaults = ["timeout": "5s"]
  }

  private let settings: Settings
  private let endpoint: any Endpoint

  init(settings: Settings, endpoint: any Endpoint) {
    self.settings = settings
    self.endpoint = endpoint
  }

  func send(_ request: APIRequest) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      // Sockets block their thread, and tasks share only a few threads.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try exchange(request) })
      }
    }
  }

  private func exchange(_ request: APIRequest) throws -> String {
    var message = HTTPMessage(firstLine: "\(request.method) \(request.path) HTTP/1.1", body: request.body)
    message.headers["host"] = endpoint.host
    if let token = request.token { message.headers["authorization"] = "Bearer " + token }
    let answer: HTTPMessage?
    do {
      let socket = try Socket(connectingTo: endpoint.host, port: endpoint.port, timeout: settings.timeout)
      try socket.write(message.text)
      answer = try HTTPMessage(from: socket)
    } catch let error as SocketError {
      throw APIError.unreachable(error.description)
    }
    let words = answer?.firstLine.split(separator: " ") ?? []
    guard let answer, words.count >= 2, let status = Int(words[1]) else { throw APIError.malformedAnswer }
    guard status == 200 else { throw APIError.status(status) }
    return answer.body
  }

  var description: String { "HTTP to \(endpoint)" }
}
