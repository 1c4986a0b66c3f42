/// Lines that are not indented like the lines around them.
extension UnreadableText {
  /// The message for the line where reading stopped, or for the field above it; `nil` if both are indented correctly.
  ///
  /// - Parameter contextOffset: The beginning of the collection that libyaml was reading.
  func wrongIndentation(since contextOffset: Int) -> SyntaxMistake? {
    let start = file.lineStart(of: offset)
    let found = offset - start
    let outer = contextOffset - file.lineStart(of: contextOffset)
    let due = expectedLevel(found, outer, line(of: contextOffset))
    if let outdented = fieldBefore(start, indentedBy: due.indentation, amid: found) { return outdented }
    guard found != due.indentation else { return nil }
    return SyntaxMistake(
      "this line is indented by \(Self.spaces(found)), the lines around it by \(Self.spaces(due.indentation))",
      due.indentation == 0
        ? "start it at the beginning of the line, like line \(due.line)"
        : "indent it by \(Self.spaces(due.indentation)), like line \(due.line)",
      indent(due.indentation, at: offset))
  }

  /// The message for a field on the previous line that is indented less than the lines around it.
  private func fieldBefore(_ start: Int, indentedBy indent: Int, amid level: Int) -> SyntaxMistake? {
    guard indent < level else { return nil }
    let field = line(above: start)
    let before = line(above: field.start)
    func indentation(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }
    // Services and their variants begin with a capital letter, fields do not.
    guard indentation(field.text) == indent, indentation(before.text) == level, !before.text.isEmpty,
      let first = field.text.dropFirst(indent).first, (0x61...0x7A).contains(first),
      field.text.last != UInt8(ascii: ":")
    else { return nil }
    return SyntaxMistake(
      "this line is indented by \(Self.spaces(indent)), the lines around it by \(Self.spaces(level))",
      "indent it by \(Self.spaces(level)), like line \(line(of: before.start))", self.indent(level, at: field.start),
      at: field.start + indent..<field.start + indent + 1)
  }

  /// The most likely indentation for a line: the nearest one above. Of two that are equally near, it is the one of a
  /// line that also begins with a capital letter, or also without one, and else the deeper one. A line that ends with a
  /// ':' is less indented than the next line.
  private func expectedLevel(_ found: Int, _ outer: Int, _ line: Int) -> (indentation: Int, line: Int) {
    var levels = levelsAbove
    if levels.isEmpty { levels = [Level(indentation: outer, line: line, isCapital: false)] }
    let next = nextIndentation ?? 0
    let isCapital = isCapital(at: offset)
    let opensBlock =
      bytes[offset..<file.lineEnd(of: offset)].last { $0 != 0x20 } == UInt8(ascii: ":")
    func rank(_ level: Level) -> (Int, Int, Int, Int) {
      (
        opensBlock && level.indentation >= next ? 1 : 0, abs(level.indentation - found),
        level.isCapital == isCapital ? 0 : 1, -level.indentation
      )
    }
    let best = levels.filter { $0.indentation != found }.min { rank($0) < rank($1) }
    return best.map { ($0.indentation, $0.line) } ?? (outer, line)
  }

  /// The indentation of an open collection, and the nearest line that has it.
  private struct Level {
    let indentation: Int
    let line: Int
    /// Whether the line begins with a capital letter, as services do and fields do not.
    let isCapital: Bool
  }

  private func isCapital(at offset: Int) -> Bool { offset < bytes.count && (0x41...0x5A).contains(bytes[offset]) }

  /// The indentations of the open collections above this line, innermost first.
  private var levelsAbove: [Level] {
    var levels: [Level] = []
    var end = file.lineStart(of: offset)
    var number = line(of: end)
    while end > 0 {
      let start = file.lineStart(of: end - 1)
      number -= 1
      if let first = (start..<end - 1).first(where: { bytes[$0] > 0x20 }), bytes[first] != UInt8(ascii: "#"),
        levels.last.map({ first - start < $0.indentation }) ?? true
      {
        levels.append(Level(indentation: first - start, line: number, isCapital: isCapital(at: first)))
        if first == start { break }
      }
      end = start
    }
    return levels
  }

  private var nextIndentation: Int? {
    var start = offset
    while let lineEnd = bytes[start...].firstIndex(of: 0x0A) {
      start = lineEnd + 1
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if let first = (start..<end).first(where: { bytes[$0] > 0x20 }), bytes[first] != UInt8(ascii: "#") {
        return first - start
      }
    }
    return nil
  }

  private static func spaces(_ count: Int) -> String { count == 1 ? "1 space" : "\(count) spaces" }
}
