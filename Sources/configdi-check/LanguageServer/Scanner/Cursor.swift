/// The position of the cursor in a document's structure, even if there is no token at the cursor yet.
struct Cursor {
  enum Kind {
    case key
    /// A value, or possibly the first key of a mapping if `beginsMapping` is true.
    case value(beginsMapping: Bool)
    case comment(Range<Int>)
  }

  let kind: Kind
  /// The path to the value; for a key, the path to its mapping.
  private(set) var path: [PathStep] = []
  /// The range to replace; empty if there is no token.
  let token: Range<Int>
  /// The token's text up to the cursor.
  private(set) var prefix = ""
  private(set) var isFlow = false
  private(set) var quote: OutlineNode.Style?
  /// Whether a space must be inserted first because the colon or the dash has no space after it.
  private(set) var needsBlank = false
  /// Whether the key at the cursor already has a colon.
  private(set) var hasColon = false
  /// The column of the first character in the cursor's line.
  let indent: Int
  /// The outline that the path refers to. If there was no token, the outline was made with a letter inserted at the
  /// cursor.
  let outline: Outline

  init(_ outline: Outline, at offset: Int) {
    if let comment = outline.comment(at: offset) {
      (self.outline, kind, token) = (outline, .comment(comment), comment)
      prefix = outline.prefix(from: comment.lowerBound, to: offset)
    } else if let node = outline.scalar(at: offset) {
      (self.outline, token) = (outline, outline.nodes[node].range)
      (kind, isFlow, hasColon) = outline.stands(node)
      path = outline.path(of: node)
      prefix = outline.prefix(from: outline.contentRange(of: node).lowerBound, to: offset)
      if case .scalar(let style) = outline.nodes[node].content, style != .plain { quote = style }
    } else {
      let standIn = outline.standIn(at: offset)
      let filled = Outline(standIn.bytes)
      (self.outline, token) = (filled, offset..<offset)
      let start = offset + standIn.before
      if !standIn.isBeforeText, let node = filled.scalar(at: start), filled.nodes[node].range.lowerBound == start {
        (kind, isFlow, hasColon) = filled.stands(node)
        path = filled.path(of: node)
        needsBlank = standIn.before > 0
      } else {
        // The letter continues a scalar, or the text after it would continue the letter. That text is complete, and
        // nothing else can be written beside it.
        kind = .value(beginsMapping: false)
      }
    }
    indent = self.outline.bytes[self.outline.lineStart(of: offset)...].prefix { $0 == 0x20 }.count
  }
}

extension Outline {
  fileprivate func prefix(from start: Int, to offset: Int) -> String {
    String(decoding: bytes[min(start, offset)..<offset], as: UTF8.self)
  }

  func lineStart(of offset: Int) -> Int {
    bytes[..<min(offset, bytes.count)].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
  }

  fileprivate func stands(_ node: Int) -> (kind: Cursor.Kind, isFlow: Bool, hasColon: Bool) {
    let isFlow = nodes[node].isFlow
    if isKey(node), let parent = nodes[node].parent, case .mapping(let entries) = nodes[parent].content {
      return (.key, isFlow, entry(before: nodes[node].range.lowerBound, of: entries)?.colon != nil)
    }
    let start = nodes[node].range.lowerBound
    let before = bytes[lineStart(of: start)..<start]
    let isFirst = before.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") }
    return (.value(beginsMapping: isFirst && !isFlow), isFlow, false)
  }

  /// The text with a letter inserted at an offset without a token, the number of bytes inserted before the letter, and
  /// whether the text after it on the same line would belong to a word that is written there.
  fileprivate func standIn(at offset: Int) -> (bytes: [UInt8], before: Int, isBeforeText: Bool) {
    var inserted = Array("x".utf8)
    var before = 0
    if offset > 0, bytes[offset - 1] == UInt8(ascii: ":") || isAfterDash(offset) {
      inserted.insert(0x20, at: 0)
      before = 1
    }
    // In brackets, other text after the cursor on the same line is the next element.
    let rest = bytes[offset...].first { $0 != 0x20 }
    var isBeforeText = false
    if let rest, rest != 0x0A, rest != 0x0D, !",}]:#".utf8.contains(rest) {
      isBeforeText = !isInBrackets(offset)
      if !isBeforeText { inserted.append(UInt8(ascii: ",")) }
    }
    return (Array(bytes[..<offset]) + inserted + bytes[offset...], before, isBeforeText)
  }

  /// Whether the text before an offset is the dash of a list's element.
  private func isAfterDash(_ offset: Int) -> Bool {
    let before = bytes[lineStart(of: offset)..<offset]
    guard before.last == UInt8(ascii: "-"), before.dropLast().last ?? 0x20 == 0x20 else { return false }
    return before.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") }
  }

  private func isInBrackets(_ offset: Int) -> Bool {
    guard let node = nodes(around: offset).last else { return false }
    let start = nodes[node].range.lowerBound
    guard start < bytes.count, start < offset else { return false }
    return nodes[node].isFlow || bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
  }
}
