/// Edits that insert an entry at the start of an existing mapping or list, matching the style of the existing entries.
extension [Diagnostic.Fix] {
  /// Adds entries to a mapping. Returns no edits if no mapping begins at this location.
  package static func adding(
    _ pairs: [(key: String, value: String)], toMappingAt location: SourceLocation, safe: Bool = false
  ) -> Self {
    inserting(pairs.map { "\($0.key): \($0.value)" }, at: location, bracket: "{", mark: "", safe)
  }

  /// Puts braces around a value, and quotes around plain text that does not fit into braces. The edits do not repeat the
  /// value, since it may turn out to be secret. Returns no edits for block style, or if quotes are not enough.
  package static func bracing(_ location: SourceLocation, after start: String, before end: String = "") -> Self {
    let text = location.bytes
    guard let first = text.first, let last = text.last else { return [] }
    let isBlockList = first == UInt8(ascii: "-") && text.dropFirst().first.map { $0 <= 0x20 } ?? true
    let isEnclosed = first == UInt8(ascii: "[") || text.count > 1 && first == last && first.isQuote
    let quote = isEnclosed || !text.contains { ",{}[]#&*!|>".utf8.contains($0) } ? "" : "'"
    guard !isBlockList, quote.isEmpty || !text.contains(UInt8(ascii: "'")) && !"{&*!|>".utf8.contains(first) else {
      return []
    }
    return [(text.startIndex, start + quote), (text.endIndex, "\(quote)\(end) }")]
      .map { .init(inserting: $1, at: $0, in: location.file) }
  }

  /// Renames the key directly before a value. Returns no edits if the text there is not this key.
  package static func renaming(_ key: String, to other: String, before value: SourceLocation) -> Self {
    guard let entry = value.afterKey(key) else { return [] }
    let quote = entry.bytes.first.map { $0.isQuote } == true ? 1 : 0
    return [.init(replacing: entry.part(quote..<quote + key.utf8.count), with: other)]
  }

  /// Replaces a value, which may be in block style, with text on the line of the value's key or dash. Returns no edits
  /// if a comment would be lost.
  package static func replacing(value location: SourceLocation, with text: String) -> Self {
    let bytes = location.file.bytes
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D]
    let range = location.range.clamped(to: 0..<bytes.count)
    let end = (bytes[range].lastIndex { !blanks.contains($0) } ?? range.lowerBound - 1) + 1
    let start = (bytes[..<range.lowerBound].lastIndex { !blanks.contains($0) } ?? -1) + 1
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let isBlock = end > range.lowerBound && bytes[start..<range.lowerBound].contains(where: isBreak)
    // A block's location extends to the beginning of the next text, so the blanks at its end are excluded.
    let place = isBlock ? start..<end : range.lowerBound..<Swift.max(end, range.lowerBound)
    let lines = bytes[isBlock ? bytes.lineStart(of: start)..<end : place]
    guard !lines.contains(where: isBreak) || !lines.contains(UInt8(ascii: "#")) else { return [] }
    return [.init(replacing: location.file.location(place), with: isBlock ? " " + text : text)]
  }

  package static func adding(element: String, beforeElementAt location: SourceLocation) -> Self {
    guard let last = location.lastBefore else { return [] }
    return adding(element: element, toListAt: location.file.location(last..<last + 1))
  }

  package static func adding(_ pairs: [(key: String, value: String)], beforeKeyAt location: SourceLocation) -> Self {
    guard let last = location.lastBefore else { return [] }
    guard location.file.bytes[last] == UInt8(ascii: "{") else { return adding(pairs, toMappingAt: location) }
    return adding(pairs, toMappingAt: location.file.location(last..<last + 1))
  }

  package static func adding(element: String, toListAt location: SourceLocation) -> Self {
    inserting([element], at: location, bracket: "[", mark: "- ", false)
  }

  private static func inserting(
    _ entries: [String], at location: SourceLocation, bracket: Unicode.Scalar, mark: String, _ isSafe: Bool
  ) -> Self {
    let bytes = location.file.bytes
    let place = location.range.lowerBound
    // An anchor or a tag before the mapping would then belong to the new entry.
    guard bytes.indices.contains(place), bytes[place] != UInt8(ascii: "&"), bytes[place] != UInt8(ascii: "!") else {
      return []
    }
    if mark == "- ", bytes[place] != UInt8(ascii: "-"), bytes[place] != UInt8(ascii: bracket) { return [] }
    if bytes[place] == UInt8(ascii: bracket) {
      let rest = bytes[(place + 1)...].drop { [0x20, 0x0A, 0x0D].contains($0) }
      let isEmpty = rest.first == UInt8(ascii: bracket == "{" ? "}" : "]")
      let space = bracket == "{" ? " " : ""
      let next = bytes.indices.contains(place + 1) ? bytes[place + 1] : 0
      let end = next == 0x20 ? "" : space
      let comma = bracket == "{" || next == 0x0A || next == 0x0D ? "," : ", "
      let text = space + entries.joined(separator: ", ") + (isEmpty ? end : comma)
      return [.init(inserting: text, at: place + 1, in: location.file, safe: isSafe)]
    }
    let byteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let lineStart = Swift.max(bytes.lineStart(of: place), byteOrderMark)
    guard lineStart <= place, bytes[lineStart..<place].allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }) else {
      return []
    }
    let separator = location.file.lineBreak + String(repeating: " ", count: place - lineStart)
    let text = entries.map { mark + $0 + separator }.joined()
    return [.init(inserting: text, at: place, in: location.file, safe: isSafe)]
  }
}

extension SourceLocation {
  /// The index of the last byte before this text, without blanks and comments; `nil` if a `#` there may be quoted.
  var lastBefore: Int? {
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D]
    var before = file.bytes.prefix(range.lowerBound)
    while let last = before.lastIndex(where: { !blanks.contains($0) }) {
      let line = before[file.bytes.lineStart(of: last)...last]
      let hash = line.indices.first { index in
        line[index] == UInt8(ascii: "#") && (index == line.startIndex || line[index - 1] <= 0x20)
      }
      guard let hash else { return last }
      if line[..<hash].contains(where: { "\"'".utf8.contains($0) }) { return nil }
      before = before[..<hash]
    }
    return nil
  }

  /// The range from a key, with its quotes, to the end of this value; `nil` if the text directly before the value is not
  /// this key.
  package func afterKey(_ key: String) -> SourceLocation? {
    let before = file.bytes.prefix(min(range.lowerBound, file.bytes.count))
    guard let colon = before.lastIndex(where: { $0 != 0x20 }), before[colon] == UInt8(ascii: ":"),
      let end = before[..<colon].lastIndex(where: { $0 != 0x20 })
    else { return nil }
    let quote = before[end].isQuote ? [before[end]] : []
    let written = quote + Array(key.utf8) + quote
    guard before[...end].suffix(written.count).elementsEqual(written) else { return nil }
    let start = end + 1 - written.count
    guard before[..<start].last.map({ $0 <= 0x20 || "{,".utf8.contains($0) }) ?? true else { return nil }
    return file.location(start..<range.upperBound)
  }
}

extension SourceFile {
  /// The kind of line break that the file uses, taken from its first line.
  package var lineBreak: String {
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
    if bytes[end] == 0x0A { return "\n" }
    return bytes.indices.contains(end + 1) && bytes[end + 1] == 0x0A ? "\r\n" : "\r"
  }
}
