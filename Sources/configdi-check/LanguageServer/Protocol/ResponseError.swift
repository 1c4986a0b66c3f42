/// The reason why a request has no answer, with the protocol's number.
struct ResponseError: Error {
  let code: Int
  let message: String

  static func parse(_ message: String) -> ResponseError { ResponseError(code: -32700, message: message) }
  static func invalidRequest(_ message: String) -> ResponseError { ResponseError(code: -32600, message: message) }
  static func unknownMethod(_ name: String) -> ResponseError {
    ResponseError(code: -32601, message: "there is no method '\(name)'")
  }
  static func invalidParameters(_ message: String) -> ResponseError { ResponseError(code: -32602, message: message) }
  static let notInitialized = ResponseError(code: -32002, message: "'initialize' comes first")
  static let cancelled = ResponseError(code: -32800, message: "the request was cancelled")
  /// The request cannot be done, for this reason.
  static func failed(_ message: String) -> ResponseError { ResponseError(code: -32803, message: message) }

  var json: JSON { ["code": .int(code), "message": .string(message)] }
}
