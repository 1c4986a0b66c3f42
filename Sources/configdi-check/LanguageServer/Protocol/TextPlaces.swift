import ConfigDI

/// A position in the protocol: a line and a column, both counted from 0. Columns are in units of the client's encoding.
struct TextPosition: Hashable, Sendable {
  var line: Int
  var character: Int
}

extension TextPosition: Comparable {
  /// Reads a position from JSON. Negative numbers count as 0.
  init?(_ json: JSON?) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int else { return nil }
    self.init(line: max(0, line), character: max(0, character))
  }

  var json: JSON { ["line": .int(line), "character": .int(character)] }

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A range in a document. The end is exclusive.
struct TextRange: Hashable, Sendable {
  var start: TextPosition
  var end: TextPosition
}

extension TextRange {
  init?(_ json: JSON?) {
    guard let start = TextPosition(json?["start"]), let end = TextPosition(json?["end"]) else { return nil }
    self.init(start: min(start, end), end: max(start, end))
  }

  /// The empty range at the beginning of a document.
  static let top = TextRange(
    start: TextPosition(line: 0, character: 0), end: TextPosition(line: 0, character: 0))

  var json: JSON { ["start": start.json, "end": end.json] }
}

struct FilePart: Hashable, Sendable {
  let uri: String
  let range: TextRange

  var json: JSON { ["uri": .string(uri), "range": range.json] }
}

/// Converts between file URIs, such as `file:///folder/app.yaml`, and paths.
enum DocumentURI {
  /// The absolute path; `nil` for a URI with another scheme. Some clients write `file:/a` without an authority.
  static func path(_ uri: String) -> String? {
    let start = uri.hasPrefix("file://") ? "file://" : "file:"
    guard uri.hasPrefix("file:/"), let slash = uri.dropFirst(start.count).firstIndex(of: "/") else { return nil }
    let path = String(uri[slash...]).percentDecoded
    return path.utf8.contains(0) ? nil : FilePath.withoutDots(path)
  }

  static func uri(_ path: String) -> String { "file://" + path.percentEncoded(keeping: "/-._~") }
}

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
