/// Layout mistakes that explain a libyaml error further down in the file. Each is reported at its own line.
extension UnreadableText {
  var layoutMistake: SyntaxMistake? {
    wideBreak ?? wideSpace ?? tab ?? missingSpaceBeforeQuote ?? missingSpace ?? equalsSign
  }

  /// The spaces that look like indentation but are not, with plain spaces of the same width.
  static let wideSpaces: [(bytes: [UInt8], name: String, plain: String)] = [
    ("\u{A0}", " "), ("\u{202F}", " "), ("\u{3000}", "  "), ("\u{200B}", ""), ("\u{FEFF}", ""),
  ].map { (space: Unicode.Scalar, plain: String) in (Array(String(space).utf8), FlowText.spaces[space] ?? "", plain) }

  /// The line where reading stopped and the lines above it, read upward, without line breaks; only the last few hundred,
  /// since the mistake is usually close to the error.
  var lines: [Range<Int>] {
    let last = line(of: offset)
    return (max(1, last - 299)...last).reversed().map { file.lineTable.range(ofLine: $0, in: bytes) }
  }

  /// Finds the characters near the error that libyaml takes for the end of a line, even in a comment, if the text can be
  /// read without them.
  private var wideBreak: SyntaxMistake? {
    let ranges = bytes.withUnsafeBufferPointer { bytes in
      lines.prefix(3).reversed().flatMap { line in
        line.compactMap { position -> Range<Int>? in
          let width = bytes.wideBreak(at: position)
          return width == 0 || bytes[position] == 0xEF ? nil : position..<position + width
        }
      }
    }
    let repair = [ranges.map { (range: $0, text: " ") }]
    guard let first = ranges.first, !file.fixes(trying: repair).isEmpty else { return nil }
    let code = String(decoding: bytes[first], as: UTF8.self).unicodeScalars.first?.value ?? 0
    return SyntaxMistake(
      "the invisible character U+\(code.hexadecimal(4, uppercase: true)) ends the line here, even in a comment",
      "replace it with a space", repair, at: first)
  }

  private func content(of line: Range<Int>) -> Int {
    line.first { bytes[$0] != 0x20 } ?? line.upperBound
  }

  /// Finds the first conflict marker left by `git merge` or another tool.
  var conflictMark: SyntaxMistake? {
    let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }
    let middle = Array("=======".utf8)
    let isMark = { (line: Range<Int>) in
      bytes[line].elementsEqual(middle) || marks.contains { bytes[line].starts(with: $0) }
    }
    guard let line = lines.last(where: isMark) else { return nil }
    let mark = String(decoding: bytes[line].prefix(7), as: UTF8.self)
    return SyntaxMistake(
      "'\(mark)' marks an unresolved merge conflict",
      "keep the intended lines, and remove the lines that begin with '<<<<<<<', '=======' and '>>>>>>>'", at: line)
  }

  /// Finds a no-break space or another wide space that is used as indentation, in or below the line with the beginning of
  /// the part that libyaml was reading.
  private var wideSpace: SyntaxMistake? {
    let begun = lines.prefix { line in contextOffset.map { line.upperBound >= $0 } ?? true }
    return begun.reversed().lazy.compactMap { line -> SyntaxMistake? in
      let position = content(of: line)
      guard let space = Self.wideSpaces.first(where: { bytes[position...].starts(with: $0.bytes) }) else { return nil }
      return SyntaxMistake(
        "the indentation contains \(space.name), which YAML does not accept as a space",
        "replace it with plain spaces, to match the lines around it", [spacesForWideSpaces],
        at: position..<position + space.bytes.count)
    }.first
  }

  private var tab: SyntaxMistake? {
    lines.prefix(3).lazy.compactMap { line -> SyntaxMistake? in
      let position = content(of: line)
      guard position < line.upperBound, bytes[position] == 0x09 else { return nil }
      let end = line[position...].first { bytes[$0] != 0x09 && bytes[$0] != 0x20 } ?? line.upperBound
      return SyntaxMistake(
        "the indentation contains a tab, which YAML does not allow",
        "indent with spaces, to match the lines around it", spacesForTabs, at: position..<end)
    }.first
  }

  /// Finds `key:value` on a line without a `: `.
  private var missingSpace: SyntaxMistake? {
    lines.filter { content(of: $0) < $0.upperBound }.prefix(3).lazy.compactMap(missingSpace(on:)).first
  }

  /// Finds `key:value`, and `key {` or `key [` without a colon.
  func missingSpace(on line: Range<Int>) -> SyntaxMistake? {
    var position = content(of: line)
    if bytes[position...].starts(with: "- ".utf8) { position += 2 }
    let end = line[position...].first { !bytes[$0].isKeyPart } ?? line.upperBound
    guard end > position, end < line.upperBound, bytes[position] != UInt8(ascii: "-") else { return nil }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    let rest = bytes[end..<line.upperBound].drop { $0 == 0x20 }
    if rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") {
      let repair: [Edits] = [[(end..<rest.startIndex, ": ")]]
      // The line may also continue the text of the line above.
      guard !file.fixes(trying: repair).isEmpty else { return nil }
      return SyntaxMistake(
        "missing ':' after '\(name)'", "write \(name): \(beginning(of: rest.indices))", repair, at: position..<end)
    }
    guard bytes[end] == UInt8(ascii: ":"), end + 1 < line.upperBound else { return nil }
    let next = bytes[end + 1]
    guard next != 0x20, next != 0x09, next != UInt8(ascii: "/"), next != UInt8(ascii: ":") else { return nil }
    let space = Self.wideSpaces.first { bytes[(end + 1)...].starts(with: $0.bytes) }
    let value = end + 1 + (space?.bytes.count ?? 0)
    return SyntaxMistake(
      space.map { "the ':' is followed by \($0.name), which YAML does not accept as a space" }
        ?? "missing space after the ':' in '\(beginning(of: position..<line.upperBound))'",
      "write \(name): \(beginning(of: value..<line.upperBound))", [[(end..<value, ": ")]], at: end..<value)
  }

  /// Finds `key:"value"` in braces, on the line where reading stopped or where the construct began.
  private var missingSpaceBeforeQuote: SyntaxMistake? {
    [lines.first, begunLine].lazy.compactMap { $0 }.compactMap(missingSpaceBeforeQuote(on:)).first
  }

  /// The line with the beginning of the part that libyaml was reading.
  private var begunLine: Range<Int>? { contextOffset.flatMap { start in lines.first { $0.contains(start) } } }

  /// Finds `key:"value"` after a `{` or a comma.
  func missingSpaceBeforeQuote(on line: Range<Int>) -> SyntaxMistake? {
    var open: UInt8?
    for quote in line.dropFirst() where bytes[quote].isQuote {
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
        "write \(String(decoding: bytes[name], as: UTF8.self)): \(beginning(of: quote..<end))",
        [[(quote..<quote, " ")]], at: colon..<quote)
    }
    return nil
  }

  /// Finds `key = value`, `key => value` or `key -> value`, as other formats write it, if a key has no colon.
  private var equalsSign: SyntaxMistake? {
    if let mistake = begunLine.flatMap(equalsSign(on:)) { return mistake }
    // The line above may also be text that continues.
    return lines.dropFirst().first.flatMap(equalsSign(on:)).flatMap { file.fixes(trying: $0.repair).isEmpty ? nil : $0 }
  }

  private func equalsSign(on line: Range<Int>) -> SyntaxMistake? {
    let content = bytes[content(of: line)..<line.upperBound]
    let signs = ["=>", "=", "->"].compactMap { content.firstRange(of: $0.utf8) }
    guard !content.contains(UInt8(ascii: ":")), let sign = signs.min(by: { $0.lowerBound < $1.lowerBound }) else {
      return nil
    }
    let name = content[..<sign.lowerBound].reversed().drop { $0 == 0x20 }.reversed()
    let rest = beginning(of: content[sign.upperBound...].drop { $0 == 0x20 }.indices)
    guard !name.isEmpty, name.allSatisfy(\.isKeyPart) else { return nil }
    return SyntaxMistake(
      "expected ':' between a key and its value, found '\(String(decoding: bytes[sign], as: UTF8.self))'",
      "write \(String(decoding: Array(name), as: UTF8.self)):" + (rest.isEmpty ? "" : " \(rest)"), [[(sign, ":")]],
      at: sign)
  }

  /// The beginning of a range of text, cut to fit in a message.
  private func beginning(of range: Range<Int>) -> String { file.shown(bytes[range].prefix(60).indices) }
}
