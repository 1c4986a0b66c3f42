/// Reads messages from a stream of bytes: a header with `Content-Length`, an empty line, and that number of bytes.
struct MessageReader {
  enum Item {
    case message(JSON)
    /// The bytes are not a message, with the reason.
    case garbage(String)
  }

  /// A longer message is skipped.
  private static let mostBytes = 256 << 20

  private var buffer: [UInt8] = []
  private var position = 0
  /// The number of bytes to skip of a message that is too long.
  private var unwanted = 0

  mutating func add(_ bytes: [UInt8]) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// The next whole message; `nil` if more bytes are needed.
  mutating func next() -> Item? {
    if unwanted > 0 {
      let passed = min(unwanted, buffer.count - position)
      position += passed
      unwanted -= passed
      if unwanted > 0 { return nil }
    }
    guard let header = header() else { return nil }
    guard let length = header.length else {
      position = header.end
      return .garbage("a message has no Content-Length")
    }
    guard length <= Self.mostBytes else {
      position = header.end
      unwanted = length
      return .garbage("a message of \(length) bytes is too long")
    }
    let end = header.end + length
    guard end <= buffer.count else { return nil }
    position = end
    let body = Array(buffer[header.end..<end])
    do {
      return .message(try JSON(reading: body))
    } catch {
      return .garbage("a message is no JSON: \(error.message), at byte \(error.offset)")
    }
  }

  /// The length in the header, and the beginning of its message; `nil` if the header is not complete.
  private func header() -> (length: Int?, end: Int)? {
    var length: Int?
    var lineStart = position
    var hasLine = false
    while let lineEnd = buffer[lineStart...].firstIndex(of: 0x0A) {
      var line = buffer[lineStart..<lineEnd]
      if line.last == 0x0D { line.removeLast() }
      lineStart = lineEnd + 1
      if line.isEmpty {
        // Empty lines before a header have no meaning.
        if hasLine { return (length, lineStart) }
        continue
      }
      hasLine = true
      if let value = Self.length(in: line) { length = value }
    }
    return nil
  }

  /// The length in a header line. After a wrong length, the line may begin with the end of a message.
  private static func length(in line: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: line, as: UTF8.self).lowercased()
    guard let name = text.range(of: "content-length:", backwards: true) else { return nil }
    let value = text[name.upperBound...].drop { $0 == " " || $0 == "\t" }
    guard let number = Int(value.prefix { $0.isASCII && $0.isNumber }), number >= 0 else { return nil }
    return number
  }
}

extension String {
  /// The range of a text's last occurrence.
  fileprivate func range(of other: String, backwards: Bool) -> Range<String.Index>? {
    var end = endIndex
    while let start = index(end, offsetBy: -other.count, limitedBy: startIndex) {
      if self[start..<end] == other[...] { return start..<end }
      guard end > startIndex else { return nil }
      end = index(before: end)
    }
    return nil
  }
}

extension JSON {
  /// The message with its header, as it is sent.
  var framed: String {
    let text = compactText
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }
}

/// The identity of a request: a number or a text.
enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  init?(_ json: JSON?) {
    switch json {
    case .int(let number)?: self = .number(number)
    case .string(let text)?: self = .text(text)
    default: return nil
    }
  }

  var json: JSON {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }
}

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
