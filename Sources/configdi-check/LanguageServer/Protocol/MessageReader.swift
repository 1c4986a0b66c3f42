import ConfigDI

/// Reads messages from a byte stream. Each message has a header with `Content-Length`, an empty line, and that number
/// of bytes.
///
/// Each header byte is examined once, even if the bytes arrive one by one.
struct MessageReader {
  enum Item: Sendable {
    case message(JSON)
    /// Bytes that do not form a message, and the reason.
    case garbage(String)
  }

  /// The maximum size of a message, enough for the largest file. After a larger message, reading resumes at the next
  /// header.
  static let mostBytes = Limits().fileBytes + 1 << 20
  /// The maximum size of a header, which normally has two short lines.
  static let mostHeaderBytes = 64 << 10
  /// The number of bytes to keep from the end of an incomplete line, since they may include the start of
  /// `Content-Length`.
  private static let lengthLine = 256

  private var buffer: [UInt8] = []
  private var position = 0
  private var header = Header()
  /// Whether the last bytes were garbage. Further garbage is then not reported until a valid message arrives.
  private var isLost = false

  /// A header, possibly still incomplete.
  private struct Header {
    var length: Int?
    var hasLine = false
    /// The number of header bytes before `position`.
    var bytes = 0
    /// The number of bytes after `position` that are known to contain no line ending.
    var scanned = 0
    /// Whether the empty line at the end of the header was read, so that the message begins at `position`.
    var isComplete = false
  }

  mutating func add(_ bytes: [UInt8]) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// The next whole message; `nil` if more bytes are needed.
  mutating func next() -> Item? {
    while !header.isComplete {
      guard let line = nextLine() else { return nil }
      if let reason = read(line) { return .garbage(reason) }
    }
    guard let length = header.length, length <= buffer.count - position else { return nil }
    let body = Array(buffer[position..<position + length])
    position += length
    header = Header()
    do {
      let message = try JSON(reading: body)
      isLost = false
      return .message(message)
    } catch {
      isLost = true
      return .garbage("a message is not JSON: \(error)")
    }
  }

  /// The next complete header line, without its line ending. Only the last bytes of an incomplete line are kept.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let lineEnd = buffer[(position + header.scanned)...].firstIndex(of: 0x0A) else {
      header.scanned = buffer.count - position
      if header.scanned > 2 * Self.lengthLine { skip(header.scanned - Self.lengthLine) }
      return nil
    }
    header.scanned = lineEnd - position
    if header.scanned > Self.lengthLine { skip(header.scanned - Self.lengthLine) }
    var line = buffer[position..<lineEnd]
    if line.last == 0x0D { line.removeLast() }
    skip(lineEnd + 1 - position)
    header.scanned = 0
    return line
  }

  private mutating func skip(_ count: Int) {
    position += count
    header.bytes += count
    header.scanned -= count
  }

  /// Reads a header line. Returns the reason if no message can follow.
  private mutating func read(_ line: ArraySlice<UInt8>) -> String? {
    guard line.isEmpty else {
      header.hasLine = true
      if let length = Self.length(in: line) { header.length = length }
      guard header.bytes > Self.mostHeaderBytes else { return nil }
      return lost("a header has more than \(Self.mostHeaderBytes) bytes")
    }
    // Empty lines before a header are ignored.
    guard header.hasLine else { return nil }
    guard let length = header.length else {
      header = Header()
      return lost("a message has no Content-Length")
    }
    guard length <= Self.mostBytes else {
      header = Header()
      isLost = true
      return "a message is too long: its Content-Length is more than \(Self.mostBytes)"
    }
    header.isComplete = true
    return nil
  }

  private mutating func lost(_ reason: String) -> String? {
    defer { isLost = true }
    return isLost ? nil : reason
  }

  /// The length in a header line. The whole line is searched, because it may begin with the rest of an earlier message
  /// that gave a wrong length.
  private static func length(in line: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: line, as: UTF8.self).lowercased()
    guard let name = text.ranges(of: "content-length:").last else { return nil }
    let digits = text[name.upperBound...].drop { $0 == " " || $0 == "\t" }.prefix { ("0"..."9").contains($0) }
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }
}

/// Why a request failed, with the protocol's error code.
struct ResponseError: Error {
  let code: Int
  let message: String

  static func parse(_ message: String) -> ResponseError { ResponseError(code: -32700, message: message) }
  static func invalidRequest(_ message: String) -> ResponseError { ResponseError(code: -32600, message: message) }
  static func invalidParameters(_ message: String) -> ResponseError { ResponseError(code: -32602, message: message) }
  static let notInitialized = ResponseError(code: -32002, message: "expected 'initialize' first")
  static let cancelled = ResponseError(code: -32800, message: "the request was cancelled")
  static func failed(_ message: String) -> ResponseError { ResponseError(code: -32803, message: message) }

  var json: JSON { ["code": .int(code), "message": .string(message)] }
}
