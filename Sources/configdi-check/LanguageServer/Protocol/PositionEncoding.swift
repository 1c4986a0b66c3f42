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
}
