extension SourceFile {
  /// The first alternative whose edits make the text readable.
  func fixes(trying repair: [SyntaxMistake.Edits]) -> [Diagnostic.Fix] {
    let edits = repair.first { !$0.isEmpty && $0.count <= mostEdits && isReadable(with: $0) } ?? []
    return edits.map { .init(replacing: location($0.range), with: $0.text) }
  }

  private func isReadable(with edits: SyntaxMistake.Edits) -> Bool {
    var text: [UInt8] = []
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { return false }
      text += bytes[position..<edit.range.lowerBound]
      text += edit.text.utf8
      position = edit.range.upperBound
    }
    text += bytes[position...]
    return text.withUnsafeBufferPointer { text in
      guard let parser = EventParser(text) else { return false }
      do {
        while true {
          if case .streamEnd = try parser.next().kind { return true }
        }
      } catch {
        return false
      }
    }
  }
}

private let mostEdits = 100

/// Edits that may repair the text. Each is tried out, and offered only if the resulting text can be read.
extension UnreadableText {
  typealias Edits = SyntaxMistake.Edits

  /// Indents the line that contains an offset by this many spaces.
  func indent(_ count: Int, at offset: Int) -> [Edits] {
    let start = file.lineStart(of: offset)
    return [[(start..<start + file.spaces(at: start), String(repeating: " ", count: count))]]
  }

  var spacesForTabs: [Edits] {
    [2, 4, 8].map { width in
      file.lineTable.starts.compactMap { start in
        let blanks = bytes[start...].prefix(while: \.isBlank)
        guard blanks.contains(UInt8(ascii: "\t")) else { return nil }
        let count = blanks.reduce(0) { $0 + ($1 == 0x20 ? 1 : width) }
        return (start..<blanks.endIndex, String(repeating: " ", count: count))
      }
    }
  }

  /// Closes the quote that begins at an offset, on the same line.
  func closeQuote(_ offset: Int) -> [Edits] {
    guard bytes.indices.contains(offset) else { return [] }
    let end = contentEnd(offset)
    return [[(end..<end, String(decoding: [bytes[offset]], as: UTF8.self))]]
  }

  /// At the end of the line before the second offset, closes the brackets that were opened after the first offset.
  func closeBrackets(_ start: Int, before next: Int) -> [Edits] {
    let end = contentEnd(max(start, file.lineStart(of: next) - 1))
    guard start < end else { return [] }
    let space = bytes[end - 1] == 0x20 || bytes[start] == UInt8(ascii: "[") ? "" : " "
    let open = openBrackets(before: end).filter { $0 >= start }
    let closers = open.reversed().map { bytes[$0] == UInt8(ascii: "[") ? "]" : "}" }.joined()
    return [[(end..<end, space + closers)], [(end..<end, ",")]]
  }

  /// Where the text on a line ends, without a comment and the blanks before it.
  private func contentEnd(_ offset: Int) -> Int {
    let line = bytes[min(offset, bytes.count)..<file.lineEnd(of: offset)]
    let comment = line.indices.dropFirst().first { bytes[$0] == UInt8(ascii: "#") && bytes[$0 - 1] <= 0x20 }
    return bytes[line.startIndex..<(comment ?? line.endIndex)].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? line.startIndex
  }

  var spacesForWideSpaces: Edits {
    let spaces = [(bytes: [0x20], name: "", plain: " ")] + Self.wideSpaces
    return file.lineTable.starts.compactMap { start in
      var (position, text) = (start, "")
      while let space = spaces.first(where: { bytes[position...].starts(with: $0.bytes) }) {
        text += space.plain
        position += space.bytes.count
      }
      return bytes[start..<position].elementsEqual(text.utf8) ? nil : (start..<position, text)
    }
  }

  /// Quotes the value after the first `: ` on the line that contains an offset. The edits do not contain the value, which
  /// may be secret.
  func quoteValue(_ offset: Int) -> [Edits] {
    let start = file.lineStart(of: offset)
    let end = contentEnd(start)
    guard
      let colon = (start..<end).dropLast().first(where: { bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == 0x20 }),
      let first = (colon + 1..<end).first(where: { bytes[$0] != 0x20 })
    else { return [] }
    let isQuoted = end - first > 1 && bytes[first] == bytes[end - 1] && bytes[first].isQuote
    let value = isQuoted ? bytes[first + 1..<end - 1] : bytes[first..<end]
    let isFree = { (marks: String) in !value.contains { marks.utf8.contains($0) } }
    guard let quote = isFree("\"\\") ? "\"" : isFree("'") ? "'" : nil else { return [] }
    let width = isQuoted ? 1 : 0
    return [[(first..<first + width, quote), (end - width..<end, quote)]]
  }
}
