/// Talks to the parcel service.
protocol APIClient: Sendable, CustomStringConvertible {
  func send(_ request: APIRequest) async throws -> String
}

struct APIRequest: Sendable {
  var method = "GET"
  var path: String
  var token: String?
  var body = ""
}

enum APIError: Error, Equatable {
  case status(Int)
  case unreachable(String)
  case malformedAnswer

  /// Whether the same request may succeed if it is sent again soon.
  var isTransient: Bool {
    switch self {
    case .status(let code): code >= 500
    case .unreachable: true
    case .malformedAnswer: false
    }
  }
}
