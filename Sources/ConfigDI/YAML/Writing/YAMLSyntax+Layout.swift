/// A mistake of layout, found in the lines up to the place where libyaml stopped, and reported at its own line.
struct LayoutMistake {
  let message: String
  let help: String
  let range: Range<Int>
  /// - Parameters:
  ///   - offset: The place where reading stopped.
  ///   - start: The beginning of the construct that was being read, if it is known.
  init?(_ bytes: [UInt8], stoppedAt offset: Int, startedAt start: Int?) {
    let lines = Lines(bytes, upTo: offset)
    guard
      let mistake = lines.wideSpace(from: start) ?? lines.tab()
        ?? lines.missingSpace() ?? lines.equalsSign(from: start)
    else { return nil }
    self = mistake
  }

  private init(_ message: String, help: String, at range: Range<Int>) {
    self.message = message
    self.help = help
    self.range = range
  }

  /// The lines of a text up to a place, from the line where reading stopped upward.
  private struct Lines {
    let bytes: [UInt8]
    /// The ranges of the lines, without their ends; only the last few hundred, since a mistake is near the place where
    /// it is noticed.
    private(set) var ranges: [Range<Int>] = []

    init(_ bytes: [UInt8], upTo offset: Int) {
      self.bytes = bytes
      var end = min(offset, bytes.count)
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      while ranges.count < 300, end >= 0 {
        var start = end
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        ranges.append(start..<max(start, end))
        guard start > 0 else { break }
        end = start - 1
      }
    }

    private func content(of line: Range<Int>) -> Int {
      line.first { bytes[$0] != 0x20 } ?? line.upperBound
    }

    /// Finds a no-break or other wide space in place of indentation, from the beginning of the construct on.
    func wideSpace(from start: Int?) -> LayoutMistake? {
      var found: LayoutMistake?
      for line in ranges {
        if let start, line.upperBound < start { break }
        let position = content(of: line)
        guard
          let (width, name) = Self.wideSpaces.first(where: { bytes[position...].starts(with: $0.bytes) }).map({
            ($0.bytes.count, $0.name)
          })
        else { continue }
        found = LayoutMistake(
          "the indentation has \(name), which is no space to YAML",
          help: "replace it with plain spaces, as many as its neighbours have", at: position..<position + width)
      }
      return found
    }

    private static let wideSpaces: [(bytes: [UInt8], name: String)] = [
      (Array("\u{A0}".utf8), "a no-break space (U+00A0)"), (Array("\u{202F}".utf8), "a narrow no-break space (U+202F)"),
      (Array("\u{3000}".utf8), "an ideographic space (U+3000)"),
      (Array("\u{200B}".utf8), "a zero-width space (U+200B)"),
      (Array("\u{FEFF}".utf8), "a zero-width no-break space (U+FEFF)"),
    ]

    func tab() -> LayoutMistake? {
      for line in ranges.prefix(3) {
        let position = content(of: line)
        guard position < line.upperBound, bytes[position] == 0x09 else { continue }
        let end = line[position...].first { bytes[$0] != 0x09 && bytes[$0] != 0x20 } ?? line.upperBound
        return LayoutMistake(
          "the indentation has a tab, which YAML does not allow",
          help: "indent with spaces, as many as its neighbours have",
          at: position..<end)
      }
      return nil
    }

    /// Finds `key:value` on a line that has no `: `.
    func missingSpace() -> LayoutMistake? {
      for line in ranges.filter({ content(of: $0) < $0.upperBound }).prefix(3) {
        var position = content(of: line)
        if bytes[position] == UInt8(ascii: "#") { continue }
        if bytes[position...].starts(with: Array("- ".utf8)) { position += 2 }
        guard let colon = bytes[position..<line.upperBound].firstIndex(of: UInt8(ascii: ":")), colon > position,
          colon + 1 < line.upperBound, bytes[position..<colon].allSatisfy(Self.isNameByte)
        else { continue }
        let next = bytes[colon + 1]
        guard next != 0x20, next != 0x09, next != UInt8(ascii: "/"), next != UInt8(ascii: ":") else { continue }
        let text = String(decoding: bytes[position..<line.upperBound].prefix(60), as: UTF8.self)
        let name = String(decoding: bytes[position..<colon], as: UTF8.self)
        let rest = String(decoding: bytes[(colon + 1)..<line.upperBound].prefix(60), as: UTF8.self)
        return LayoutMistake(
          "a space is missing after the ':' of '\(text)'", help: "write \(name): \(rest)", at: colon..<colon + 1)
      }
      return nil
    }

    /// Finds `key = value`, as other formats write it, if a key was begun and no colon came.
    func equalsSign(from start: Int?) -> LayoutMistake? {
      guard let start, let line = ranges.first(where: { $0.contains(start) }) else { return nil }
      let position = content(of: line)
      guard let sign = bytes[position..<line.upperBound].firstIndex(of: UInt8(ascii: "=")), sign > position,
        !bytes[position..<line.upperBound].contains(UInt8(ascii: ":"))
      else { return nil }
      let name = bytes[position..<sign].reversed().drop { $0 == 0x20 }.reversed()
      let rest = bytes[(sign + 1)..<line.upperBound].drop { $0 == 0x20 }.prefix(60)
      guard !name.isEmpty, !rest.isEmpty, name.allSatisfy(Self.isNameByte) else { return nil }
      return LayoutMistake(
        "a key and its value are divided by ':', not '='",
        help: "write \(String(decoding: Array(name), as: UTF8.self)): \(String(decoding: rest, as: UTF8.self))",
        at: sign..<sign + 1)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      byte >= 0x80 || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
        || "_.-/".utf8.contains(byte)
    }
  }
}

/// The messages of libyaml in the words of this project.
struct SyntaxWords {
  let bytes: [UInt8]
  let offset: Int
  let contextOffset: Int?

  /// The message and the remedies; `nil` if libyaml's words are used.
  func say(_ problem: String, _ context: String?) -> (message: String, help: [String])? {
    if problem.hasPrefix("did not find expected key") { return expectedKey }
    if problem.hasPrefix("did not find expected '-' indicator") {
      return (
        "expected '- ' and an element, found another line in a list",
        ["begin the line with '- ' like the elements above, or indent it as part of the last one"]
      )
    }
    if problem.hasPrefix("block sequence entries are not allowed") {
      return ("a list begins where none can", ["begin the list on a line of its own, or write it in brackets: [a, b]"])
    }
    if problem.hasPrefix("mapping values are not allowed") { return nestedValue }
    if problem.hasPrefix("could not find expected ':'") {
      return ("expected ':' and a value after a key", [missingColon])
    }
    if problem.hasPrefix("found unexpected end of stream") {
      return ("a quote is never closed", ["close the quote"])
    }
    if problem.hasPrefix("found character that cannot start") {
      return (
        offset < bytes.count
          ? "a value cannot begin with '\(character)' unless it is in quotes" : "a value cannot begin like this", []
      )
    }
    if problem.hasPrefix("did not find expected ',' or") {
      return ("expected ',' or a closing bracket", [])
    }
    if problem.hasPrefix("found undefined tag handle") { return ("a tag with an unknown handle", ["remove the tag"]) }
    return nil
  }

  private var character: String {
    String(String(decoding: bytes[offset...].prefix(4), as: UTF8.self).first ?? "?")
  }

  private func column(of offset: Int) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return offset - start
  }

  private func line(of offset: Int) -> Int { bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } + 1 }

  private var expectedKey: (message: String, help: [String]) {
    if bytes[min(offset, bytes.count)...].starts(with: Array("- ".utf8)) {
      return (
        "expected 'key: value' like the entries above, found an element of a list",
        ["write it as 'key: value' without the '-', or indent the list under a key"]
      )
    }
    guard let contextOffset else { return Self.keyAndValue }
    let found = column(of: offset)
    let place = min(offset, bytes.count)
    if bytes[(place - found)..<place].contains(where: { $0 != 0x20 }) {
      let isApostrophe = place > 0 && bytes[place - 1] == UInt8(ascii: "'")
      return (
        "text stands after a value that has ended",
        [
          isApostrophe
            ? "put the whole value in double quotes if the apostrophe belongs to it"
            : "remove it, or put the whole value in one pair of quotes"
        ]
      )
    }
    let due = expectedLevel(found, column(of: contextOffset), line(of: contextOffset))
    if found != due.indentation {
      return (
        "this line is indented by \(Self.spaces(found)), its neighbours by \(Self.spaces(due.indentation))",
        [
          due.indentation == 0
            ? "begin it at the start of the line, as line \(due.line) does"
            : "indent it by \(Self.spaces(due.indentation)), as line \(due.line) is"
        ]
      )
    }
    return Self.keyAndValue
  }

  private static let keyAndValue: (message: String, help: [String]) = (
    "expected 'key: value'", ["indent this line like its neighbours; text after a closing quote or bracket must go"]
  )

  private static func spaces(_ count: Int) -> String { count == 1 ? "1 space" : "\(count) spaces" }

  /// The level that a line most likely belongs to: the level of the line after it if that is one of those above, else
  /// the nearest of these.
  private func expectedLevel(_ found: Int, _ outer: Int, _ line: Int) -> (indentation: Int, line: Int) {
    var levels = levelsAbove
    if levels.isEmpty { levels = [(outer, line)] }
    if let next = nextIndentation, let level = levels.first(where: { $0.indentation == next }), next != found {
      return level
    }
    let others = levels.filter { $0.indentation != found }
    return others.min { (abs($0.indentation - found), $0.indentation) < (abs($1.indentation - found), $1.indentation) }
      ?? (outer, line)
  }

  /// The indentations that are open above this line, the innermost first, each with a line that has it.
  private var levelsAbove: [(indentation: Int, line: Int)] {
    var levels: [(indentation: Int, line: Int)] = []
    var end = min(offset, bytes.count)
    while end > 0, bytes[end - 1] != 0x0A { end -= 1 }
    var number = line(of: end)
    while end > 0 {
      var start = end - 1
      while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
      number -= 1
      if let first = (start..<end - 1).first(where: { bytes[$0] > 0x20 }), bytes[first] != UInt8(ascii: "#"),
        levels.last.map({ first - start < $0.indentation }) ?? true
      {
        levels.append((first - start, number))
        if first == start { break }
      }
      end = start
    }
    return levels
  }

  private var nextIndentation: Int? {
    var start = min(offset, bytes.count)
    while let lineEnd = bytes[start...].firstIndex(of: 0x0A) {
      start = lineEnd + 1
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if let first = (start..<end).first(where: { bytes[$0] > 0x20 }), bytes[first] != UInt8(ascii: "#") {
        return first - start
      }
    }
    return nil
  }

  /// The key on the line above this one whose ':' is missing, and the line with it; `nil` if that line can be no key.
  ///
  /// - Parameter start: The beginning of a line with a key.
  private func keyWithoutColon(above start: Int, indentedBy indentation: Int) -> (key: String, corrected: String)? {
    let (line, lineStart) = self.line(above: start)
    guard line.count > indentation, line.prefix(indentation).allSatisfy({ $0 == 0x20 }) else { return nil }
    // A text that goes on from the line before is no key.
    let (before, _) = self.line(above: lineStart)
    if before.prefix(while: { $0 == 0x20 }).count < indentation, before.last != UInt8(ascii: ":") { return nil }
    return Self.addingColon(to: line.dropFirst(indentation))
  }

  /// The first word of a text, and the text with a ':' after it; `nil` if the text can be no key and its value.
  private static func addingColon(to text: ArraySlice<UInt8>) -> (key: String, corrected: String)? {
    guard let first = text.first, first != 0x20, text.count <= 60, text.allSatisfy({ (0x20..<0x7F).contains($0) }),
      !text.contains(where: { ":#'\"[]{}&*|>-".utf8.contains($0) })
    else { return nil }
    let words = String(decoding: text, as: UTF8.self).split(separator: " ", maxSplits: 1)
    return (String(words[0]), words.count == 1 ? "\(words[0]):" : "\(words[0]): \(words[1])")
  }

  /// The remedy for a key that ended without a ':'.
  private var missingColon: String {
    if let contextOffset, contextOffset < bytes.count {
      let text = Self.withoutSpaceAtItsEnd(bytes[contextOffset...].prefix { $0 != 0x0A })
      if let (key, corrected) = Self.addingColon(to: text) {
        return "write a ':' after '\(key)' in line \(line(of: contextOffset)): \(corrected)"
      }
    }
    return "add ': ' and a value, or check the indentation and the quotes of this line and the one before"
  }

  /// The line before the one that begins at `start`, without spaces at its end, and its beginning.
  private func line(above start: Int) -> (text: ArraySlice<UInt8>, start: Int) {
    guard start > 0 else { return ([], 0) }
    var first = start - 1
    while first > 0, bytes[first - 1] != 0x0A { first -= 1 }
    return (Self.withoutSpaceAtItsEnd(bytes[first..<start - 1]), first)
  }

  private static func withoutSpaceAtItsEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.prefix((text.lastIndex { $0 > 0x20 } ?? text.startIndex - 1) + 1 - text.startIndex)
  }

  /// The message for a second ':' on a line, or a line indented below a value.
  private var nestedValue: (message: String, help: [String]) {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    let before = bytes[start..<min(offset, bytes.count)]
    let hasKey = before.indices.dropLast().contains { before[$0] == UInt8(ascii: ":") && before[$0 + 1] == 0x20 }
    if hasKey {
      return (
        "a second ': ' in one line",
        ["quote the text if it contains ': ', or write a mapping in braces: { key: value }"]
      )
    }
    if before.drop(while: { $0 == 0x20 }).starts(with: Array("- ".utf8)) {
      return (
        "an element of a list stands below plain text, as if it belonged to it",
        ["begin each line above with '- ', as this one does"]
      )
    }
    if let (key, corrected) = keyWithoutColon(above: start, indentedBy: before.prefix { $0 == 0x20 }.count) {
      return (
        "a key stands below plain text, as if it belonged to it",
        ["write a ':' after '\(key)' in the line above: \(corrected)"]
      )
    }
    return (
      "a key stands below a value, as if it belonged to it",
      ["indent this line like the one before; quote the text if it contains ': '"]
    )
  }
}
