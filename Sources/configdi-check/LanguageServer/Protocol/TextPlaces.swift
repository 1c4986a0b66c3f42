import ConfigDI

/// A position in the protocol: a line and a column, both counted from 0. Columns are in units of the client's encoding.
struct TextPosition: Hashable, Sendable, Comparable {
  var line: Int
  var character: Int

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

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

  init(start: TextPosition, end: TextPosition) {
    self.start = start
    self.end = end
  }

  init?(_ json: JSON?) {
    guard let start = TextPosition(json?["start"]), let end = TextPosition(json?["end"]) else { return nil }
    self.init(start: min(start, end), end: max(start, end))
  }

  /// The empty range at the beginning of a document.
  static let top = TextRange(
    start: TextPosition(line: 0, character: 0), end: TextPosition(line: 0, character: 0))

  var json: JSON { ["start": start.json, "end": end.json] }
}

/// A range in a file.
struct FilePart: Hashable, Sendable {
  let uri: String
  let range: TextRange

  var json: JSON { ["uri": .string(uri), "range": range.json] }
}
