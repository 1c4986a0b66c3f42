import ConfigDI

/// The unit in which a client counts the characters in a line.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The first of the client's choices that the server supports, or else UTF-16.
  init(offered: JSON?) {
    self = offered?.elements?.lazy.compactMap { $0.string.flatMap { PositionEncoding(rawValue: $0) } }.first ?? .utf16
  }

  /// The number of units in UTF-8 text.
  func count(_ bytes: ArraySlice<UInt8>) -> Int {
    guard self != .utf8 else { return bytes.count }
    var count = 0
    for byte in bytes {
      if byte & 0xC0 != 0x80 { count += 1 }
      // A character with four bytes in UTF-8 has two units in UTF-16.
      if self == .utf16, byte >= 0xF0 { count += 1 }
    }
    return count
  }

  /// The number of bytes that the given units occupy, without splitting a character; all bytes if the line has fewer
  /// units.
  func bytes(of units: Int, in line: ArraySlice<UInt8>) -> Int {
    if self == .utf8 {
      var end = line.startIndex + min(max(0, units), line.count)
      while end > line.startIndex, end < line.endIndex, line[end] & 0xC0 == 0x80 { end -= 1 }
      return end - line.startIndex
    }
    var left = units
    var index = line.startIndex
    while index < line.endIndex {
      var end = index + 1
      while end < line.endIndex, line[end] & 0xC0 == 0x80 { end += 1 }
      let width =
        switch self {
        case .utf16: line[index] >= 0xF0 ? 2 : 1
        case .utf8, .utf32: 1
        }
      guard left >= width else { break }
      left -= width
      index = end
    }
    return index - line.startIndex
  }
}
