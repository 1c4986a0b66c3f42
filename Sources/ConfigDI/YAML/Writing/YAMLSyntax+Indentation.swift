/// Lines that are not indented like the lines around them.
extension UnreadableText {
  /// The message for the line where reading stopped, or for the field above it; `nil` if both are indented correctly.
  var wrongIndentation: SyntaxMistake? {
    guard let contextOffset else { return nil }
    let start = file.lineStart(of: offset)
    let found = offset - start
    let outer = contextOffset - file.lineStart(of: contextOffset)
    let due = expectedLevel(found, outer, line(of: contextOffset))
    if let outdented = outdentedLine(above: start, amid: found) { return outdented }
    guard found != due.indentation else { return nil }
    if let header = missingHeader(above: offset) { return header }
    return SyntaxMistake(
      "this line is indented by \(Self.spaces(found)), the lines around it by \(Self.spaces(due.indentation))",
      due.indentation == 0
        ? "start it at the beginning of the line, like line \(due.line)"
        : "indent it by \(Self.spaces(due.indentation)), like line \(due.line)",
      indent(due.indentation, at: offset))
  }

  /// The message for a service that is indented, but not below a section: the line with the section's name is missing.
  /// `nil` if the key at `start` does not begin with a capital letter, as services do, or if the section is elsewhere.
  func missingHeader(above start: Int) -> SyntaxMistake? {
    let header = "services:"
    let first = file.lineStart(of: start)
    guard first < start, isCapital(at: start), levelsAbove.first?.indentation == 0,
      !file.lineTable.starts.contains(where: { bytes[$0...].starts(with: header.utf8) })
    else { return nil }
    let name = file.shown(bytes[start...].prefix { $0.isKeyPart }.indices)
    return SyntaxMistake(
      "'\(name)' is indented, but not below a section", "write '\(header)' on a line above it",
      [[(first..<first, header + file.lineBreak)]], at: start..<start + 1)
  }

  /// The message for the line above if it is indented less than this line and the line above it, or less than the
  /// section that this line would be in.
  func outdentedLine(above start: Int, amid level: Int) -> SyntaxMistake? {
    let (text, lineStart) = line(above: start)
    let before = line(above: lineStart)
    let indent = text.prefix { $0 == 0x20 }.count
    let place = lineStart + indent
    let indentBefore = before.text.prefix { $0 == 0x20 }.count
    let isSection = before.text.last == UInt8(ascii: ":") && indent < indentBefore && indentBefore < level
    let first = before.start + level
    // A comment may be beside both.
    let isBeside =
      before.text.count > level && indentBefore == level
      && (!bytes[first].isLetter || isCapital(at: first) == isCapital(at: start + level))
    // Services begin with a capital letter, fields do not.
    guard indent < level, bytes[place].isLetter, isCapital(at: place) == isCapital(at: start + level),
      text.last != UInt8(ascii: ":"), isSection || isBeside
    else { return nil }
    let model = isSection ? start : before.start
    return SyntaxMistake(
      "this line is indented by \(Self.spaces(indent)), the lines around it by \(Self.spaces(level))",
      "indent it by \(Self.spaces(level)), like line \(line(of: model))", self.indent(level, at: lineStart),
      at: place..<place + 1)
  }

  /// The most likely indentation for a line: the nearest one above. Of two that are equally near, it is the one of a
  /// line that also begins with a capital letter, or also without one, and else the deeper one. A line that ends with a
  /// ':' is less indented than the next line.
  private func expectedLevel(_ found: Int, _ outer: Int, _ line: Int) -> (indentation: Int, line: Int) {
    let below = self.line(of: offset)..<file.lineTable.starts.count
    let next = below.lazy.compactMap { level(ofLine: $0 + 1) }.first?.indentation ?? 0
    let isCapital = isCapital(at: offset)
    let opensBlock = bytes[offset..<file.lineEnd(of: offset)].last { $0 != 0x20 } == UInt8(ascii: ":")
    func rank(_ level: Level) -> (Int, Int, Int, Int) {
      (
        opensBlock && level.indentation >= next ? 1 : 0, abs(level.indentation - found),
        level.isCapital == isCapital ? 0 : 1, -level.indentation
      )
    }
    let best = levelsAbove.filter { $0.indentation != found }.min { rank($0) < rank($1) }
    return best.map { ($0.indentation, $0.line) } ?? (outer, line)
  }

  /// The indentation of an open collection, and the nearest line that has it.
  private struct Level {
    let indentation: Int
    let line: Int
    /// Whether the line begins with a capital letter, as services do and fields do not.
    let isCapital: Bool
  }

  func isCapital(at offset: Int) -> Bool { offset < bytes.count && (0x41...0x5A).contains(bytes[offset]) }

  /// The level of a line; `nil` if the line is empty or has only a comment.
  private func level(ofLine number: Int) -> Level? {
    let line = file.lineTable.range(ofLine: number, in: bytes)
    guard let first = line.first(where: { bytes[$0] > 0x20 }), bytes[first] != UInt8(ascii: "#") else { return nil }
    return Level(indentation: first - line.lowerBound, line: number, isCapital: isCapital(at: first))
  }

  /// The indentations of the open collections above this line, innermost first.
  private var levelsAbove: [Level] {
    var levels: [Level] = []
    for level in (1..<line(of: offset)).reversed().lazy.compactMap(level(ofLine:))
    where level.indentation < levels.last?.indentation ?? .max {
      levels.append(level)
      if level.indentation == 0 { break }
    }
    return levels
  }

  /// Whether the line above this one is an entry under `services`.
  var isBelowService: Bool {
    guard let section = levelsAbove.dropFirst().first?.line else { return false }
    let line = bytes[file.lineTable.range(ofLine: section, in: bytes)]
    return line.drop { $0 == 0x20 || $0 == UInt8(ascii: "-") }.starts(with: "services:".utf8)
  }

  private static func spaces(_ count: Int) -> String { count == 1 ? "1 space" : "\(count) spaces" }
}
