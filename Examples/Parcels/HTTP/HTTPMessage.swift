/// A request or a response: a first line, headers and a body. The connection is closed after each message.
struct HTTPMessage {
  var firstLine: String
  var headers: [String: String] = [:]
  var body = ""

  init(firstLine: String, headers: [String: String] = [:], body: String = "") {
    self.firstLine = firstLine
    self.headers = headers
    self.body = body
  }

  var text: String {
    var text = firstLine + "\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    return text + "content-length: \(body.utf8.count)\r\nconnection: close\r\n\r\n" + body
  }

  /// Reads a message from a connection; `nil` if the bytes are not a message or are too long.
  init?(from socket: Socket) throws {
    var bytes: [UInt8] = []
    while true {
      let more = try socket.read()
      bytes += more
      guard bytes.count <= 64 * 1024 else { return nil }
      if let message = HTTPMessage(parsing: bytes) {
        self = message
        return
      }
      if more.isEmpty { return nil }
    }
  }

  /// Parses a message; `nil` if the message is incomplete or malformed.
  init?(parsing bytes: [UInt8]) {
    // Swift treats a carriage return and line feed as one `Character`.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    var lines = text[..<end.lowerBound].split(separator: "\r\n")
    guard !lines.isEmpty else { return nil }
    firstLine = String(lines.removeFirst())
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    body = String(text[end.upperBound...])
    guard body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
  }
}
