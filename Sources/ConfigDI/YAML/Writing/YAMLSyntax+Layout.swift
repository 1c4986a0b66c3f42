/// Layout mistakes that explain a libyaml error further down in the file. Each is reported at its own line.
extension SyntaxMistake {
  static func layout(in file: SourceFile, stoppedAt offset: Int, startedAt start: Int?) -> SyntaxMistake? {
    let lines = Lines(file, upTo: offset)
    return lines.wideSpace(from: start) ?? lines.tab() ?? lines.missingSpaceBeforeQuote(from: start)
      ?? lines.missingSpace() ?? lines.equalsSign(from: start)
  }

  /// Finds an unresolved merge conflict, which explains all later errors.
  static func conflict(in file: SourceFile, upTo offset: Int) -> SyntaxMistake? {
    Lines(file, upTo: offset).conflictMark()
  }

  /// Finds the missing ':' or space that makes `A:{ factory` or `A { factory` a key.
  static func bracketInKey(_ bracket: Int, in file: SourceFile) -> SyntaxMistake? {
    let lines = Lines(file, upTo: bracket)
    return lines.ranges.first.flatMap { lines.missingSpace(on: $0) }
  }

  /// Finds the missing space that makes `{ token:"abc" }` a key.
  static func quoteInKey(_ quote: Int, in file: SourceFile) -> SyntaxMistake? {
    let lines = Lines(file, upTo: quote)
    return lines.ranges.first.flatMap { lines.missingSpaceBeforeQuote(on: $0) ?? lines.missingSpace(on: $0) }
  }

  /// The spaces that look like indentation but are not, with plain spaces of the same width.
  static let wideSpaces: [(bytes: [UInt8], name: String, plain: String)] = [
    (Array("\u{A0}".utf8), "a no-break space (U+00A0)", " "),
    (Array("\u{202F}".utf8), "a narrow no-break space (U+202F)", " "),
    (Array("\u{3000}".utf8), "an ideographic space (U+3000)", "  "),
    (Array("\u{200B}".utf8), "a zero-width space (U+200B)", ""),
    (Array("\u{FEFF}".utf8), "a zero-width no-break space (U+FEFF)", ""),
  ]

  /// The line where reading stopped and the lines above it, read upward.
  private struct Lines {
    let file: SourceFile
    let bytes: [UInt8]
    /// The ranges of the lines, without line breaks; only the last few hundred, since the mistake is usually close to
    /// the error.
    private(set) var ranges: [Range<Int>] = []

    init(_ file: SourceFile, upTo offset: Int) {
      self.file = file
      bytes = file.bytes
      var end = file.lineEnd(of: offset)
      while ranges.count < 300, end >= 0 {
        let start = file.lineStart(of: end)
        ranges.append(start..<end)
        guard start > 0 else { break }
        end = start - 1
        if end > 0, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
      }
    }

    private func content(of line: Range<Int>) -> Int {
      line.first { bytes[$0] != 0x20 } ?? line.upperBound
    }

    /// Finds the first conflict marker left by `git merge` or another tool.
    func conflictMark() -> SyntaxMistake? {
      let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }
      let middle = Array("=======".utf8)
      let isMark = { (line: Range<Int>) in
        bytes[line].elementsEqual(middle) || marks.contains { bytes[line].starts(with: $0) }
      }
      guard let line = ranges.last(where: isMark) else { return nil }
      let mark = String(decoding: bytes[line].prefix(7), as: UTF8.self)
      return SyntaxMistake(
        "'\(mark)' marks an unresolved merge conflict",
        ["keep the intended lines, and remove the lines that begin with '<<<<<<<', '=======' and '>>>>>>>'"], at: line)
    }

    /// Finds a no-break space or another wide space that is used as indentation.
    ///
    /// - Parameter start: The beginning of the construct that libyaml was reading; lines before it are not searched.
    func wideSpace(from start: Int?) -> SyntaxMistake? {
      var found: SyntaxMistake?
      for line in ranges {
        if let start, line.upperBound < start { break }
        let position = content(of: line)
        guard let space = wideSpaces.first(where: { bytes[position...].starts(with: $0.bytes) }) else { continue }
        found = SyntaxMistake(
          "the indentation contains \(space.name), which YAML does not accept as a space",
          ["replace it with plain spaces, to match the lines around it"], .spacesForWideSpaces,
          at: position..<position + space.bytes.count)
      }
      return found
    }

    func tab() -> SyntaxMistake? {
      for line in ranges.prefix(3) {
        let position = content(of: line)
        guard position < line.upperBound, bytes[position] == 0x09 else { continue }
        let end = line[position...].first { bytes[$0] != 0x09 && bytes[$0] != 0x20 } ?? line.upperBound
        return SyntaxMistake(
          "the indentation contains a tab, which YAML does not allow",
          ["indent with spaces, to match the lines around it"], .spacesForTabs, at: position..<end)
      }
      return nil
    }

    /// Finds `key:value` on a line without a `: `.
    func missingSpace() -> SyntaxMistake? {
      for line in ranges.filter({ content(of: $0) < $0.upperBound }).prefix(3) {
        if let mistake = missingSpace(on: line) { return mistake }
      }
      return nil
    }

    /// Finds `key:value`, and `key {` or `key [` without a colon.
    func missingSpace(on line: Range<Int>) -> SyntaxMistake? {
      var position = content(of: line)
      if bytes[position...].starts(with: Array("- ".utf8)) { position += 2 }
      let end = line[position...].first { !bytes[$0].isKeyPart } ?? line.upperBound
      guard end > position, end < line.upperBound, bytes[position] != UInt8(ascii: "-") else { return nil }
      let name = String(decoding: bytes[position..<end], as: UTF8.self)
      let rest = bytes[end..<line.upperBound].drop { $0 == 0x20 }
      if rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") {
        let repair = SyntaxRepair.Kind.write(": ", at: end..<rest.startIndex)
        // The line may also continue the text of the line above.
        guard !SyntaxRepair.fixes(repair, in: file).isEmpty else { return nil }
        return SyntaxMistake(
          "missing ':' after '\(name)'", ["write \(name): \(beginning(of: rest.indices))"], repair, at: position..<end)
      }
      guard bytes[end] == UInt8(ascii: ":"), end + 1 < line.upperBound else { return nil }
      let next = bytes[end + 1]
      guard next != 0x20, next != 0x09, next != UInt8(ascii: "/"), next != UInt8(ascii: ":") else { return nil }
      let space = wideSpaces.first { bytes[(end + 1)...].starts(with: $0.bytes) }
      let value = end + 1 + (space?.bytes.count ?? 0)
      return SyntaxMistake(
        space.map { "the ':' is followed by \($0.name), which YAML does not accept as a space" }
          ?? "missing space after the ':' in '\(beginning(of: position..<line.upperBound))'",
        ["write \(name): \(beginning(of: value..<line.upperBound))"], .write(": ", at: end..<value), at: end..<value)
    }

    /// Finds `key:"value"` in braces, on the line where reading stopped or where the construct began.
    func missingSpaceBeforeQuote(from start: Int?) -> SyntaxMistake? {
      let begun = start.flatMap { start in ranges.first { $0.contains(start) } }
      return [ranges.first, begun].lazy.compactMap { $0 }.compactMap { missingSpaceBeforeQuote(on: $0) }.first
    }

    /// Finds `key:"value"` after a `{` or a comma.
    func missingSpaceBeforeQuote(on line: Range<Int>) -> SyntaxMistake? {
      var open: UInt8?
      for quote in line.dropFirst() where "\"'".utf8.contains(bytes[quote]) {
        if let opening = open {
          if bytes[quote] == opening { open = nil }
          continue
        }
        open = bytes[quote]
        let colon = quote - 1
        let before = bytes[line.lowerBound..<colon]
        let name = (before.lastIndex { !$0.isKeyPart }.map { $0 + 1 } ?? line.lowerBound)..<colon
        guard bytes[colon] == UInt8(ascii: ":"), !name.isEmpty,
          let mark = before[..<name.lowerBound].last(where: { $0 != 0x20 }), "{,".utf8.contains(mark)
        else { continue }
        let closing = bytes[(quote + 1)..<line.upperBound].firstIndex(of: bytes[quote])
        let end = closing.map { $0 + 1 } ?? line.upperBound
        return SyntaxMistake(
          "missing space after the ':' in '\(beginning(of: name.lowerBound..<end))'",
          ["write \(String(decoding: bytes[name], as: UTF8.self)): \(beginning(of: quote..<end))"],
          .write(" ", at: quote..<quote), at: colon..<quote)
      }
      return nil
    }

    /// Finds `key = value`, as other formats write it, if a key has no colon.
    func equalsSign(from start: Int?) -> SyntaxMistake? {
      guard let start, let line = ranges.first(where: { $0.contains(start) }) else { return nil }
      let position = content(of: line)
      guard let sign = bytes[position..<line.upperBound].firstIndex(of: UInt8(ascii: "=")), sign > position,
        !bytes[position..<line.upperBound].contains(UInt8(ascii: ":"))
      else { return nil }
      let name = bytes[position..<sign].reversed().drop { $0 == 0x20 }.reversed()
      let rest = beginning(of: bytes[(sign + 1)..<line.upperBound].drop { $0 == 0x20 }.indices)
      guard !name.isEmpty, !rest.isEmpty, name.allSatisfy(\.isKeyPart) else { return nil }
      return SyntaxMistake(
        "expected ':' between a key and its value, found '='",
        ["write \(String(decoding: Array(name), as: UTF8.self)): \(rest)"], .write(":", at: sign..<sign + 1),
        at: sign..<sign + 1)
    }

    /// The beginning of a range of text, cut to fit in a message.
    private func beginning(of range: Range<Int>) -> String { file.shown(bytes[range].prefix(60).indices) }
  }
}
