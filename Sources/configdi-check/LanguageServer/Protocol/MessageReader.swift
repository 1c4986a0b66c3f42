/// Takes messages out of a stream of bytes: a header with `Content-Length`, an empty line, and so many bytes.
struct MessageReader {
  enum Item {
    case message(JSON)
    /// What stands in the stream is none, and why.
    case garbage(String)
  }

  /// A longer one is passed over.
  private static let mostBytes = 256 << 20

  private var buffer: [UInt8] = []
  private var position = 0
  /// What is left to be passed over of a message that is too long.
  private var unwanted = 0

  mutating func add(_ bytes: [UInt8]) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// The next whole message; `nil` where more bytes are needed.
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

  /// The header and where its message begins; `nil` where it is not whole.
  private func header() -> (length: Int?, end: Int)? {
    var length: Int?
    var lineStart = position
    var hasLine = false
    while let lineEnd = buffer[lineStart...].firstIndex(of: 0x0A) {
      var line = buffer[lineStart..<lineEnd]
      if line.last == 0x0D { line.removeLast() }
      lineStart = lineEnd + 1
      if line.isEmpty {
        // Empty lines before a header mean nothing.
        if hasLine { return (length, lineStart) }
        continue
      }
      hasLine = true
      if let value = Self.length(in: line) { length = value }
    }
    return nil
  }

  /// After a wrong length, the end of a message may stand before the next header's name.
  private static func length(in line: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: line, as: UTF8.self).lowercased()
    guard let name = text.range(of: "content-length:", backwards: true) else { return nil }
    let value = text[name.upperBound...].drop { $0 == " " || $0 == "\t" }
    guard let number = Int(value.prefix { $0.isASCII && $0.isNumber }), number >= 0 else { return nil }
    return number
  }
}

extension String {
  /// The last place of a text in this one.
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
  /// As it goes over the stream.
  var framed: String {
    let text = compactText
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }
}
